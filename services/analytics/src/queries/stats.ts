import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { Comparison } from '@headwater/protos/vocabulary';
import { runCachedQuery } from '../clickhouse/cache';
import { queryTooHeavy } from '../clickhouse/errors';
import { limitsSince } from '../clickhouse/limits';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsSql } from '../query/compile';
import { VISIT_KEYS, type BreakdownPlan } from '../query/dimensions';
import { VISIT_METRICS_SQL, type VisitCounts } from '../query/metrics';
import { planVisits, type VisitPlan } from '../query/plan';
import { readBreakdowns, readComparison, readQuery, type Query } from '../query/read-query';
import { fillSeries, percent, windowFields } from '../query/shape';
import { comparedPeriod } from '../query/window';
import { readVersionOf } from '../rollups/sums-version';
import { withRollups, type Rollup } from '../rollups/with-rollups';
import { queryBreakdowns, type Breakdown, type StatsKeyRow } from './stats-breakdowns';
import { queryComparison, type ComparedKeys, type ComparedPlan, type ComparedRows } from './stats-comparison';
import { queryRollupStats } from './stats-rollups';
import { compileSessionTotals, NO_VISITS, totalsOf, type SessionTotals, type Totals } from './stats-totals';

/** One row of the series. `bucket`: Unix seconds. */
export type StatsSeriesRow = VisitCounts & { readonly bucket: number };

/** A plan with further breakdowns. */
interface StatsPlan extends VisitPlan {
  readonly breakdowns: readonly BreakdownPlan[];
}

/** The earlier window and its rows. */
interface Compared {
  readonly plan: ComparedPlan;
  readonly rows: ComparedRows;
}

/** The rows that ClickHouse returned for a plan. */
interface StatsRows {
  readonly totals: Totals;
  readonly series: readonly StatsSeriesRow[];
  /** By the plan's dimension; empty if it has none. */
  readonly breakdown: readonly StatsKeyRow[];
  /** The further breakdowns. */
  readonly breakdowns: readonly Breakdown[];
}

/** Visitors, sessions and pageviews: totals, series and breakdowns, all but the series also of an earlier window. */
export function createQueryStats(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryStats'] {
  return async ({ question, compare, dimensions, dimensionsLimit, siteTimezone }, call) => {
    const { signal } = call;
    const { rollups } = dependencies;
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const query = readQuery(question, VISIT_KEYS);
    const breakdowns = readBreakdowns(dimensions, dimensionsLimit ?? query.limit, VISIT_KEYS);
    const plan = { ...planVisits(query, context), breakdowns };
    const earlier = planCompared(plan, query, readComparison(compare));
    const startedAt = performance.now();
    const current = runCachedQuery(
      dependencies,
      { name: 'queryStats', plan, signal, isComplete, readVersion: readVersionOf(rollups, plan) },
      (run) =>
        withRollups({ run, rollups, signal, siteZone: siteTimezone }, plan, (rollup) =>
          queryStats(run, plan, rollup),
        ),
    );
    const compareWith = async (window: VisitPlan): Promise<Compared> => {
      const hasRows = plan.dimension !== undefined || breakdowns.length > 0;
      const compared = { ...window, compared: hasRows ? keysOf(plan, await current) : [] };
      const rows = await runCachedQuery(
        // Both windows together have the time of one query.
        { ...dependencies, limits: limitsSince(dependencies.limits, startedAt) },
        {
          ...{
            name: 'queryStatsTotals',
            plan: compared,
            signal,
            readVersion: readVersionOf(rollups, compared),
          },
          isComplete: isComparedCompletely,
        },
        (run) =>
          withRollups({ run, rollups, signal, siteZone: siteTimezone }, compared, (rollup) =>
            queryComparison(run, compared, rollup),
          ),
      );
      return { plan: compared, rows };
    };
    const [rows, compared] = await Promise.all([current, earlier && compareWith(earlier)]);
    // The rows that a rejected statement has read are unknown: it costs as much as a rejected call.
    if (!isComplete(rows) || (compared && !isComparedCompletely(compared.rows)))
      call.charge(dependencies.limits.maxRowsToRead);
    return shapeStats(plan, rows, compared);
  };
}

/** The same query for the earlier window of a comparison; undefined without one. */
function planCompared(
  plan: VisitPlan,
  query: Query,
  comparison: Comparison | undefined,
): VisitPlan | undefined {
  if (comparison === undefined) return undefined;
  const period = comparedPeriod(plan.window, comparison);
  // A period of two dates does not depend on today.
  return planVisits({ ...query, period }, { workspaceId: plan.scope.workspaceId, nowMs: 0 });
}

async function queryStats(run: RunStatement, plan: StatsPlan, rollup?: Rollup): Promise<StatsRows> {
  const { dimension, limit } = plan;
  const own = dimension ? [{ dimension, limit }] : [];
  const distinct = distinctBreakdowns([...own, ...plan.breakdowns]);
  const { totals, series, breakdowns } = rollup
    ? await queryRollupStats({ ...rollup, run }, rollup.plan, { breakdowns: distinct, withSeries: true })
    : await queryEvents(run, plan, distinct);
  const rowsFor = (breakdown: BreakdownPlan): Breakdown => {
    const found = breakdowns[distinct.findIndex((each) => each.dimension.key === breakdown.dimension.key)];
    return found === 'query_too_heavy' ? found : (found?.slice(0, breakdown.limit) ?? []);
  };
  const [breakdown = []] = own.map(rowsFor);
  if (breakdown === 'query_too_heavy') throw queryTooHeavy();
  return { totals: totalsOf(totals, totals), series, breakdown, breakdowns: plan.breakdowns.map(rowsFor) };
}

