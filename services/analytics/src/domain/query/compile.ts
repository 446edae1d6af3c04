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

/**
 * Totals and series in one pass: a row for each bucket that has any event or pageview, `bucket` being the Unix second
 * of its start, and a totals row, whose visitors are those of the whole window.
 */
export function compileSeries(plan: Plan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  const metrics = selectMetrics(plan, ['events', 'visitors', 'pageviews'], bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket, ${metrics}`,
      fromEvents(plan, [plan.name, PAGEVIEW], bindings),
      'GROUP BY bucket WITH TOTALS',
    ].join('\n'),
    params: bindings.params,
  };
}

/**
 * The breakdown by the plan's dimension: `key`, the metrics, and on each row `all_events`, the events of all rows, shown
 * or not. Ordered by events downwards, then by key in byte order (which for UTF-8 is code point order).
 *
 * @throws Error when the plan has no dimension.
 */
export function compileBreakdown(plan: Plan): Statement {
  if (!plan.dimension) throw new Error('A plan without a dimension has no breakdown.');
  const bindings = new Bindings();
  const value = dimensionSql(plan.dimension, bindings);
  const key = keySql(plan.dimension, value);
  const present = presentSql(plan.dimension, value);
  const [metrics, from] = plan.rated
    ? [
        selectMetrics(plan, ['events', 'visitors', 'pageviews'], bindings),
        fromEvents(plan, [plan.name, PAGEVIEW], bindings, present),
      ]
    : [
        // No pageviews to count: the property filters may cut rows before they are read.
        selectMetrics({ ...plan, propertyFilters: [] }, ['events', 'visitors'], bindings),
        fromEvents(plan, [plan.name], bindings, [...present, ...filtersSql(plan.propertyFilters, bindings)]),
      ];
  return {
    query: [
      `SELECT ${key} AS key, ${metrics}, sum(events) OVER () AS all_events`,
      from,
      'GROUP BY key',
      'HAVING events > 0',
      'ORDER BY events DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

function selectMetrics(plan: Plan, metrics: readonly Metric[], bindings: Bindings): string {
  const ofEvent = [
    `name = ${bindings.bind('name', 'String', plan.name)}`,
    ...filtersSql(plan.propertyFilters, bindings),
  ].join(' AND ');
  const ofPageview = `name = '${PAGEVIEW}'`;
  return metrics
    .map(
      (metric) =>
        `${METRICS[metric].sql(METRICS[metric].of === 'event' ? ofEvent : ofPageview)} AS ${metric}`,
    )
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
