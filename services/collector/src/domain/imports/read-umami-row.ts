import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { BLANK_EVENT, draftOf, type DraftEvent } from '../draft-event';
import { MAX_URL } from '../event-limits';
import { locationFrom } from '../location';
import { type CellOf, type Columns, wrongFile } from './columns';
import { parseDatabaseTime } from './import-time';
import { umamiEventId, umamiPrefix } from './umami-event-id';
import { agentOfUmami } from './umami-names';

/** Columns without which a row can not be told from others. */
const REQUIRED = ['event_id', 'session_id', 'created_at', 'url_path'] as const;

/** Columns beside `url_query` that hold a parameter of the page's address. */
const TAGS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'msclkid',
] as const;

/** Umami's kinds of rows that are events of ours: pageviews and custom events. */
const PAGEVIEWS: ReadonlySet<string> = new Set(['', '1']);
const CUSTOM = '2';

/** Where a row lies and what it is imported for. */
export interface UmamiPlace {
  /** The row's place among those that are read. */
  readonly index: number;
  readonly siteId: number;
  readonly domain: string;
}

/** A row as an event on its way, or what is wrong with it. */
export type ReadRow = { readonly draft: DraftEvent } | { readonly problem: string };

/**
 * Reads rows of Umami's `website_event.csv`.
 *
 * Umami's session is a visitor of ours, its visit a session. Ids are of the site: two sites' exports never share a visitor.
 *
 * @throws AppError `invalid_request` when the file is another.
 */
export function umamiReader(columns: Columns): (row: readonly string[], place: UmamiPlace) => ReadRow {
  const missing = REQUIRED.filter((name) => !columns.has(name));
  if (missing.length > 0)
    throw wrongFile(`It lacks the columns ${missing.join(', ')} of Umami's website_event.csv.`);
  return (row, place) => readRow(columns.cellsOf(row), place);
}

function readRow(cell: CellOf, { index, siteId, domain }: UmamiPlace): ReadRow {
  const type = cell('event_type');
  const time = parseDatabaseTime(cell('created_at'));
  if (time === undefined) return { problem: 'created_at is no time such as 2026-03-01 10:00:00.' };
  if (!PAGEVIEWS.has(type) && type !== CUSTOM)
    return { problem: 'event_type is neither 1, a pageview, nor 2, an event.' };
  if (cell('event_id') === '' || cell('session_id') === '')
    return { problem: 'event_id and session_id must not be empty.' };
  const url = urlOf(cell, domain);
  const referrer = referrerOf(cell);
  if (url.length > MAX_URL || referrer.length > MAX_URL)
    return { problem: `An address is longer than ${MAX_URL} characters.` };
  const of = umamiPrefix(siteId);
  const draft = draftOf(
    {
      ...BLANK_EVENT,
      index,
      id: umamiEventId(siteId, cell('event_id')),
      name: type === CUSTOM ? cell('event_name') : PAGEVIEW,
      url,
      referrer,
      time,
      visitor: `${of}${cell('session_id')}`,
      session: cell('visit_id') === '' ? '' : `${of}${cell('visit_id')}`,
    },
    time,
  );
  draft.agent = agentOfUmami(cell('device'), cell('browser'), cell('os'));
  draft.location = locationFrom({ country: cell('country'), region: cell('region') });
  return { draft };
}

/** The page's address. Old exports have no host: the site's own is meant. */
function urlOf(cell: CellOf, domain: string): string {
  const query = new URLSearchParams(cell('url_query'));
  for (const tag of TAGS) if (!query.has(tag) && cell(tag) !== '') query.set(tag, cell(tag));
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `https://${cell('hostname') || domain}${cell('url_path').replace(/^(?!\/)/, '/')}${search}`;
}

function referrerOf(cell: CellOf): string {
  const host = cell('referrer_domain');
  return host === '' ? '' : `https://${host}${cell('referrer_path').replace(/^(?!\/|$)/, '/')}`;
}
