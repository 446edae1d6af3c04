import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { Bucket } from '@headwater/kit/calendar/buckets';
import type { Bindings } from './bindings';
import { filtersSql } from './filters';
import type { Scope, VisitPlan } from './plan';

/** The tracker sends this event when a visitor leaves a page. It does not prevent a bounce. */
export const ENGAGEMENT = 'engagement';

/** A row's time as bytes in its sort order: milliseconds since 1970, most significant byte first. */
const MOMENT = 'reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts)))';
const MOMENT_BYTES = 8;

/** Events before and after a window that decide whether a session is a bounce. */
export const BOUNCE_MARGIN_HOURS = 1;
const MARGIN = `INTERVAL ${BOUNCE_MARGIN_HOURS} HOUR`;

const COUNTED_FOR_BOUNCES = `countIf(name != '${ENGAGEMENT}')`;
const BOUNCED = `${COUNTED_FOR_BOUNCES} <= 1`;

/** The table of all events. FINAL: a repeated event_id counts once. */
export const ALL_EVENTS = 'events FINAL';

interface EventsOptions {
  /** SQL of the table with the events. Default: all events. */
  readonly source?: string;
  /** Joins each event with the first and last page of its session. */
  readonly withSessions?: boolean;
  /** Joins each event with all columns of its session. */
  readonly withBounces?: boolean;
  /** Conditions on a row in addition to the plan's filters. */
  readonly conditions?: readonly string[];
}

/**
 * The conditions that limit a statement to its workspace, site and time range. Every statement on events gets them here and
 * only here.
 */
export function scopeSql(scope: Scope, bindings: Bindings): readonly string[] {
  return [
    `workspace_id = ${bindings.bind('workspace_id', 'UInt64', scope.workspaceId)}`,
    `site_id = ${bindings.bind('site_id', 'UInt64', scope.siteId)}`,
    `ts >= ${bindings.instant('start', scope.startMs)}`,
    `ts < ${bindings.instant('end', scope.endMs)}`,
  ];
}

/** SQL of the Unix second at which a row's bucket starts. */
export function bucketSql(buckets: readonly Bucket[], bindings: Bindings): string {
  // A bucket with the same start as the next one is empty; ClickHouse requires distinct starts.
  const starts = [...new Set(buckets.map(({ startMs }) => startMs / 1_000))];
  // A day that the zone skipped has no hours and no rows, but ClickHouse rejects an empty array.
  if (starts.length === 0) starts.push(0);
  return `roundDown(toUnixTimestamp(ts), ${bindings.bind('buckets', 'Array(UInt32)', starts)})`;
}

/** The counted events, joined with their sessions where needed. */
export function eventsSql(
  plan: Pick<VisitPlan, 'scope' | 'rowFilters' | 'sessionFilters'>,
  bindings: Bindings,
  { source = ALL_EVENTS, withSessions = false, withBounces = false, conditions = [] }: EventsOptions = {},
): string {
  const scope = scopeSql(plan.scope, bindings);
  const all = [
    ...scope,
    ...filtersSql(plan.rowFilters, bindings),
    ...filtersSql(plan.sessionFilters, bindings),
    ...conditions,
  ];
  const joined = withSessions || withBounces || plan.sessionFilters.length > 0;
  const sessions = withBounces ? bouncesSql(scope, { source }) : sessionsSql(scope);
  const join = joined ? `\nINNER JOIN (${sessions}) AS visits ON session_id = sid` : '';
  return `FROM ${source}${join}\nWHERE ${all.join('\n  AND ')}`;
}

/** Conditions and source of the events of sessions. */
interface SessionsOptions {
  /** SQL of the table with the events. Default: all events. */
  readonly source?: string;
  /** Conditions that at least one event of the session in the window must meet. */
  readonly having?: readonly string[];
}

