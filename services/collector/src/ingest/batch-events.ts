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
  /** Whether the line is one of `click_ids`, not an event. */
  readonly isClickId: boolean;
}

/** The values of a batch's events that its delivery queries. */
export interface BatchSummary {
  readonly workspaceIds: ReadonlySet<number>;
  readonly siteIds: ReadonlySet<number>;
  /** Decimal. */
  readonly visitorKeys: ReadonlySet<string>;
  /** The earliest and the latest time, ISO 8601; undefined without events. */
  readonly period: { readonly first: string; readonly last: string } | undefined;
  /** The numbers of the lines whose sessions are derived. */
  readonly derived: readonly number[];
}

/** Several steps of the delivery need the summary of the same batch. */
const summaries = new WeakMap<Buffer, BatchSummary>();

/**
 * Summarises a batch. Its events are not kept: a batch has thousands, and keeping them until it is stored took 25 instead of 10 ms
 * of the thread that answers requests.
 */
export function summaryOf(lines: Buffer): BatchSummary {
  const cached = summaries.get(lines);
  if (cached) return cached;
  const [workspaceIds, siteIds, visitorKeys] = [new Set<number>(), new Set<number>(), new Set<string>()];
  const derived: number[] = [];
  let period: { first: string; last: string } | undefined;
  for (const { index, workspaceId, siteId, visitorKey, ts, isDerived } of eventsOf(lines)) {
    workspaceIds.add(workspaceId);
    siteIds.add(siteId);
    visitorKeys.add(visitorKey);
    period ??= { first: ts, last: ts };
    if (ts < period.first) period.first = ts;
    if (ts > period.last) period.last = ts;
    if (isDerived) derived.push(index);
  }
  const summary = { workspaceIds, siteIds, visitorKeys, period, derived };
  summaries.set(lines, summary);
  return summary;
}

const LINE_END = 0x0a;

/**
 * The events of a batch. A line whose members cannot be in a query has none: ClickHouse rejects it, and it becomes a dead letter.
 *
 * @param lines as `toEventLine` writes them. Only their heads are read: parsing the JSON would double the cost of a browser event.
 */
export function* eventsOf(lines: Buffer): Generator<BatchEvent> {
  for (let begin = 0, index = 0; begin < lines.length; index += 1) {
    const end = lines.indexOf(LINE_END, begin) + 1 || lines.length;
    const event = eventOf(lines, { index, begin, end });
    if (event) yield event;
    begin = end;
  }
}

/** Returns lines with their ends. */
export function splitLines(lines: Buffer): string[] {
  return lines.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the lines without some of them, by number. */
export function linesWithout(lines: Buffer, dropped: ReadonlySet<number>): Buffer {
  return Buffer.from(
    splitLines(lines)
      .filter((_, index) => !dropped.has(index))
      .join(''),
  );
}

const CLICK_ID_MEMBER = Buffer.from('Z","parameter":"');

/** Separates the lines of `events` from those of `click_ids`. */
export function splitClickIds(lines: Buffer): { readonly events: Buffer; readonly clickIds: Buffer } {
  // Most batches have none. An event's properties can contain this text, too.
  if (!lines.includes(CLICK_ID_MEMBER)) return { events: lines, clickIds: Buffer.alloc(0) };
  const found = new Set<number>();
  for (const { index, isClickId } of eventsOf(lines)) if (isClickId) found.add(index);
  const clickIds = splitLines(lines).filter((_, index) => found.has(index));
  return { events: linesWithout(lines, found), clickIds: Buffer.from(clickIds.join('')) };
}

/**
 * The first members of a line. A line with a derived session continues with the session of its sender, a line of `click_ids` with the
 * parameter.
 */
const HEAD =
  /^\{"workspace_id":(\d{1,15}),"site_id":(\d{1,15}),"visitor_id":"(\d{1,20})","ts":"([-\dT:.]{23}Z)","received_at":"([-\dT:.]{23}Z)",(?:("sent_session")|("parameter"))?/;
/** Longest head. */
const HEAD_BYTES = 200;

function eventOf(
  lines: Buffer,
  { index, begin, end }: { readonly index: number; readonly begin: number; readonly end: number },
): BatchEvent | undefined {
  const head = HEAD.exec(lines.toString('latin1', begin, Math.min(end, begin + HEAD_BYTES)));
  if (!head) return eventOfEarlierRelease(lines.toString('utf8', begin, end), index);
  const [, workspaceId, siteId, visitorKey = '', ts = '', receivedAt = '', sentSession, parameter] = head;
  if (!isVisitorKey(visitorKey)) return undefined;
  const ids = { workspaceId: Number(workspaceId), siteId: Number(siteId), visitorKey };
  const kind = { isDerived: sentSession !== undefined, isClickId: parameter !== undefined };
  return { index, ...ids, ts, receivedAt, ...kind };
}

/** A log may contain lines of an earlier release, with their members in another order. */
function eventOfEarlierRelease(line: string, index: number): BatchEvent | undefined {
  const row = rowOf(line);
  if (!row) return undefined;
  const { workspace_id: workspaceId, site_id: siteId, visitor_id: visitorKey, ts, received_at } = row;
  const isDerived = Object.hasOwn(row, 'evidence');
  return { index, workspaceId, siteId, visitorKey, ts, receivedAt: received_at, isDerived, isClickId: false };
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

/** The largest key, 2^64 - 1. Texts of the same length compare as their numbers do. */
const MAX_VISITOR_KEY = '18446744073709551615';

function isVisitorKey(text: string): boolean {
  return /^\d{1,20}$/.test(text) && (text.length < MAX_VISITOR_KEY.length || text <= MAX_VISITOR_KEY);
}
