import type { ImportedDayRow } from '@headwater/eventstore/insert-imported-days';
import { isPlainText, parseTimestamp } from '../event-limits';
import { foldPathname } from '../page-url';
import { columnsOf, wrongFile, type CellOf, type Columns } from './columns';
import { MAX_IMPORT_AGE_MS } from './import-time';
import { PLAUSIBLE_REPORTS, type PlausibleReport } from './plausible-reports';
import type { Refusal, Row } from './row';
import { agentOfUmami } from './umami-names';

/** What a day was counted as, without whose it is. */
export type ImportedDay = Omit<ImportedDayRow, 'workspace_id' | 'site_id'>;

const MAX_KEY = 2_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads rows of a CSV file of Plausible's export, which is known by its columns.
 *
 * @param now Unix ms
 * @throws AppError `invalid_request` when it is none of them.
 */
export function readPlausibleRows(
  names: readonly string[],
  rows: readonly Row[],
  now: number,
): { readonly days: readonly ImportedDay[]; readonly refusals: readonly Refusal[] } {
  const columns = columnsOf(names);
  const report = reportOf(columns);
  const days: ImportedDay[] = [];
  const refusals: Refusal[] = [];
  for (const { line, cells } of rows) {
    const read = readRow(columns.cellsOf(cells), report, now);
    if ('problem' in read) refusals.push({ line, message: read.problem });
    else days.push(read.day);
  }
  return { days, refusals };
}

function reportOf(columns: Columns): PlausibleReport {
  const report = PLAUSIBLE_REPORTS.find(({ key }) => key === '' || columns.has(key));
  if (report && columns.has('date') && columns.has('visitors')) return report;
  throw wrongFile(
    "Send one of the files of Plausible's export, such as imported_visitors_….csv, with its first line.",
  );
}

type ReadDay = { readonly day: ImportedDay } | { readonly problem: string };

function readRow(cell: CellOf, { report, key, details, visits }: PlausibleReport, now: number): ReadDay {
  const day = cell('date');
  const at = parseTimestamp(`${day}T00:00:00Z`);
  if (at === undefined) return { problem: 'date is no date such as 2026-03-01.' };
  if (at < now - MAX_IMPORT_AGE_MS) return { problem: 'date is more than five years ago.' };
  if (at > now + DAY_MS) return { problem: 'date is in the future.' };
  const text = key === '' ? '' : cell(key);
  const detail = details.map((name) => cell(name));
  if (![text, ...detail].every((each) => isPlainText(each) && each.length <= MAX_KEY))
    return { problem: `A text has a control character or more than ${MAX_KEY} characters.` };
  const numbers = {
    visitors: countOf(cell('visitors')),
    visits: countOf(visits === '' ? '' : cell(visits)),
    pageviews: countOf(cell('pageviews')),
    bounces: countOf(cell('bounces')),
    visit_seconds: countOf(cell('visit_duration')),
    events: countOf(cell('events')),
  };
  const wrong = Object.entries(numbers).find(([, number]) => number === undefined);
  if (wrong) return { problem: `${wrong[0]} is no whole number.` };
  return {
    day: {
      report,
      day,
      key: ourName(report, text),
      // The key as it came stands there too: two names of theirs may be one of ours.
      detail: JSON.stringify([text, ...detail]),
      ...(numbers as Readonly<Record<keyof typeof numbers, number>>),
    },
  };
}

/** 0 where the file has no such number; undefined when it is none. */
function countOf(text: string): number | undefined {
  if (text === '') return 0;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return number;
}

/** The key as our own events have it, so that both can be laid side by side. */
function ourName(report: string, text: string): string {
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
