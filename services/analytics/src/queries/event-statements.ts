import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { Bindings, UNLOGGED_VALUES, type Statement } from '../query/bindings';
import { bucketSql, scopeSql } from '../query/compile';
import { dimensionSql, keySql, presentSql, type BreakdownPlan } from '../query/dimensions';
import { filtersSql, type Filter } from '../query/filters';
import { EVENT_METRICS, type EventMetric } from '../query/metrics';
import type { Plan } from '../query/plan';

/** The plan of an event analysis. */
export interface EventPlan extends Plan, Pick<BreakdownPlan, 'keys'> {
  /** The event's name. */
  readonly name: string;
  /** Apply to the event and to the pageviews of its rate. */
  readonly columnFilters: readonly Filter[];
  /** Apply to the event only: a pageview has no event properties. */
  readonly propertyFilters: readonly Filter[];
  /** False when grouped or filtered by a property: then there are no pageviews to divide by, and no rate. */
  readonly rated: boolean;
}

/** One bucket with at least one event. */
export interface EventSeriesRow {
  /** Unix seconds. */
  readonly bucket: number;
  readonly events: number;
  readonly visitors: number;
}

/** One key of the dimension. */
export interface EventKeyRow {
  readonly key: string;
  readonly events: number;
  readonly visitors: number;
  /** Absent when the plan is not rated. */
  readonly pageviews?: number;
  /** Events of all keys, including those beyond the limit. */
  readonly all_events: number;
}

/** The rows that ClickHouse returned for a plan. */
export interface EventRows {
  readonly series: readonly EventSeriesRow[];
  /** Distinct visitors in the whole window. */
  readonly uniqueVisitors: number;
  /** Pageviews in the whole window: the denominator of the rate. */
  readonly pageviews: number;
  /** Empty when the plan has no dimension. */
  readonly breakdown: readonly EventKeyRow[];
}

/** The kinds of rows of `compileAnalysis` with a dimension, as values of `grouping(key, bucket)`. */
export const ROW_KIND = { window: 3, bucket: 2, key: 1 } as const;

/**
 * Totals, series and breakdown of an event in one pass over its rows. Without a dimension: a row per bucket with events,
 * `bucket` being the Unix second of its start, and a totals row for the window. With a dimension: rows of the window, the
 * buckets and each `key`, distinguished by `row_kind`. Rows of keys have the events of all keys in `all_events` and are
 * ordered by events descending, then bytewise by key (in UTF-8: code point order). There may be more keys than the limit.
 * A plan with keys has rows of these only, also without the event.
 */
export function compileAnalysis(plan: EventPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  const value = plan.dimension && dimensionSql(plan.dimension, bindings);
  const metrics = selectMetrics(plan, bindings);
  const from = plan.rated
    ? fromEvents(plan, [plan.name, PAGEVIEW], bindings)
    : // No pageviews to count: the property filters may remove rows before aggregation.
      fromEvents(plan, [plan.name], bindings, filtersSql(plan.propertyFilters, bindings));
  // With keys, those without the event may have pageviews.
  const counted = plan.keys
    ? `key IN ${bindings.bind(UNLOGGED_VALUES, 'Array(String)', plan.keys)}`
    : 'events > 0';
  const query =
    plan.dimension === undefined || value === undefined
      ? // ClickHouse merges the totals from the buckets: cheaper than another grouping set.
        [`SELECT ${bucket} AS bucket, ${metrics}`, from, 'GROUP BY bucket WITH TOTALS']
      : [
          `SELECT ${bucket} AS bucket, ${keySql(plan.dimension, value)} AS key, grouping(key, bucket) AS row_kind, ${metrics},`,
          `  sumIf(events, row_kind = ${ROW_KIND.key}) OVER () AS all_events`,
          from,
          'GROUP BY GROUPING SETS ((key), (bucket), ())',
          `HAVING row_kind != ${ROW_KIND.key} OR (${[counted, ...presentSql(plan.dimension, 'key')].join(' AND ')})`,
          'ORDER BY row_kind DESC, events DESC, key ASC',
          // The rows of the window and of the buckets come first.
          `LIMIT ${bindings.bind('limit', 'UInt16', 1 + plan.buckets.length + plan.limit)}`,
        ];
  return { query: query.join('\n'), params: bindings.params };
}

/** One row with the `pageviews` of the window, for a plan that is not rated. Otherwise `compileAnalysis` counts them. */
export function compilePageviews(plan: EventPlan): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT count() AS pageviews\n${fromEvents(plan, [PAGEVIEW], bindings)}`,
    params: bindings.params,
  };
}

function selectMetrics(plan: EventPlan, bindings: Bindings): string {
  const conditions = {
    event: `name = ${bindings.bind('name', 'String', plan.name)}`,
    pageview: `name = '${PAGEVIEW}'`,
  };
  const metrics: readonly EventMetric[] = plan.rated
    ? ['events', 'visitors', 'pageviews']
    : ['events', 'visitors'];
  return metrics
    .map((metric) => `${EVENT_METRICS[metric].sql(conditions[EVENT_METRICS[metric].counts])} AS ${metric}`)
    .join(', ');
}

/** FINAL: a repeated event_id counts once. */
function fromEvents(
  plan: EventPlan,
  names: readonly string[],
  bindings: Bindings,
  conditions: readonly string[] = [],
): string {
  const all = [
    ...scopeSql(plan.scope, bindings),
    `name IN ${bindings.bind('names', 'Array(String)', [...new Set(names)])}`,
    ...filtersSql(plan.columnFilters, bindings),
    ...conditions,
  ];
  return `FROM events FINAL\nWHERE ${all.join('\n  AND ')}`;
}
