/** A card that breaks visits down by one of some dimensions. */
export interface Breakdown {
  /** Its parameter in the address, which names the chosen dimension. */
  readonly id: string;
  readonly title: string;
  /** The first is shown where the address says nothing. */
  readonly dimensions: readonly { readonly key: string; readonly label: string }[];
}

/** The overview's cards, in their order. */
export const BREAKDOWNS: readonly Breakdown[] = [
  {
    id: 'pages',
    title: 'Pages',
    dimensions: [
      { key: 'pathname', label: 'All' },
      { key: 'entry_page', label: 'Entry' },
      { key: 'exit_page', label: 'Exit' },
    ],
  },
  {
    id: 'sources',
    title: 'Sources',
    dimensions: [
      { key: 'source', label: 'Sources' },
      { key: 'channel', label: 'Channels' },
      { key: 'utm_campaign', label: 'Campaigns' },
      { key: 'referrer', label: 'Referrers' },
    ],
  },
  {
    id: 'places',
    title: 'Places',
    dimensions: [
      { key: 'country', label: 'Countries' },
      // Unknown but to operators with a city database.
      { key: 'region', label: 'Regions' },
    ],
  },
  {
    id: 'devices',
    title: 'Devices',
    dimensions: [
      { key: 'device', label: 'Devices' },
      { key: 'browser', label: 'Browsers' },
      { key: 'os', label: 'Systems' },
    ],
  },
];
