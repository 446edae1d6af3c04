import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { FieldError } from '@headwater/kit/errors';
import { DROP_REASONS, type DropReason } from '@headwater/protos/drop-reasons';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { containsEmailAddress, visitorIdProblem } from '@headwater/protos/visitor-id';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { BLANK_EVENT, draftOf, type DraftEvent, type SentTo } from '../draft-event';
import { locationFrom, NOWHERE } from '../ip-address';
import { IMPORT_STEPS, runSteps, type StepWatch } from '../pipeline';
import { parseDatabaseTime } from '../timestamps';
import { columnsOf, wrongFile, type CellOf, type Columns, type Refusal, type Row } from './file-rows';
import { agentOfUmami, umamiEventId, umamiVisitorId } from './umami-names';

/** Drop reasons in terms of the file's columns. */
const COLUMN_PROBLEMS: Partial<Readonly<Record<DropReason, FieldError>>> = {
  host_mismatch: {
    field: 'hostname',
    message: "hostname is neither the site's domain nor a subdomain of it.",
  },
  invalid_event: {
    field: 'url_path',
    message: `event_name is empty or longer than ${EVENT_LIMITS.maxNameLength} characters, or the page address is invalid.`,
  },
  too_old: { field: 'created_at', message: 'created_at is more than five years ago.' },
  in_future: { field: 'created_at', message: 'created_at is in the future.' },
};

export interface UmamiContext {
  readonly site: SentTo;
  /** Unix ms. */
  readonly now: number;
  readonly storedIds: StoredIds;
  readonly watch: StepWatch;
}

/**
 * Reads rows of Umami's `website_event.csv` and runs them through the pipeline. The sessions of the events are resolved later.
 *
 * An Umami session is a visitor here, an Umami visit a session.
 *
 * @throws AppError `invalid_request` when required columns are missing.
 */
export function readUmamiEvents(
  names: readonly string[],
  rows: readonly Row[],
  { site, now, storedIds, watch }: UmamiContext,
): { readonly kept: readonly DraftEvent[]; readonly refusals: readonly Refusal[] } {
  const columns = columnsOf(names);
  requireColumns(columns);
  const refusals: Refusal[] = [];
  const drafts: DraftEvent[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const result = readRow(columns.cellsOf(cells), index, site);
    if ('problem' in result) refusals.push({ line, ...result.problem });
    else drafts.push(result.draft);
  }
  const context = {
    site,
    now,
    storedIds,
    // No step for imports uses these.
    locationOf: () => NOWHERE,
    isDatacenter: () => false,
    isTooFast: () => false,
  };
  const { kept, dropped } = runSteps(IMPORT_STEPS, drafts, context, watch);
  for (const { index, reason, problem } of dropped) {
    const { field, message } = COLUMN_PROBLEMS[reason] ?? {
      field: 'row',
      message: DROP_REASONS[reason].meaning,
    };
    const column = problem?.field === 'name' ? 'event_name' : field;
    const text =
      problem?.field === 'time' && reason === 'too_old' ? `created_at ${problem.message}.` : message;
    refusals.push({ line: rows[index]?.line ?? 0, field: column, message: text });
  }
  return { kept, refusals };
}

/** Columns that identify a row. */
const REQUIRED = ['event_id', 'session_id', 'created_at', 'url_path'] as const;

function requireColumns(columns: Columns): void {
  const missing = REQUIRED.filter((name) => !columns.has(name));
  if (missing.length > 0)
    throw wrongFile(`It lacks the columns ${missing.join(', ')} of Umami's website_event.csv.`);
}

/** Umami's types of rows: pageviews and custom events. */
const PAGEVIEWS: ReadonlySet<string> = new Set(['', '1']);
const CUSTOM = '2';

type ReadRow = { readonly draft: DraftEvent } | { readonly problem: FieldError };

function readRow(cell: CellOf, index: number, { siteId, domain }: SentTo): ReadRow {
  const type = cell('event_type');
  const time = parseDatabaseTime(cell('created_at'));
  if (time === undefined)
    return problemOf('created_at', 'created_at is no time such as 2026-03-01 10:00:00.');
  if (!PAGEVIEWS.has(type) && type !== CUSTOM)
    return problemOf('event_type', 'event_type is neither 1, a pageview, nor 2, an event.');
  const empty = ['event_id', 'session_id'].find((name) => cell(name) === '');
  if (empty !== undefined) return problemOf(empty, 'event_id and session_id must not be empty.');
  // The stored id is a digest of it, which could confirm a guessed address.
  if (containsEmailAddress(cell('event_id')))
    return problemOf('event_id', 'event_id must not contain an email address.');
  for (const name of ['session_id', 'visit_id']) {
    const problem = cell(name) === '' ? undefined : visitorIdProblem(cell(name));
    if (problem !== undefined) return problemOf(name, `${name} ${problem}.`);
  }
  const url = urlOf(cell, domain);
  const referrer = referrerOf(cell);
  const { maxUrlLength } = EVENT_LIMITS;
  const long = `An address is longer than ${maxUrlLength} characters.`;
  if (url.length > maxUrlLength) return problemOf('url_path', long);
  if (referrer.length > maxUrlLength) return problemOf('referrer_path', long);
  const draft = draftOf(
    {
      ...BLANK_EVENT,
      index,
      id: umamiEventId(siteId, cell('event_id')),
      ownId: true,
      name: type === CUSTOM ? cell('event_name') : PAGEVIEW,
      url,
      referrer,
      time,
      visitor: umamiVisitorId(siteId, cell('session_id')),
      session: cell('visit_id') === '' ? '' : umamiVisitorId(siteId, cell('visit_id')),
    },
    time,
  );
  draft.agent = agentOfUmami(cell('device'), cell('browser'), cell('os'));
  draft.location = locationFrom({ country: cell('country'), region: cell('region') });
  return { draft };
}

function problemOf(field: string, message: string): ReadRow {
  return { problem: { field, message } };
}

/** Columns beside `url_query` that contain a parameter of the page's address. */
const TAGS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'msclkid',
] as const;

/** The page's address. Old exports have no host: the site's domain is used. */
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
