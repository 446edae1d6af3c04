import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { scopeSql } from '../query/compile';
import { planQuery, type Scope } from '../query/plan';
import { readVisitorKey, visitorOfPseudonym } from '../query/pseudonyms';
import { readQuery } from '../query/read-query';
import { withDefaultRange } from '../query/window';
import { ALL_ARRIVALS } from '../query/first-touch';
import { queryFirstTouches } from './first-touches';

/** A visitor of a site, in a window. */
interface VisitorScope extends Scope {
  /** As stored: unsigned 64-bit decimal. */
  readonly visitorId: string;
}

/** A row of `compileVisits`: one session. */
interface SessionRow {
  readonly session: string;
  readonly events: number;
  readonly started_at_ms: number;
  readonly ended_at_ms: number;
  readonly channel_of: string;
  readonly source_of: string;
  readonly landing_of: string;
  readonly device_of: string;
  readonly country_of: string;
  readonly region_of: string;
}

/** A row of `compileVisitorEvents`. */
interface EventRow {
  readonly session: string;
  readonly time_ms: number;
  readonly name: string;
  readonly pathname: string;
  readonly props: Readonly<Record<string, string>>;
}

/** The rows that ClickHouse returned for one visitor. */
interface VisitorRows {
  readonly sessions: readonly SessionRow[];
  /** Newest first. */
  readonly events: readonly EventRow[];
  /** Channel of the visitor's first session in the workspace; `''` when unknown. */
  readonly firstChannel: string;
}

const DEFAULT_RANGE = '730d';
/** Columns that describe a session. */
const SESSION_COLUMNS = ['channel', 'source', 'landing', 'device', 'country', 'region'];

/** The sessions and events of one visitor, found by its pseudonym in an export. */
export function createGetVisitor(dependencies: Dependencies): Handlers<AnalyticsDefinition>['GetVisitor'] {
  return async ({ question, visitorId: pseudonym, visitorKey }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const { scope } = planQuery(
      readQuery(question && withDefaultRange(question, DEFAULT_RANGE), []),
      context,
    );
    const visitorId = visitorOfPseudonym(pseudonym, readVisitorKey(visitorKey));
    const rows =
      visitorId &&
      (await runQuery(dependencies, { name: 'readVisitor', signal: call.signal }, (run) =>
        queryVisitor(run, { ...scope, visitorId }),
      ));
    if (rows && rows.sessions.length > 0) return shapeVisitor(rows);
    throw failure(
      'visitor_not_found',
      'No visitor with this id in this window. Use a visitorId from an export of the same workspace.',
    );
  };
}

async function queryVisitor(run: RunStatement, scope: VisitorScope): Promise<VisitorRows> {
  const { workspaceId, visitorId } = scope;
  const [sessions, events, touches] = await Promise.all([
    run<SessionRow>(compileVisits(scope)),
    run<EventRow>(compileVisitorEvents(scope)),
    queryFirstTouches(run, workspaceId, [{ visitorId, link: ALL_ARRIVALS }]),
  ]);
  return {
    sessions: sessions.data,
    events: events.data,
    firstChannel: touches[0]?.channel ?? '',
  };
}

/** A row per session with events, oldest first. Unknown values are `''`. */
export function compileVisits(scope: VisitorScope): Statement {
  const bindings = new Bindings();
  // The session's first event that has a channel decides; among events of the same moment, the smallest value.
  const first = (column: string): string =>
    `argMinIf(${column}, (ts, ${column}), channel != '') AS ${column}_of`;
  return {
    query: [
      'SELECT toString(session_id) AS session, count() AS events,',
      '  toUnixTimestamp64Milli(min(ts)) AS started_at_ms, toUnixTimestamp64Milli(max(ts)) AS ended_at_ms,',
      `  ${SESSION_COLUMNS.map(first).join(', ')}`,
      `FROM events FINAL\nWHERE ${visitorSql(scope, bindings)}`,
      'GROUP BY session_id',
      'ORDER BY started_at_ms ASC, session_id ASC',
    ].join('\n'),
    params: bindings.params,
  };
}

/** The newest events, newest first. */
export function compileVisitorEvents(scope: VisitorScope): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT toString(session_id) AS session, toUnixTimestamp64Milli(ts) AS time_ms, name, pathname, props',
      `FROM events FINAL\nWHERE ${visitorSql(scope, bindings)}`,
      'ORDER BY ts DESC, event_id DESC',
      `LIMIT ${bindings.bind('limit', 'UInt16', QUERY_LIMITS.maxVisitorEvents)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

function visitorSql(scope: VisitorScope, bindings: Bindings): string {
  return [
    ...scopeSql(scope, bindings),
    `visitor_id = ${bindings.bind('visitor_id', 'UInt64', scope.visitorId)}`,
  ].join('\n  AND ');
}

function shapeVisitor({ sessions, events, firstChannel }: VisitorRows) {
  const eventsOf = new Map<string, EventRow[]>();
  for (const event of [...events].reverse()) {
    const sessionEvents = eventsOf.get(event.session);
    if (sessionEvents) sessionEvents.push(event);
    else eventsOf.set(event.session, [event]);
  }
  return {
    firstSeenAtMs: Math.min(...sessions.map(({ started_at_ms }) => started_at_ms)),
    lastSeenAtMs: Math.max(...sessions.map(({ ended_at_ms }) => ended_at_ms)),
    ...(firstChannel === '' ? {} : { channel: firstChannel }),
    sessions: sessions.flatMap((session) => {
      const shown = eventsOf.get(session.session);
      return shown ? [shapeSession(session, shown)] : [];
    }),
    olderEvents: sessions.reduce((sum, session) => sum + session.events, 0) - events.length,
  };
}

function shapeSession(session: SessionRow, events: readonly EventRow[]) {
  return {
    startedAtMs: session.started_at_ms,
    channel: session.channel_of,
    source: session.source_of,
    landing: session.landing_of,
    device: session.device_of,
    country: session.country_of,
    region: session.region_of,
    events: events.map(({ time_ms, name, pathname, props }) => ({ timeMs: time_ms, name, pathname, props })),
  };
}
