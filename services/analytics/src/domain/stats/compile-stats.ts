import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { dimensionSql, filtersSql } from '../query/filter-sql';
import { bucketSql, keySql, presentSql, scopeSql } from '../query/scope-sql';
import { eventsSql } from './events-sql';
import type { StatsPlan } from './plan-stats';
import { sessionsSql } from './sessions-sql';

const METRICS =
  `uniqExact(visitor_id) AS visitors, uniqExact(session_id) AS sessions, ` +
  `countIf(name = '${PAGEVIEW}') AS pageviews`;

/**
 * Totals and series in one pass: a row for each bucket with any event, `bucket` (Unix second of its start), visitors,
 * sessions, pageviews, and a totals row, whose visitors and sessions are those of the whole window.
 */
export function compileStatsSeries(plan: StatsPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket, ${METRICS}`,
      eventsSql(plan, bindings),
      'GROUP BY bucket WITH TOTALS',
    ].join('\n'),
    params: bindings.params,
  };
}

/** One row: the totals alone, of days that are compared with. */
export function compileStatsTotals(plan: StatsPlan): Statement {
  const bindings = new Bindings();
  return { query: `SELECT ${METRICS}\n${eventsSql(plan, bindings)}`, params: bindings.params };
}

/** One row: `bounces` and the sum of `duration_ms` of the sessions that any counted event is of. */
export function compileSessionTotals(plan: StatsPlan): Statement {
  const bindings = new Bindings();
  const scope = scopeSql(plan.scope, bindings);
  const sessions = sessionsSql(scope, filtersSql(plan.rowFilters, bindings));
  const conditions = filtersSql(plan.sessionFilters, bindings);
  return {
    query: [
      'SELECT countIf(bounced) AS bounces, sum(duration_ms) AS duration_ms',
      `FROM (${sessions})`,
      ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ].join('\n'),
    params: bindings.params,
  };
}

/**
 * The breakdown by the plan's dimension: `key`, visitors, sessions, pageviews and `bounces`, by visitors downwards, then
 * by key in byte order.
 *
 * @throws Error when the plan has no dimension.
 */
export function compileStatsBreakdown(plan: StatsPlan): Statement {
  if (!plan.dimension) throw new Error('A plan without a dimension has no breakdown.');
  const bindings = new Bindings();
  const value = dimensionSql(plan.dimension, bindings);
  return {
    query: [
      `SELECT ${keySql(plan.dimension, value)} AS key, ${METRICS}, uniqExactIf(session_id, bounced) AS bounces`,
      eventsSql(plan, bindings, { withSessions: true, conditions: presentSql(plan.dimension, value) }),
      'GROUP BY key',
      'ORDER BY visitors DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}
