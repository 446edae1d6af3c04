import { EVIDENCE, type EventRow } from '@headwater/eventstore/event-columns';
import { insertEventLines } from '@headwater/eventstore/insert-events';
import { derivedSessionId } from '@headwater/eventstore/stored-ids';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { groupBy } from '@headwater/kit/group-by';
import {
  deriveSessions,
  READ_MARGIN_MS,
  SESSION_COLUMNS,
  type DerivedSession,
  type ReadTime,
  type SessionColumns,
} from '../domain/derive-sessions';
import { DAY_MS } from '../domain/timestamps';
import {
  findRows,
  findSessionEvents,
  MAX_KEYS,
  MAX_VISITOR_EVENTS,
  ownColumns,
  ownText,
  type StoredEvent,
  type VisitorsQuery,
} from '../store/session-events';

/** An event after which the sessions of its visitor must be derived again. */
export interface Arrival {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly visitorKey: string;
  /** Unix ms. */
  readonly ts: number;
}

/** Max corrections in a row. Each one after the first is caused by an insert of another process between a read and a write. */
const MAX_CORRECTIONS = 20;

/**
 * Returns rows with their sessions, as the stored events and the rows themselves decide them. After the insert `correctSessions`
 * must follow: another process may insert events of the same visitors meanwhile.
 *
 * @param rows as `toEventLine` writes them, with the facts of their own evidence.
 * @throws the client's error, unchanged.
 */
export async function deriveRows(
  client: ClickHouseClient,
  rows: readonly EventRow[],
  signal: AbortSignal,
): Promise<EventRow[]> {
  const own = rows.map(eventOf);
  const sessions = new Map<string, DerivedSession>();
  for (const query of queriesOf(own, signal)) {
    const keys = new Set(query.visitorKeys);
    const events = new Map((await findSessionEvents(client, query)).map((event) => [identity(event), event]));
    // A repeated event replaces its stored row: its own facts count.
    for (const event of own) if (keys.has(event.visitorKey)) events.set(identity(event), event);
    for (const visitor of byVisitor([...events.values()]))
      for (const [event, session] of sessionsOf(visitor, query)) sessions.set(identity(event), session);
  }
  return rows.map((row, index) => {
    const event = own[index];
    const session = event && sessions.get(identity(event));
    return session ? rowIn(row, event, session) : row;
  });
}

/**
 * Derives the sessions around stored events again and replaces the rows that differ, until none does. Processes that do this
 * concurrently end with the same rows: each reads after its last write, and all derive the same sessions from the same events.
 *
 * @returns false if rows still differed after 20 corrections. The next event of their visitors continues the correction.
 * @throws the client's error, unchanged.
 */
export async function correctSessions(
  client: ClickHouseClient,
  arrivals: readonly Arrival[],
  signal: AbortSignal,
): Promise<boolean> {
  let isCorrect = true;
  for (const query of queriesOf(arrivals, signal)) {
    let corrections = 0;
    while (corrections <= MAX_CORRECTIONS && (await replaceRows(client, query))) corrections += 1;
    isCorrect &&= corrections <= MAX_CORRECTIONS;
  }
  return isCorrect;
}

/** Replaces the rows of events that are not in their session; returns whether there were any. */
async function replaceRows(client: ClickHouseClient, query: VisitorsQuery): Promise<boolean> {
  const wrong = new Map<string, { readonly event: StoredEvent; readonly session: DerivedSession }>();
  for (const visitor of byVisitor(await findSessionEvents(client, query))) {
    if (visitor.length > MAX_VISITOR_EVENTS) continue;
    for (const [event, session] of sessionsOf(visitor, query))
      if (!isIn(event, session)) wrong.set(identity(event), { event, session });
  }
  for (const chunk of chunksOf([...wrong.values()], MAX_KEYS)) {
    const visitorKeys = [...new Set(chunk.map(({ event }) => event.visitorKey))];
    const ids = [...new Set(chunk.map(({ event }) => event.id))];
    const rows = await findRows(client, { ...query, visitorKeys }, ids);
    const corrected = rows.flatMap((row) => {
      const event = eventOf(row);
      const session = wrong.get(identity(event))?.session;
      return session ? [{ ...rowIn(row, event, session), evidence: row.evidence | EVIDENCE.corrected }] : [];
    });
    const lines = corrected.map((row) => `${JSON.stringify(row)}\n`).join('');
    await insertEventLines(client, {
      lines: Buffer.from(lines),
      ...(query.signal === undefined ? {} : { signal: query.signal }),
    });
  }
  return wrong.size > 0;
}

