import type { Handlers } from '@headwater/kit/rpc/types';
import { EVENT_LIMITS, EVENT_NAME } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { runCachedQuery } from '../clickhouse/cache';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, scopeSql } from '../query/compile';
import { dimensionSql, EVENT_KEYS, keySql, presentSql } from '../query/dimensions';
import { filtersSql, type Filter } from '../query/filters';
import { EVENT_METRICS, type EventMetric } from '../query/metrics';
import { filtersOf, planQuery, type Plan, type QueryContext } from '../query/plan';
import { invalid } from '../query/problem';
import { parseQuery, validQuery, type Parsed, type Query, type RawQuery } from '../query/read-query';
import { fillSeries, percent, windowFields } from '../query/shape';

/** The parameters of an event analysis as received. */
export interface RawEventQuery extends RawQuery {
  readonly name: string;
}

/** The parsed parameters of an event analysis. */
export interface EventQuery extends Query {
  /** The event's name. */
  readonly name: string;
}

/** The plan of an event analysis. */
export interface EventPlan extends Plan {
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
interface SeriesRow {
  /** Unix seconds. */
  readonly bucket: number;
  readonly events: number;
  readonly visitors: number;
}

/** One key of the dimension. */
export interface KeyRow {
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
  readonly series: readonly SeriesRow[];
  /** Distinct visitors in the whole window. */
  readonly uniqueVisitors: number;
  /** Pageviews in the whole window: the denominator of the rate. */
  readonly pageviews: number;
  /** Empty when the plan has no dimension. */
  readonly breakdown: readonly KeyRow[];
}

/** The kinds of rows of `compileAnalysis` with a dimension, as values of `grouping(key, bucket)`. */
const ROW_KIND = { window: 3, bucket: 2, key: 1 } as const;

const NOTE_PROPERTY =
  'eventRate is omitted: pageviews have no event properties, so there is nothing to divide by when grouped or filtered by props.<key>.';
const NOTE_NO_PAGEVIEWS = 'eventRate is omitted: this window has no pageviews that match the filters.';

/** Totals, series and breakdown of one event. */
export function createQueryEvent(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryEvent'] {
  return async (request, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planEvent(validQuery(parseEventQuery(request)), context);
    const rows = await runCachedQuery(
      dependencies,
      { name: 'queryFindings', plan, signal: call.signal },
      (run) => queryEvent(run, plan),
    );
    return shapeEvent(plan, rows);
  };
}

export function parseEventQuery(raw: RawEventQuery): Parsed<EventQuery> {
  const parsed = parseQuery(raw, EVENT_KEYS);
  const problems = [
    ...(EVENT_NAME.test(raw.name)
      ? []
      : [
          invalid(
            'name',
            `must have 1 to ${EVENT_LIMITS.maxNameLength} characters and no control characters`,
          ),
        ]),
    ...(parsed.ok ? [] : parsed.problems),
  ];
  return parsed.ok && problems.length === 0
    ? { ok: true, query: { ...parsed.query, name: raw.name } }
    : { ok: false, problems };
}

export function planEvent(query: EventQuery, context: QueryContext): EventPlan {
  const propertyFilters = filtersOf(query, 'property');
  return {
    ...planQuery(query, context),
    name: query.name,
    columnFilters: filtersOf(query, 'column'),
    propertyFilters,
    rated: query.dimension?.kind !== 'property' && propertyFilters.length === 0,
  };
}

/** Runs the statements of a plan. */
export async function queryEvent(run: RunStatement, plan: EventPlan): Promise<EventRows> {
  const [analysis, pageviews] = await Promise.all([
    run<SeriesRow & KeyRow & { readonly row_kind: number }>(compileAnalysis(plan)),
    plan.rated ? undefined : run<{ pageviews: number }>(compilePageviews(plan)),
  ]);
  const ofKind = (kind: number) => analysis.data.filter((row) => row.row_kind === kind);
  const window = plan.dimension ? ofKind(ROW_KIND.window)[0] : analysis.totals;
  return {
    series: plan.dimension ? ofKind(ROW_KIND.bucket) : analysis.data,
    uniqueVisitors: window?.visitors ?? 0,
    pageviews: (pageviews ? pageviews.data[0]?.pageviews : window?.pageviews) ?? 0,
    breakdown: ofKind(ROW_KIND.key).slice(0, plan.limit),
  };
}

/**
 * Totals, series and breakdown of an event in one pass over its rows. Without a dimension: a row per bucket with events,
 * `bucket` being the Unix second of its start, and a totals row for the window. With a dimension: rows of the window, the
 * buckets and each `key`, distinguished by `row_kind`. Rows of keys have the events of all keys in `all_events` and are
 * ordered by events descending, then bytewise by key (in UTF-8: code point order). There may be more keys than the limit.
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
  const query =
    plan.dimension === undefined || value === undefined
      ? // ClickHouse merges the totals from the buckets: cheaper than another grouping set.
        [`SELECT ${bucket} AS bucket, ${metrics}`, from, 'GROUP BY bucket WITH TOTALS']
      : [
          `SELECT ${bucket} AS bucket, ${keySql(plan.dimension, value)} AS key, grouping(key, bucket) AS row_kind, ${metrics},`,
          `  sumIf(events, row_kind = ${ROW_KIND.key}) OVER () AS all_events`,
          from,
          'GROUP BY GROUPING SETS ((key), (bucket), ())',
          `HAVING row_kind != ${ROW_KIND.key} OR (${['events > 0', ...presentSql(plan.dimension, 'key')].join(' AND ')})`,
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

/** Converts the rows to QueryEventResponse: a zero-filled series without gaps, and rates where they are defined. */
export function shapeEvent(plan: EventPlan, rows: EventRows) {
  const events = sum(rows.series, 'events');
  const { pageviews } = rows;
  const eventRate = plan.rated ? percent(events, pageviews) : undefined;
  const other = (rows.breakdown[0]?.all_events ?? 0) - sum(rows.breakdown, 'events');
  return {
    ...windowFields(plan),
    grain: plan.grain,
    name: plan.name,
    events,
    uniqueVisitors: rows.uniqueVisitors,
    pageviews,
    ...(eventRate === undefined ? { note: plan.rated ? NOTE_NO_PAGEVIEWS : NOTE_PROPERTY } : { eventRate }),
    series: fillSeries(plan, rows.series).map(({ bucket, row }) => ({
      bucket,
      events: row?.events ?? 0,
      visitors: row?.visitors ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: rows.breakdown.map(shapeKey),
    ...(other > 0 ? { other } : {}),
  };
}

function shapeKey({ key, events, visitors, pageviews }: KeyRow) {
  if (pageviews === undefined) return { key, events, visitors };
  const eventRate = percent(events, pageviews);
  return { key, events, visitors, pageviews, ...(eventRate === undefined ? {} : { eventRate }) };
}

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], metric: K): number {
  return rows.reduce((total, row) => total + row[metric], 0);
}
