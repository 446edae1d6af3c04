import { EVIDENCE } from '@headwater/eventstore/event-columns';
import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { isScriptVisitorId } from '@headwater/protos/visitor-id';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

/** Sessions of some visitors, over all sites of a workspace. */
interface TouchesPlan {
  readonly workspaceId: number;
  /** From `StoredIds`. */
  readonly visitorIds: readonly string[];
  /** Those of `visitorIds` that anyone can guess. */
  readonly guessableIds: readonly string[];
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

type Row = Touch & { readonly total: number };

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
    if (anonymousIds.length === 0) return { touches: [], total: 0 };
    const keys = keysOf(await dependencies.storedIds(call.signal), workspaceId, anonymousIds);
    const plan = { workspaceId, ...keys, afterMs, limit, nowMs: dependencies.clock.now() };
    const { data } = await runQuery(dependencies, { name: 'readTouches', signal: call.signal }, (run) =>
      run<Row>(compileTouches(plan)),
    );
    return {
      touches: data.map(({ total: _, ...touch }) => touch),
      total: data[0]?.total ?? 0,
    };
  };
}

interface VisitorRow extends Touch {
  readonly visitorId: string;
  readonly device: string;
  /** Unix milliseconds. -1: sent with a token; 0: not stored any more. */
  readonly arrivedAtMs: number;
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
    if (anonymousIds.length === 0) return { sessions: [] };
    const storedIds = await dependencies.storedIds(call.signal);
    const indexes = new Map(anonymousIds.map((id, index) => [storedIds.ofVisitor(workspaceId, id), index]));
    const keys = keysOf(storedIds, workspaceId, anonymousIds);
    const plan = { workspaceId, ...keys, afterMs, nowMs: dependencies.clock.now() };
    const { data } = await runQuery(dependencies, { name: 'readSessions', signal: call.signal }, (run) =>
      run<VisitorRow>(compileSessions(plan)),
    );
    return {
      sessions: data.map(({ visitorId, device, arrivedAtMs, ...touch }) => ({
        index: indexes.get(visitorId) ?? 0,
        touch,
        device,
        ...(arrivedAtMs < 0 ? {} : { arrivedAtMs }),
      })),
    };
  };
}

const keysOf = (
  { ofVisitor }: StoredIds,
  workspaceId: number,
  anonymousIds: readonly string[],
): Pick<TouchesPlan, 'visitorIds' | 'guessableIds'> => {
  const keys = (ids: readonly string[]): string[] => [
    ...new Set(ids.map((id) => ofVisitor(workspaceId, id))),
  ];
  return {
    visitorIds: keys(anonymousIds),
    guessableIds: keys(anonymousIds.filter((id) => !isScriptVisitorId(id))),
  };
};

/** Sessions of the same moment are sorted by their facts: ids are random. */
const NEWEST_FIRST = 'startedAtMs DESC, facts ASC, visitor_id ASC, session_id ASC';

/** A row per session, by visitor, newest first. The rows are those of `compileTouches`. */
export function compileSessions(plan: Omit<TouchesPlan, 'limit'>): Statement {
  const bindings = new Bindings();
  const columns = 'toString(events.visitor_id) AS visitorId, first.6 AS device, first.7 AS arrivedAtMs';
  return {
    query: [
      ...sessionLines(plan, bindings, columns),
      `ORDER BY visitorId ASC, ${NEWEST_FIRST}`,
      `LIMIT ${bindings.bind('limit', 'UInt16', MAX_TOUCHES)} BY visitorId`,
    ].join('\n'),
    params: bindings.params,
  };
}