function rowIn(row: EventRow, { own }: StoredEvent, { sessionKey: key, columns }: DerivedSession): EventRow {
  return { ...row, session_id: key, ...columns, own: ownText(own, columns) };
}

/** The events of one visitor on one site with their sessions. */
function sessionsOf(
  events: readonly StoredEvent[],
  read: ReadTime,
): (readonly [StoredEvent, DerivedSession])[] {
  const [first] = events;
  if (!first) return [];
  const site = { workspaceId: first.workspaceId, siteId: first.siteId };
  if (events.length > MAX_VISITOR_EVENTS) return events.map((event) => [event, sessionOfDay(event)] as const);
  const sessions = deriveSessions(site, events, read);
  return events.map((event, index) => [event, sessions[index] ?? event] as const);
}

/**
 * The session of an event whose visitor has more events than a person causes, such as a server that sends one id for all of its
 * visitors: one a day, without further reads.
 */
function sessionOfDay({ workspaceId, siteId, visitorKey, ts, columns }: StoredEvent): DerivedSession {
  const day = Math.floor(ts / DAY_MS);
  return { sessionKey: derivedSessionId(workspaceId, siteId, `server:${visitorKey}:day ${day}`), columns };
}

function isIn(event: StoredEvent, { sessionKey: key, columns }: DerivedSession): boolean {
  return event.sessionKey === key && SESSION_COLUMNS.every((name) => event.columns[name] === columns[name]);
}

/** Queries for the visitors of some events, around their times. */
function* queriesOf(arrivals: readonly Arrival[], signal: AbortSignal): Generator<VisitorsQuery> {
  const byKey = groupBy(arrivals, ({ visitorKey }) => visitorKey);
  for (const chunk of chunksOf([...byKey], MAX_KEYS)) {
    const events = chunk.flatMap(([, ofVisitor]) => ofVisitor);
    const times = events.map(({ ts }) => ts);
    yield {
      workspaceIds: [...new Set(events.map(({ workspaceId }) => workspaceId))],
      siteIds: [...new Set(events.map(({ siteId }) => siteId))],
      visitorKeys: chunk.map(([key]) => key),
      fromMs: times.reduce((a, b) => Math.min(a, b)) - READ_MARGIN_MS,
      toMs: times.reduce((a, b) => Math.max(a, b)) + READ_MARGIN_MS,
      signal,
    };
  }
}

function byVisitor(events: readonly StoredEvent[]): Iterable<StoredEvent[]> {
  return groupBy(events, ({ siteId, visitorKey }) => `${siteId} ${visitorKey}`).values();
}

/** Rows with the same identity replace each other. */
function identity({ siteId, visitorKey, id, ts, name }: StoredEvent): string {
  return `${siteId} ${visitorKey} ${id} ${ts} ${name}`;
}

function eventOf(row: EventRow): StoredEvent {
  const columns = Object.fromEntries(
    SESSION_COLUMNS.map((name) => [name, row[name]]),
  ) as unknown as SessionColumns;
  return {
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    name: row.name,
    id: row.event_id,
    visitorKey: row.visitor_id,
    ts: timeOf(row.ts),
    sessionKey: row.session_id,
    sentSession: row.sent_session,
    evidence: row.evidence,
    columns,
    own: ownColumns(columns, row.own),
  };
}

/** Parses the time of a row: ISO 8601 as lines contain it, or the format of ClickHouse, which is UTC without a zone. */
function timeOf(text: string): number {
  return Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}Z`);
}

function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