/** SQL of the sessions of a scope: `sid`, and the paths of the first and last pageview in the window, regardless of filters. */
function sessionsSql(scope: readonly string[]): string {
  return `SELECT session_id AS sid, ${pagesSql()}\nFROM events FINAL\nWHERE ${scope.join(' AND ')}\nGROUP BY session_id`;
}

/**
 * The columns of `sessionsSql`, `duration_ms` from the first to the last event in the window, and `bounced`: at most one event,
 * not counting engagement, from an hour before the window to an hour after it. A visit across midnight is therefore a bounce on
 * neither day. A session ends after 30 minutes of silence; the second half an hour is for an engagement event in between.
 *
 * @param scope from `scopeSql`.
 */
export function bouncesSql(
  scope: readonly string[],
  { source = ALL_EVENTS, having = [] }: SessionsOptions = {},
): string {
  const [, , start, end] = scope;
  const isInside = `${start} AND ${end}`;
  return [
    `SELECT session_id AS sid, ${BOUNCED} AS bounced,`,
    `  toUnixTimestamp64Milli(maxIf(ts, ${isInside})) - toUnixTimestamp64Milli(minIf(ts, ${isInside})) AS duration_ms,`,
    `  ${pagesSql([isInside])}`,
    aroundSql(scope, source),
    'GROUP BY session_id',
    `HAVING countIf(${[isInside, ...having].join(' AND ')}) > 0`,
  ].join('\n');
}

/**
 * SQL of the events of a scope with the columns of their session, as `bouncesSql` defines them: `is_bounced`, `entry_page`,
 * `exit_page`, and in one event of each session its duration, `session_ms`.
 *
 * @param source SQL of the events of the scope and of its margins.
 */
export function eventsWithSessionsSql(scope: readonly string[], source: string): string {
  const [, , start, end] = scope;
  const over = ' OVER of_session';
  return [
    `SELECT *, ${COUNTED_FOR_BOUNCES}${over} <= 1 AS is_bounced, ${pagesSql(['is_inside'], over)},`,
    `  if(id = minIf(id, is_inside)${over}, toUnixTimestamp64Milli(maxIf(ts, is_inside)${over}) - toUnixTimestamp64Milli(minIf(ts, is_inside)${over}), 0) AS session_ms`,
    `FROM (SELECT *, rowNumberInAllBlocks() AS id, ${start} AND ${end} AS is_inside`,
    `FROM (${source}) WHERE ${start} - ${MARGIN} AND ${end} + ${MARGIN})`,
    'WINDOW of_session AS (PARTITION BY session_id)',
    'QUALIFY is_inside',
  ].join('\n');
}

/** SQL of the ids of a scope's sessions that bounced, as `bouncesSql` defines it. Needs less memory than a join of all sessions. */
export function bouncedSessionsSql(scope: readonly string[], source = ALL_EVENTS): string {
  return `SELECT session_id\n${aroundSql(scope, source)}\nGROUP BY session_id\nHAVING ${BOUNCED}`;
}

/** The events of a scope and of the margins that decide about bounces. */
function aroundSql([workspace, site, start, end]: readonly string[], source: string): string {
  return `FROM ${source}\nWHERE ${workspace} AND ${site} AND ${start} - ${MARGIN} AND ${end} + ${MARGIN}`;
}

/** @param over SQL of the window of each session's events; without it, events are grouped by session. */
function pagesSql(conditions: readonly string[] = [], over = ''): string {
  // Among pageviews of the same millisecond the path decides, so that the result is deterministic. Time and path are compared
  // as one text: comparing tuples takes 1.5 times as long.
  const condition = [`name = '${PAGEVIEW}'`, ...conditions].join(' AND ');
  const page = (pick: 'minIf' | 'maxIf'): string =>
    `substring(${pick}(concat(${MOMENT}, pathname), ${condition})${over}, ${MOMENT_BYTES + 1})`;
  return `${page('minIf')} AS entry_page, ${page('maxIf')} AS exit_page`;
}
