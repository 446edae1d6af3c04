import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

/** Sessions of some visitors, over all sites of a workspace. */
interface TouchesPlan {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
  /** Sessions that began later than this, Unix milliseconds. */
  readonly afterMs: number;
  readonly limit: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/** The start and source of a session. */
interface Touch {
  /** Unix milliseconds. */
  readonly startedAtMs: number;
  readonly channel: string;
  readonly source: string;
  readonly utmCampaign: string;
  readonly landing: string;
  readonly referrer: string;
}

type Row = Touch & { readonly first: unknown; readonly total: number };

const { touches: MAX_TOUCHES, firstTouches: MAX_VISITORS } = BATCH_LIMITS;
/** Columns that describe how a session began. */
const TOUCH_COLUMNS = ['channel', 'source', 'utm_campaign', 'landing', 'referrer'];
const DAY_MS = 86_400_000;

/** The newest sessions of some visitors after a moment, newest first, and the number of all of them. */
export function createListTouches(dependencies: Dependencies): Handlers<AnalyticsDefinition>['ListTouches'] {
  return async ({ anonymousIds, afterMs, limit }, call) => {
    const workspaceId = call.workspaceId();
    const problems = [
      ...(anonymousIds.length > MAX_TOUCHES
        ? [invalid('anonymousIds', `must be at most ${MAX_TOUCHES}`)]
        : []),
      ...(anonymousIds.includes('') ? [invalid('anonymousIds', 'must not be empty')] : []),
      ...(limit < 1 || limit > MAX_TOUCHES ? [invalid('limit', `must be 1 to ${MAX_TOUCHES}`)] : []),
      ...(afterMs < 0 ? [invalid('afterMs', 'must not be negative')] : []),
    ];
    if (problems.length > 0) throw requestError(problems);
    const visitorIds = [...new Set(anonymousIds.map((id) => visitorKey(workspaceId, id)))];
    if (visitorIds.length === 0) return { touches: [], total: 0 };
    const plan = { workspaceId, visitorIds, afterMs, limit, nowMs: dependencies.clock.now() };
    const { data } = await runQuery(dependencies, { name: 'readTouches', signal: call.signal }, (run) =>
      run<Row>(compileTouches(plan)),
    );
    return {
      touches: data.map(({ first: _, total: _total, ...touch }) => touch),
      total: data[0]?.total ?? 0,
    };
  };
}

interface VisitorRow extends Touch {
  readonly first: unknown;
  readonly visitorId: string;
  readonly device: string;
}

/** The newest sessions of each of many visitors after a moment: one scan of the workspace's sites for all of them. */
export function createListSessions(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListSessions'] {
  return async ({ anonymousIds, afterMs }, call) => {
    const workspaceId = call.workspaceId();
    const problems = [
      ...(anonymousIds.length > MAX_VISITORS
        ? [invalid('anonymousIds', `must be at most ${MAX_VISITORS}`)]
        : []),
      ...(anonymousIds.includes('') ? [invalid('anonymousIds', 'must not be empty')] : []),
      ...(afterMs < 0 ? [invalid('afterMs', 'must not be negative')] : []),
    ];
    if (problems.length > 0) throw requestError(problems);
    const indexes = new Map(anonymousIds.map((id, index) => [visitorKey(workspaceId, id), index]));
    if (indexes.size === 0) return { sessions: [] };
    const plan = { workspaceId, visitorIds: [...indexes.keys()], afterMs, nowMs: dependencies.clock.now() };
    const { data } = await runQuery(dependencies, { name: 'readSessions', signal: call.signal }, (run) =>
      run<VisitorRow>(compileSessions(plan)),
    );
    return {
      sessions: data.map(({ first: _, visitorId, device, ...touch }) => ({
        index: indexes.get(visitorId) ?? 0,
        touch,
        device,
      })),
    };
  };
}

/** A row per session, by visitor, newest first. The rows are those of `compileTouches`. */
export function compileSessions(plan: Omit<TouchesPlan, 'limit'>): Statement {
  const bindings = new Bindings();
  return {
    query: [
      `SELECT min((ts, ${[...TOUCH_COLUMNS, 'device'].map((column) => `events.${column}`).join(', ')})) AS first,`,
      ...sessionLines(plan, bindings, 'toString(events.visitor_id) AS visitorId, first.7 AS device'),
      'ORDER BY visitorId ASC, startedAtMs DESC, session_id ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', MAX_TOUCHES)} BY visitorId`,
    ].join('\n'),
    params: bindings.params,
  };
}

/**
 * A row per session, newest first, with the number of all sessions. As for first touches, a session's first event that has a
 * channel describes it; among events of the same moment, the smallest values.
 *
 * The condition on the site does not change the result, but lets ClickHouse use the primary key, which begins with the site.
 */
export function compileTouches(plan: TouchesPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      // Qualified, because the result has columns of the same names.
      `SELECT min((ts, ${TOUCH_COLUMNS.map((column) => `events.${column}`).join(', ')})) AS first,`,
      ...sessionLines(plan, bindings, 'count() OVER () AS total'),
      'ORDER BY startedAtMs DESC, visitor_id ASC, session_id ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/** The columns of a touch in the tuple `first`, further `columns`, and the sessions that began after the moment. */
function sessionLines(plan: Omit<TouchesPlan, 'limit'>, bindings: Bindings, columns: string): string[] {
  const workspace = bindings.bind('workspace_id', 'UInt64', plan.workspaceId);
  const after = Math.max(plan.afterMs, plan.nowMs - QUERY_LIMITS.maxDays * DAY_MS);
  return [
    '  toUnixTimestamp64Milli(first.1) AS startedAtMs, first.2 AS channel, first.3 AS source,',
    `  first.4 AS utmCampaign, first.5 AS landing, first.6 AS referrer, ${columns}`,
    'FROM events FINAL',
    `WHERE workspace_id = ${workspace}`,
    `  AND site_id IN (SELECT site_id FROM site_activity WHERE workspace_id = ${workspace})`,
    `  AND visitor_id IN ${bindings.bind('visitor_ids', 'Array(UInt64)', plan.visitorIds.map(BigInt))}`,
    // Starts a day earlier, so that a session that began before the moment has its real start and is excluded.
    `  AND ts >= ${bindings.instant('start', after - DAY_MS)} AND ts < ${bindings.instant('end', plan.nowMs + DAY_MS)}`,
    "  AND events.channel != ''",
    'GROUP BY visitor_id, session_id',
    `HAVING first.1 > ${bindings.instant('after', after)}`,
  ];
}