/** One breakdown for each dimension, with the rows of the longest. */
function distinctBreakdowns(breakdowns: readonly BreakdownPlan[]): readonly BreakdownPlan[] {
  const longest = breakdowns.toSorted((a, b) => a.limit - b.limit);
  return [...new Map(longest.map((breakdown) => [breakdown.dimension.key, breakdown])).values()];
}

async function queryEvents(run: RunStatement, plan: StatsPlan, distinct: readonly BreakdownPlan[]) {
  const [series, sessions, breakdowns] = await Promise.all([
    run<StatsSeriesRow>(compileStatsSeries(plan)),
    run<SessionTotals>(compileSessionTotals(plan), { groupsSpill: true }),
    queryBreakdowns(run, plan, distinct),
  ]);
  return { totals: totalsOf(series.totals, sessions.data[0]), series: series.data, breakdowns };
}

/** The keys of all rows, by dimension. They are sorted: another order of rows does not change the key of a cached result. */
function keysOf(plan: StatsPlan, { breakdown, breakdowns }: StatsRows): readonly ComparedKeys[] {
  const lists = [
    ...(plan.dimension ? [{ dimension: plan.dimension, rows: breakdown }] : []),
    ...plan.breakdowns.map(({ dimension }, index) => ({ dimension, rows: breakdowns[index] ?? [] })),
  ].map(({ dimension, rows }) => ({
    dimension,
    keys: typeof rows === 'string' ? [] : rows.map(({ key }) => key).toSorted(),
  }));
  // Of two breakdowns by one dimension, the longer one has all keys.
  const longest = lists.toSorted((a, b) => a.keys.length - b.keys.length);
  return [...new Map(longest.map((list) => [list.dimension.key, list])).values()];
}

const isComparedCompletely = ({ breakdowns }: ComparedRows): boolean =>
  breakdowns.every(({ rows }) => rows !== 'query_too_heavy');

const isComplete = ({ breakdowns }: StatsRows): boolean => !breakdowns.includes('query_too_heavy');

/**
 * Totals and series in one pass: a row per bucket with events, `bucket` being the Unix second of its start, and a totals row
 * with the distinct visitors and sessions of the whole window.
 */
export function compileStatsSeries(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket, ${VISIT_METRICS_SQL}`,
      eventsSql(plan, bindings),
      'GROUP BY bucket WITH TOTALS',
    ].join('\n'),
    params: bindings.params,
  };
}

function shapeStats(
  plan: StatsPlan,
  { totals, series, breakdown, breakdowns }: StatsRows,
  compared?: Compared,
) {
  const shapeRows = (dimension: string, rows: readonly StatsKeyRow[]) => {
    const comparisonOf = compared && comparisons(compared, dimension);
    return rows.map((row) => ({ ...shapeKey(row), ...comparisonOf?.(row.key) }));
  };
  const shapeBreakdown = (dimension: string, rows: Breakdown = []) =>
    typeof rows === 'string'
      ? { dimension, rows: [], error: rows }
      : { dimension, rows: shapeRows(dimension, rows) };
  return {
    ...windowFields(plan),
    grain: plan.grain,
    totals: shapeTotals(totals),
    series: shapeVisitSeries(plan, series),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: plan.dimension ? shapeRows(plan.dimension.key, breakdown) : [],
    breakdowns: plan.breakdowns.map(({ dimension }, index) =>
      shapeBreakdown(dimension.key, breakdowns[index]),
    ),
    ...(compared
      ? { comparison: { ...windowFields(compared.plan), totals: shapeTotals(compared.rows.totals) } }
      : {}),
  };
}

/** Returns the comparison of a key; nothing if the breakdown of the earlier window exceeds a limit. */
function comparisons({ rows: { breakdowns } }: Compared, dimension: string) {
  const found = breakdowns.find((breakdown) => breakdown.dimension === dimension)?.rows ?? [];
  if (typeof found === 'string') return undefined;
  const byKey = new Map(found.map((row) => [row.key, row]));
  return (key: string) => {
    const { visitors, sessions, pageviews, bounces } = byKey.get(key) ?? { ...NO_VISITS, bounces: 0 };
    const bounceRate = percent(bounces, sessions);
    const counts = { visitors, sessions, pageviews };
    return { comparison: bounceRate === undefined ? counts : { ...counts, bounceRate } };
  };
}

const shapeKey = ({ bounces, ...counts }: StatsKeyRow) => ({
  ...counts,
  bounceRate: percent(bounces, counts.sessions) ?? 0,
});

/** The zero-filled series of visit counts. */
export function shapeVisitSeries(plan: VisitPlan, series: readonly StatsSeriesRow[]) {
  return fillSeries(plan, series).map(({ bucket, row }) => ({
    bucket,
    visitors: row?.visitors ?? 0,
    sessions: row?.sessions ?? 0,
    pageviews: row?.pageviews ?? 0,
  }));
}

function shapeTotals({ bounces, duration_ms, ...counts }: Totals) {
  const { sessions, pageviews } = counts;
  if (sessions === 0) return counts;
  return {
    ...counts,
    bounceRate: percent(bounces, sessions) ?? 0,
    visitDuration: Math.round(duration_ms / sessions / 1_000),
    viewsPerVisit: Math.round((pageviews * 100) / sessions) / 100,
  };
}
