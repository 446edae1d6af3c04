import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { Bindings, type BoundValue } from './bindings';
import { dimensionSql, filtersSql } from './filter-sql';
import { METRICS, type Metric } from './metrics';
import type { Plan } from './plan';
import { bucketSql, keySql, presentSql, scopeSql } from './scope-sql';

/** One SELECT with its bound values. */
export interface Statement {
  readonly query: string;
  readonly params: Readonly<Record<string, BoundValue>>;
}

/** What a row of `compileAnalysis` with a dimension tells of; in the order of the rows. */
export const ABOUT = { window: 3, bucket: 2, key: 1 } as const;

/**
 * Totals, series and breakdown of an event, its rows read once. Without a dimension: a row for each bucket that has any,
 * `bucket` being the Unix second of its start, and a totals row of the whole window. With one: rows `about` the window,
 * the buckets and each `key`, which holds in `all_events` the events of all keys, shown or not. Keys are ordered by events
 * downwards, then in byte order (which for UTF-8 is code point order); there may be more of them than the plan asks for.
 */
export function compileAnalysis(plan: Plan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  const value = plan.dimension && dimensionSql(plan.dimension, bindings);
  const metrics = selectMetrics(plan, bindings);
  const from = plan.rated
    ? fromEvents(plan, [plan.name, PAGEVIEW], bindings)
    : // No pageviews to count: the property filters may cut rows before they are read.
      fromEvents(plan, [plan.name], bindings, filtersSql(plan.propertyFilters, bindings));
  const query =
    plan.dimension === undefined || value === undefined
      ? // The totals are put together from the buckets: less work than a set of their own.
        [`SELECT ${bucket} AS bucket, ${metrics}`, from, 'GROUP BY bucket WITH TOTALS']
      : [
          `SELECT ${bucket} AS bucket, ${keySql(plan.dimension, value)} AS key, grouping(key, bucket) AS about, ${metrics},`,
          `  sumIf(events, about = ${ABOUT.key}) OVER () AS all_events`,
          from,
          'GROUP BY GROUPING SETS ((key), (bucket), ())',
          `HAVING about != ${ABOUT.key} OR (${['events > 0', ...presentSql(plan.dimension, 'key')].join(' AND ')})`,
          'ORDER BY about DESC, events DESC, key ASC',
          // The window and the buckets come first.
          `LIMIT ${bindings.bind('limit', 'UInt16', 1 + plan.buckets.length + plan.limit)}`,
        ];
  return { query: query.join('\n'), params: bindings.params };
}

/** One row, `pageviews`: those of the window where the plan is not rated. Else the analysis counts them with its event. */
export function compilePageviews(plan: Plan): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT count() AS pageviews\n${fromEvents(plan, [PAGEVIEW], bindings)}`,
    params: bindings.params,
  };
}

function selectMetrics(plan: Plan, bindings: Bindings): string {
  const conditions = {
    event: `name = ${bindings.bind('name', 'String', plan.name)}`,
    pageview: `name = '${PAGEVIEW}'`,
  };
  const metrics: readonly Metric[] = plan.rated
    ? ['events', 'visitors', 'pageviews']
    : ['events', 'visitors'];
  return metrics
    .map((metric) => `${METRICS[metric].sql(conditions[METRICS[metric].of])} AS ${metric}`)
    .join(', ');
}

/** The table, the scope and the rows. FINAL: a repeated event_id counts once. */
function fromEvents(
  plan: Plan,
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
