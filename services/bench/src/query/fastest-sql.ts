import { eventsOf, ZONE, type QueryScope } from './query-definition';

/** Columns that `eventsOf` selects by; the options of a statement. */
interface BySql {
  /** A condition on the events. */
  readonly condition: string;
}

const ROWS = 10;
const COUNTS = `uniqExact(visitor_id) AS visitors, uniqExact(session_id) AS sessions, countIf(name = 'pageview') AS pageviews`;
const SESSION_PAGES: Readonly<Record<string, string>> = { entry_page: 'argMinIf', exit_page: 'argMaxIf' };

/** The events of a window with an hour before and after it, which decide about bounces. */
function eventsAround({ workspaceId, siteId, from, to }: QueryScope): string {
  return `FROM events FINAL WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}
    AND ts >= toDateTime64('${from} 00:00:00', 3, '${ZONE}') - INTERVAL 1 HOUR
    AND ts < toDateTime64('${to} 00:00:00', 3, '${ZONE}') + INTERVAL 25 HOUR`;
}

const bouncedSql = (scope: QueryScope): string =>
  `SELECT session_id ${eventsAround(scope)} GROUP BY session_id HAVING countIf(name != 'engagement') <= 1`;

const keyOf = (dimension: string): string =>
  dimension.startsWith('props.') ? `props['${dimension.slice(6)}']` : dimension;

/** The window's totals and series, and the bounces and durations of its sessions. */
function totalsBySql(scope: QueryScope, condition: string): readonly string[] {
  const inside = `ts >= toDateTime64('${scope.from} 00:00:00', 3, '${ZONE}') AND ts < toDateTime64('${scope.to} 00:00:00', 3, '${ZONE}') + INTERVAL 24 HOUR`;
  return [
    `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS} ${eventsOf(scope, condition)} GROUP BY day WITH TOTALS`,
    `SELECT countIf(bounced) AS bounces, sum(ms) AS ms FROM (
       SELECT countIf(name != 'engagement') <= 1 AS bounced,
         toUnixTimestamp64Milli(maxIf(ts, ${inside})) - toUnixTimestamp64Milli(minIf(ts, ${inside})) AS ms
       ${eventsAround(scope)} GROUP BY session_id HAVING countIf(${inside} AND ${condition}) > 0)`,
  ];
}

/** Visits by a column or property, without bounces, and by a page of the session with a join. */
function countsBySql(scope: QueryScope, dimension: string, condition: string): string {
  const page = SESSION_PAGES[dimension];
  const order = `GROUP BY key ORDER BY visitors DESC, key LIMIT ${ROWS}`;
  if (page === undefined) {
    const key = keyOf(dimension);
    const present = dimension.startsWith('props.') ? `${key} != ''` : '1';
    return `SELECT ${key} AS key, ${COUNTS} ${eventsOf(scope, `${condition} AND ${present}`)} ${order}`;
  }
  return `SELECT key, ${COUNTS} FROM (SELECT visitor_id, session_id, name ${eventsOf(scope, condition)}) AS e
    INNER JOIN (SELECT session_id AS sid, ${page}(pathname, ts, name = 'pageview') AS key ${eventsOf(scope)} GROUP BY sid) AS s
    ON e.session_id = s.sid ${order}`;
}

/**
 * Bounces by each dimension. A semi-join with the bounced sessions reads half of the rows that a join of all sessions would,
 * and one pass serves all dimensions.
 */
function bouncesBySql(
  scope: QueryScope,
  dimensions: readonly string[],
  condition: string,
): readonly string[] {
  const columns = dimensions.filter((dimension) => SESSION_PAGES[dimension] === undefined).map(keyOf);
  const pages = dimensions.flatMap((dimension) => SESSION_PAGES[dimension] ?? []);
  return [
    ...(columns.length === 0
      ? []
      : [
          `SELECT ${columns.join(', ')}, uniqExact(session_id) AS bounces
           ${eventsOf(scope, `${condition} AND session_id IN (${bouncedSql(scope)})`)}
           GROUP BY GROUPING SETS (${columns.map((column) => `(${column})`).join(', ')}) ORDER BY bounces DESC LIMIT 1000`,
        ]),
    ...pages.map(
      (page) => `SELECT key, count() AS bounces FROM (
        SELECT ${page}(pathname, ts, name = 'pageview') AS key
        ${eventsOf(scope, `${condition} AND session_id IN (${bouncedSql(scope)})`)} GROUP BY session_id)
        GROUP BY key ORDER BY bounces DESC LIMIT 1000`,
    ),
  ];
}

/** Totals, series and several breakdowns: the statements that share a pass are one. */
export function overviewBySql(
  scope: QueryScope,
  { dimensions, condition }: BySql & { readonly dimensions: readonly string[] },
): readonly string[] {
  return [
    ...totalsBySql(scope, condition),
    ...dimensions.map((dimension) => countsBySql(scope, dimension, condition)),
    ...bouncesBySql(scope, dimensions, condition),
  ];
}

/** Totals, series and one breakdown. */
export function breakdownBySql(
  scope: QueryScope,
  { dimension, condition }: BySql & { readonly dimension: string },
): readonly string[] {
  return overviewBySql(scope, { dimensions: [dimension], condition });
}

const DAY_MS = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The totals of the preceding period. */
export function comparedBySql(scope: QueryScope): readonly string[] {
  const [from, to] = [Date.parse(scope.from), Date.parse(scope.to)];
  const earlier = { ...scope, from: dateOf(from - (to - from) - DAY_MS), to: dateOf(from - DAY_MS) };
  return totalsBySql(earlier, '1');
}

/** Weekly cohorts of the visitors of all time. */
export function retentionBySql({ workspaceId, siteId, from, to }: QueryScope): readonly string[] {
  return [
    `SELECT cohort, week, count() AS visitors FROM (
       SELECT min(toMonday(ts, '${ZONE}')) AS cohort, arrayJoin(groupUniqArray(toMonday(ts, '${ZONE}'))) AS week
       FROM events FINAL WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}
         AND ts < toDateTime64('${to} 00:00:00', 3, '${ZONE}') + INTERVAL 1 DAY GROUP BY visitor_id)
     WHERE cohort >= toMonday(toDate('${from}')) GROUP BY cohort, week`,
  ];
}

/** The last 30 minutes by minute, and by page. */
export function realtimeBySql({ workspaceId, siteId }: QueryScope, condition: string): readonly string[] {
  const recent = `FROM events FINAL WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}
    AND ts >= now() - INTERVAL 30 MINUTE AND ts < now() + INTERVAL 1 MINUTE AND ${condition}`;
  return [
    `SELECT toStartOfMinute(ts) AS minute, ${COUNTS} ${recent} GROUP BY minute WITH TOTALS`,
    `SELECT pathname AS key, ${COUNTS} ${recent} GROUP BY key ORDER BY visitors DESC, key LIMIT 5`,
  ];
}
