import type { EventRow } from '@headwater/eventstore/event-columns';

/** The members of a batch's line that decide about its delivery. */
export interface BatchEvent {
  /** The number of its line. */
  readonly index: number;
  readonly workspaceId: number;
  readonly siteId: number;
  /** Decimal, below 2^64. */
  readonly visitorKey: string;
  /** ISO 8601 in UTC with milliseconds: the texts compare as the times do. */
  readonly ts: string;
  readonly receivedAt: string;
  /** Whether its session is derived. */
  readonly isDerived: boolean;
}

/** Several steps of the delivery need the events of the same batch. */
const cache = new WeakMap<Buffer, readonly BatchEvent[]>();

const LINE_END = 0x0a;

/**
 * Returns the events of a batch. A line whose members cannot be in a query has none: ClickHouse rejects it, and it becomes a dead
 * letter.
 *
 * @param lines as `toEventLine` writes them. Only their heads are read: parsing the JSON would double the cost of a browser event.
 */
export function eventsOf(lines: Buffer): readonly BatchEvent[] {
  const cached = cache.get(lines);
  if (cached) return cached;
  const events: BatchEvent[] = [];
  for (let begin = 0, index = 0; begin < lines.length; index += 1) {
    const end = lines.indexOf(LINE_END, begin) + 1 || lines.length;
    const event = eventOf(lines, { index, begin, end });
    if (event) events.push(event);
    begin = end;
  }
  cache.set(lines, events);
  return events;
}

/** Returns lines with their ends. */
export function splitLines(lines: Buffer): string[] {
  return lines.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The first members of a line. A line with a derived session continues with the session of its sender. */
const HEAD =
  /^\{"workspace_id":(\d{1,15}),"site_id":(\d{1,15}),"visitor_id":"(\d{1,20})","ts":"([-\dT:.]{23}Z)","received_at":"([-\dT:.]{23}Z)",("sent_session")?/;
/** Longest head. */
const HEAD_BYTES = 200;

function eventOf(
  lines: Buffer,
  { index, begin, end }: { readonly index: number; readonly begin: number; readonly end: number },
): BatchEvent | undefined {
  const head = HEAD.exec(lines.toString('latin1', begin, Math.min(end, begin + HEAD_BYTES)));
  if (!head) return eventOfEarlierRelease(lines.toString('utf8', begin, end), index);
  const [, workspaceId, siteId, visitorKey = '', ts = '', receivedAt = '', sentSession] = head;
  if (!isVisitorKey(visitorKey)) return undefined;
  const ids = { workspaceId: Number(workspaceId), siteId: Number(siteId), visitorKey };
  return { index, ...ids, ts, receivedAt, isDerived: sentSession !== undefined };
}

/** A log may contain lines of an earlier release, with their members in another order. */
function eventOfEarlierRelease(line: string, index: number): BatchEvent | undefined {
  const row = rowOf(line);
  if (!row) return undefined;
  const { workspace_id: workspaceId, site_id: siteId, visitor_id: visitorKey, ts, received_at } = row;
  const isDerived = Object.hasOwn(row, 'evidence');
  return { index, workspaceId, siteId, visitorKey, ts, receivedAt: received_at, isDerived };
}

/**
 * The row of a line; undefined if its visitor, workspace, site or time cannot be in a query. Such a line is delivered as it is: ClickHouse
 * rejects it, and it becomes a dead letter.
 */
export function rowOf(line: string): EventRow | undefined {
  let row: EventRow;
  try {
    row = JSON.parse(line) as EventRow;
  } catch {
    return undefined;
  }
  const areIntegers = [row.workspace_id, row.site_id].every(Number.isSafeInteger);
  return isVisitorKey(row.visitor_id) && areIntegers && !Number.isNaN(Date.parse(row.ts)) ? row : undefined;
}

function isVisitorKey(text: string): boolean {
  return /^\d{1,20}$/.test(text) && (text.length < 20 || BigInt(text) < 2n ** 64n);
}
