import {
  columnNames,
  unknownColumns,
  type ColumnGroup,
  type EventRow,
} from '@headwater/eventstore/event-columns';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import type { DraftEvent, SentTo } from './draft-event';
import { NO_PROPS } from './event-limits';
import { withoutCutValues } from './script-cuts';
import { REDACTED, scrubOf, scrubProps, type Scrub } from './scrub';
import { isoTime } from './timestamps';

export interface RowContext {
  readonly site: SentTo;
  readonly origin: EventRow['origin'];
  /** Arrival time, Unix ms. */
  readonly receivedAt: number;
}

/**
 * The line of JSON that ClickHouse inserts as one `EventRow`, with its line end. It contains neither the visitor's address
 * nor the raw ids. All texts are scrubbed, unless the site disables it, after the steps have read them.
 *
 * Only the columns of the group `event` are listed here; the other groups are written as `EVENT_COLUMNS` lists them. The members that
 * the delivery reads are first (`ingest/batch-events.ts`).
 */
export function toEventLine(draft: DraftEvent, { site, origin, receivedAt }: RowContext): string {
  const { sent } = draft;
  const scrub = scrubOf(site);
  const columnsText = site.scrub ? scrubbedText : rawText;
  // Only the browser script cuts properties.
  const props =
    site.scrub && origin === 'browser' && sent.props !== NO_PROPS ? withoutCutValues(sent.props) : sent.props;
  // Column names, ids, times and the origin contain no character that JSON escapes.
  return (
    `{"workspace_id":${site.workspaceId},"site_id":${site.siteId},"visitor_id":"${draft.visitorKey}",` +
    `"ts":"${isoTime(draft.ts)}","received_at":"${isoTime(receivedAt)}",${evidenceText(draft)}` +
    `"event_id":"${sent.id}","session_id":"${draft.sessionKey}","origin":"${origin}",` +
    `"name":${JSON.stringify(scrub(sent.name))},` +
    `"props":${props === NO_PROPS ? '{}' : JSON.stringify(scrubProps(props, scrub))},` +
    `${columnsText(draft.page, 'page')},${columnsText(draft.location, 'location')},` +
    `${columnsText(draft.agent, 'agent')},${columnsText(draft.acquisition, 'acquisition')}}\n`
  );
}

/** Only lines of events with a derived session contain these members. The columns' defaults describe the other events. */
function evidenceText({ sentSession, evidence }: DraftEvent): string {
  return evidence === 0 ? '' : `"sent_session":"${sentSession || '0'}","evidence":${evidence},"own":"",`;
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

/**
 * Returns the function that writes a group's columns as members of a JSON object, without the braces. It caches the texts by
 * the object that carries the columns: events of one page, browser or session share these objects, because the steps cache them.
 */
function createColumnsText(scrub: Scrub): (columns: object | undefined, group: SharedGroup) => string {
  const texts = new WeakMap<object, string>();
  return (columns, group) => {
    const shared = columns ?? UNKNOWN[group];
    let text = texts.get(shared);
    if (text === undefined) {
      text = JSON.stringify(scrubbed(shared, NAMES[group], scrub), NAMES[group]).slice(1, -1);
      texts.set(shared, text);
    }
    return text;
  };
}

const scrubbedText = createColumnsText(scrubOf({ scrub: true }));
const rawText = createColumnsText(scrubOf({ scrub: false }));

/** In a query, `+` means a space: an address such as `ada+news@example.com` becomes two words, and only the second has an `@`. */
const isTag = (name: string): boolean => name === 'source' || name.startsWith('utm_');

/** The columns with scrubbed texts, campaign tags with an address as a whole; the same object if nothing changes. */
function scrubbed(columns: object, names: readonly string[], scrub: Scrub): object {
  const values = columns as Readonly<Record<string, string | number>>;
  const scrubValue = (name: string) => {
    const value = values[name];
    if (typeof value !== 'string') return value;
    const text = scrub(value);
    return text !== value && isTag(name) && containsEmailAddress(value) ? REDACTED : text;
  };
  if (names.every((name) => scrubValue(name) === values[name])) return columns;
  return Object.fromEntries(names.map((name) => [name, scrubValue(name)]));
}
