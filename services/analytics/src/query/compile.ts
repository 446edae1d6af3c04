import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { Bucket } from '@headwater/kit/calendar/buckets';
import type { Bindings } from './bindings';
import { filtersSql } from './filters';
import type { Scope, VisitPlan } from './plan';

/** The tracker sends this event when a visitor leaves a page. It does not prevent a bounce. */
const ENGAGEMENT = 'engagement';

/** A row's time as bytes in its sort order: milliseconds since 1970, most significant byte first. */
const MOMENT = 'reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts)))';
const MOMENT_BYTES = 8;

interface EventsOptions {
  /** Joins each event with the columns of its session. */
  readonly withSessions?: boolean;
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

/** The counted events, joined with their sessions where needed. FINAL: a repeated event_id counts once. */
export function eventsSql(
  plan: Pick<VisitPlan, 'scope' | 'rowFilters' | 'sessionFilters'>,
  bindings: Bindings,
  { withSessions = false, conditions = [] }: EventsOptions = {},
): string {
  const scope = scopeSql(plan.scope, bindings);
  const all = [
    ...scope,
    ...filtersSql(plan.rowFilters, bindings),
    ...filtersSql(plan.sessionFilters, bindings),
    ...conditions,
  ];
  const joined = withSessions || plan.sessionFilters.length > 0;
  const sessions = joined ? `\nINNER JOIN (${sessionsSql(scope)}) AS visits ON session_id = sid` : '';
  return `FROM events FINAL${sessions}\nWHERE ${all.join('\n  AND ')}`;
}

/**
 * The sessions of a scope, each computed from all of its events in the window, regardless of filters: `sid`, `bounced`
 * (at most one event, not counting engagement events), `duration_ms` (first to last event) and the paths of the first and last pageview.
 *
 * @param scope from `scopeSql`.
 * @param having conditions that at least one event of the session must meet.
 */
export function sessionsSql(scope: readonly string[], having: readonly string[] = []): string {
  // Among pageviews of the same millisecond the path decides, so that the result is deterministic. Time and path are compared
  // as one text: comparing tuples takes 1.5 times as long.
  const page = (pick: 'minIf' | 'maxIf'): string =>
    `substring(${pick}(concat(${MOMENT}, pathname), name = '${PAGEVIEW}'), ${MOMENT_BYTES + 1})`;
  return [
    `SELECT session_id AS sid, countIf(name != '${ENGAGEMENT}') <= 1 AS bounced,`,
    '  toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts)) AS duration_ms,',
    `  ${page('minIf')} AS entry_page, ${page('maxIf')} AS exit_page`,
    'FROM events FINAL',
    `WHERE ${scope.join(' AND ')}`,
    'GROUP BY session_id',
    ...(having.length === 0 ? [] : [`HAVING countIf(${having.join(' AND ')}) > 0`]),
  ].join('\n');
}
