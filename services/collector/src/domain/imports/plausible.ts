import type { FieldError } from '@headwater/kit/errors';
import type { ImportedDayRow } from '@headwater/eventstore/insert-imported';
import { isPlainText } from '../event-limits';
import { foldPathname } from '../page-url';
import type { RetainedFrom } from '../draft-event';
import type { Scrub } from '../scrub';
import { excludedBy } from '../steps/check-time';
import { DAY_MS, MAX_IMPORT_AGE_MS, parseTimestamp } from '../timestamps';
import { columnsOf, wrongFile, type CellOf, type Columns, type Refusal, type Row } from './file-rows';
import { agentOfUmami } from './umami-names';

/** The counts of one day and key, without the site. */
export type ImportedDay = Omit<ImportedDayRow, 'workspace_id' | 'site_id'>;

/** One kind of file of a Plausible export. */
interface PlausibleReport {
  /** The dimension of its rows; `''` for daily totals, `event` for custom events. */
  readonly report: string;
  /** The column that contains the key; `''` for totals. */
  readonly key: string;
  /** Columns in which rows of one key differ. */
  readonly details: readonly string[];
  /** The column that counts visits. */
  readonly visits: string;
}

/** Every file of a Plausible export. A file is recognised by its columns: the first report whose key is among them. */
const REPORTS: readonly PlausibleReport[] = [
  // imported_custom_events
  { report: 'event', key: 'name', details: ['link_url', 'path'], visits: '' },
  // imported_entry_pages
  { report: 'entry_page', key: 'entry_page', details: [], visits: 'entrances' },
  // imported_exit_pages
  { report: 'exit_page', key: 'exit_page', details: [], visits: 'exits' },
  // imported_pages
  { report: 'pathname', key: 'page', details: ['hostname'], visits: 'visits' },
  // imported_sources
  {
    report: 'source',
    key: 'source',
    details: ['referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
    visits: 'visits',
  },
  // imported_locations
  { report: 'country', key: 'country', details: ['region', 'city'], visits: 'visits' },
  // imported_browsers
  { report: 'browser', key: 'browser', details: ['browser_version'], visits: 'visits' },
  // imported_operating_systems
  { report: 'os', key: 'operating_system', details: ['operating_system_version'], visits: 'visits' },
  // imported_devices
  { report: 'device', key: 'device', details: [], visits: 'visits' },
  // imported_visitors
  { report: '', key: '', details: [], visits: 'visits' },
];

/** Longest key or detail, in UTF-16 units. */
const MAX_TEXT = 2_000;

export interface PlausibleContext {
  /** Unix ms. */
  readonly now: number;
  readonly scrub: Scrub;
  readonly retainedFrom: RetainedFrom | undefined;
}

/**
 * Reads rows of a CSV file of Plausible's export.
 *
 * @throws AppError `invalid_request` when the columns are those of no report.
 */
export function readPlausibleRows(
  names: readonly string[],
  rows: readonly Row[],
  { now, scrub, retainedFrom }: PlausibleContext,
): { readonly days: readonly ImportedDay[]; readonly refusals: readonly Refusal[] } {
  const columns = columnsOf(names);
  const report = reportOf(columns);
  const days: ImportedDay[] = [];
  const refusals: Refusal[] = [];
  for (const { line, cells } of rows) {
    const read = readRow(columns.cellsOf(cells), report, now);
    if ('problem' in read) refusals.push({ line, ...read.problem });
    else if (retainedFrom && read.day.day < retainedFrom.day)
      refusals.push({ line, field: 'date', message: `date ${excludedBy(retainedFrom)}.` });
    else days.push(scrubDay(read.day, line, scrub));
  }
  return { days, refusals };
}

function reportOf(columns: Columns): PlausibleReport {
  const report = REPORTS.find(({ key }) => key === '' || columns.has(key));
  if (report && columns.has('date') && columns.has('visitors')) return report;
  throw wrongFile(
    "Send one of the files of Plausible's export, such as imported_visitors_….csv, with its first line.",
  );
}

type ReadDay = { readonly day: ImportedDay } | { readonly problem: FieldError };

function readRow(cell: CellOf, { report, key, details, visits }: PlausibleReport, now: number): ReadDay {
  const day = cell('date');
  const at = parseTimestamp(`${day}T00:00:00Z`);
  if (at === undefined) return problem('date', 'date is no date such as 2026-03-01.');
  if (at < now - MAX_IMPORT_AGE_MS) return problem('date', 'date is more than five years ago.');
  if (at > now + DAY_MS) return problem('date', 'date is in the future.');
  const text = key === '' ? '' : cell(key);
  const detail = details.map((name) => cell(name));
  const unreadable = [key, ...details].find(
    (name) => name !== '' && !(isPlainText(cell(name)) && cell(name).length <= MAX_TEXT),
  );
  if (unreadable !== undefined)
    return problem(unreadable, `A text has a control character or more than ${MAX_TEXT} characters.`);
  const counts = {
    visitors: countOf(cell('visitors')),
    visits: countOf(visits === '' ? '' : cell(visits)),
    pageviews: countOf(cell('pageviews')),
    bounces: countOf(cell('bounces')),
    visit_seconds: countOf(cell('visit_duration')),
    events: countOf(cell('events')),
  };
  const wrong = Object.entries(counts).find(([, count]) => count === undefined);
  if (wrong) {
    const column = { visits, visit_seconds: 'visit_duration' }[wrong[0]] ?? wrong[0];
    return problem(column, `${column} is no whole number.`);
  }
  return {
    day: {
      report,
      day,
      key: keyOf(report, text),
      // With the file's own key: two keys of Plausible may be one of ours.
      detail: JSON.stringify([text, ...detail]),
      ...(counts as Readonly<Record<keyof typeof counts, number>>),
    },
  };
}

/**
 * Scrubs the texts of a row. Its line then distinguishes the row from others that had a different text in the file: a digest of
 * that text could confirm a guessed address.
 */
function scrubDay(day: ImportedDay, line: number, scrub: Scrub): ImportedDay {
  const texts = JSON.parse(day.detail) as readonly string[];
  const scrubbed = texts.map(scrub);
  if (scrubbed.every((text, index) => text === texts[index])) return day;
  return { ...day, key: scrub(day.key), detail: JSON.stringify([...scrubbed, `line ${line}`]) };
}

function problem(field: string, message: string): ReadDay {
  return { problem: { field, message } };
}

/** 0 for a column that the file does not have; undefined for text that is not a whole number. */
function countOf(text: string): number | undefined {
  if (text === '') return 0;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Converts a key to the form that events have, so that both can be compared. */
function keyOf(report: string, text: string): string {
  switch (report) {
    case 'pathname':
    case 'entry_page':
    case 'exit_page':
      return text === '' ? '' : foldPathname(text);
    case 'device':
      return agentOfUmami(text.toLowerCase(), '', '').device;
    case 'os':
      return text === 'Mac' ? 'macOS' : agentOfUmami('', '', text).os;
    case 'source':
      return text === 'Direct / None' ? '' : text;
    default:
      return text;
  }
}