/** A row per session, newest first, with the number of all sessions. */
export function compileTouches(plan: TouchesPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      ...sessionLines(plan, bindings, 'count() OVER () AS total'),
      `ORDER BY ${NEWEST_FIRST}`,
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

const IS_DERIVED = `bitAnd(events.evidence, ${EVIDENCE.derived}) > 0`;
const ownColumn = (column: string): string =>
  `if(events.own = '', events.${column}, JSONExtractString(events.own, '${column}'))`;
const HAS_ARRIVAL = "events.received_at > toDateTime64(0, 3, 'UTC')";
const ARRIVED_AT = `if(events.origin = 'browser' AND ${HAS_ARRIVAL}, events.received_at, events.ts)`;
const IS_LATE = "events.origin = 'browser' AND events.received_at > events.ts + INTERVAL 1 DAY";

/**
 * The sessions that began after the moment. Anyone can send browser events, with any time. Therefore the event that arrived first
 * describes a session, so that later ones change nothing; among events of the same moment, the smallest values. Events can overtake
 * each other: the session starts with the earliest of those that arrived within a minute of the first. An event that was sent
 * with a token counts as arrived at its time, and a browser event whose arrival is not stored any more, too. As for first touches,
 * browser events that arrived over 24 hours after their time don't count. Those of a guessable visitor id don't count next to an event
 * that was sent with a token. Events count with their own page and referrer if browser events decide the session that the collector
 * derived.
 *
 * The condition on the site does not change the result, but lets ClickHouse use the primary key, which begins with the site.
 */
function sessionLines(plan: Omit<TouchesPlan, 'limit'>, bindings: Bindings, columns: string): string[] {
  const workspace = bindings.bind('workspace_id', 'UInt64', plan.workspaceId);
  const after = Math.max(plan.afterMs, plan.nowMs - QUERY_LIMITS.maxDays * DAY_MS);
  const guessable = bindings.bind('guessable_ids', 'Array(UInt64)', plan.guessableIds.map(BigInt));
  const counts = `(events.origin != 'browser' OR visitor_id NOT IN (
    SELECT visitor_id FROM first_touches WHERE workspace_id = ${workspace} AND visitor_id IN ${guessable}
    GROUP BY visitor_id HAVING min(trusted_touch).1 < toDateTime64('2200-01-01', 3, 'UTC')))`;
  const facts = (sqlOf: (column: string) => string): string => TOUCH_COLUMNS.map(sqlOf).join(', ');
  return [
    // Qualified, because the result has columns of the same names.
    'WITH minIf((',
    `    ${ownColumn('channel')} = '', ${ARRIVED_AT}, events.ts,`,
    `    (${facts((column) => `events.${column}`)}),`,
    `    (${facts(ownColumn)}),`,
    "    events.device, if(events.origin = 'browser', toUnixTimestamp64Milli(events.received_at), -1)),",
    `    ${counts}) AS first,`,
    `  if(max(events.origin = 'browser' AND ${IS_DERIVED}) AND NOT first.1, first.5, first.4) AS facts,`,
    `  groupArrayIf((${ownColumn('channel')} = '', ${ARRIVED_AT}, events.ts), ${counts}) AS sent,`,
    '  arrayMin(e -> e.3, arrayFilter(e -> e.1 = first.1 AND e.2 <= first.2 + INTERVAL 1 MINUTE, sent)) AS start',
    'SELECT toUnixTimestamp64Milli(start) AS startedAtMs, facts.1 AS channel, facts.2 AS source,',
    `  facts.3 AS utmCampaign, facts.4 AS landing, facts.5 AS referrer, ${columns}`,
    'FROM events FINAL',
    `WHERE workspace_id = ${workspace}`,
    `  AND site_id IN (SELECT site_id FROM site_activity WHERE workspace_id = ${workspace})`,
    `  AND visitor_id IN ${bindings.bind('visitor_ids', 'Array(UInt64)', plan.visitorIds.map(BigInt))}`,
    // Starts a day earlier, so that a session that began before the moment has its real start and is excluded.
    `  AND ts >= ${bindings.instant('start', after - DAY_MS)} AND ts < ${bindings.instant('end', plan.nowMs + DAY_MS)}`,
    `  AND events.channel != '' AND NOT (${IS_LATE})`,
    'GROUP BY visitor_id, session_id',
    // A session without an event that counts starts in 1970.
    `HAVING start > ${bindings.instant('after', after)}`,
  ];
}
