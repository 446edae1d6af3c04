import {
  columnNames,
  unknownColumns,
  type ColumnGroup,
  type EventRow,
} from '@headwater/eventstore/event-columns';
import type { DraftEvent, SentTo } from './draft-event';
import { NO_PROPS } from './event-limits';
import { scrubProps, scrubText } from './scrub';
import { isoTime } from './timestamps';

export interface RowContext {
  readonly site: SentTo;
  readonly origin: EventRow['origin'];
  /** Arrival time, Unix ms. */
  readonly receivedAt: number;
}

/**
 * JSON of a column group by the object that carries the columns. Events of one page, browser or session share these
 * objects, because the steps cache them.
 */
const texts = new WeakMap<object, string>();

/**
 * The line of JSON that ClickHouse inserts as one `EventRow`, with its line end. It contains neither the visitor's address
 * nor the raw ids. All texts are scrubbed, after the steps have read them.
 *
 * Only the columns of the group `event` are listed here; the other groups are written as `EVENT_COLUMNS` lists them.
 */
export function toEventLine(draft: DraftEvent, { site, origin, receivedAt }: RowContext): string {
  const { sent } = draft;
  // Column names, ids, times and the origin contain no character that JSON escapes.
  return (
    `{"workspace_id":${site.workspaceId},"site_id":${site.siteId},"name":${JSON.stringify(scrubText(sent.name))},` +
    `"ts":"${isoTime(draft.ts)}","received_at":"${isoTime(receivedAt)}","event_id":"${sent.id}",` +
    `"visitor_id":"${draft.visitorKey}","session_id":"${draft.sessionKey}","origin":"${origin}",` +
    `"props":${sent.props === NO_PROPS ? '{}' : JSON.stringify(scrubProps(sent.props))},` +
    evidenceText(draft) +
    `${columnsText(draft.page, 'page')},${columnsText(draft.location, 'location')},` +
    `${columnsText(draft.agent, 'agent')},${columnsText(draft.acquisition, 'acquisition')}}\n`
  );
}

/** Only lines of events with a derived session contain this member. The columns' defaults describe the other events. */
export const EVIDENCE_MEMBER = '"evidence":';

function evidenceText({ sentSession, evidence }: DraftEvent): string {
  return evidence === 0
    ? ''
    : `"sent_session":"${sentSession || '0'}",${EVIDENCE_MEMBER}${evidence},"own":"",`;
}

type SharedGroup = Exclude<ColumnGroup, 'event'>;

const NAMES: Readonly<Record<SharedGroup, string[]>> = {
  page: [...columnNames('page')],
  location: [...columnNames('location')],
  agent: [...columnNames('agent')],
  acquisition: [...columnNames('acquisition')],
};

const UNKNOWN: Readonly<Record<SharedGroup, object>> = {
  page: unknownColumns('page'),
  location: unknownColumns('location'),
  agent: unknownColumns('agent'),
  acquisition: unknownColumns('acquisition'),
};

/** A group's columns as members of a JSON object, without the braces. */
function columnsText(columns: object | undefined, group: SharedGroup): string {
  const shared = columns ?? UNKNOWN[group];
  let text = texts.get(shared);
  if (text === undefined) {
    text = JSON.stringify(scrubbed(shared, NAMES[group]), NAMES[group]).slice(1, -1);
    texts.set(shared, text);
  }
  return text;
}

/** The columns with scrubbed texts; the same object if nothing changes. */
function scrubbed(columns: object, names: readonly string[]): object {
  const values = columns as Readonly<Record<string, string | number>>;
  const scrub = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? scrubText(value) : value;
  };
  if (names.every((name) => scrub(name) === values[name])) return columns;
  return Object.fromEntries(names.map((name) => [name, scrub(name)]));
}
