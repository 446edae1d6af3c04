/** One kind of file of a Plausible export. */
export interface PlausibleReport {
  /** The file's name without its dates. */
  readonly file: string;
  /** The dimension that its rows break down by; `''` for the day's totals, `event` for custom events. */
  readonly report: string;
  /** The column that holds the key; `''` for totals. */
  readonly key: string;
  /** Columns that tell rows of one key apart. */
  readonly details: readonly string[];
  /** The column that counts visits. */
  readonly visits: string;
}

/** Every file of a Plausible export. Of two that a header fits the first is meant: a file is known by its columns. */
export const PLAUSIBLE_REPORTS: readonly PlausibleReport[] = [
  { file: 'imported_custom_events', report: 'event', key: 'name', details: ['link_url', 'path'], visits: '' },
  {
    file: 'imported_entry_pages',
    report: 'entry_page',
    key: 'entry_page',
    details: [],
    visits: 'entrances',
  },
  { file: 'imported_exit_pages', report: 'exit_page', key: 'exit_page', details: [], visits: 'exits' },
  { file: 'imported_pages', report: 'pathname', key: 'page', details: ['hostname'], visits: 'visits' },
  {
    file: 'imported_sources',
    report: 'source',
    key: 'source',
    details: ['referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
    visits: 'visits',
  },
  {
    file: 'imported_locations',
    report: 'country',
    key: 'country',
    details: ['region', 'city'],
    visits: 'visits',
  },
  {
    file: 'imported_browsers',
    report: 'browser',
    key: 'browser',
    details: ['browser_version'],
    visits: 'visits',
  },
  {
    file: 'imported_operating_systems',
    report: 'os',
    key: 'operating_system',
    details: ['operating_system_version'],
    visits: 'visits',
  },
  { file: 'imported_devices', report: 'device', key: 'device', details: [], visits: 'visits' },
  { file: 'imported_visitors', report: '', key: '', details: [], visits: 'visits' },
];
