import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { COMPARISONS, type Comparison } from '@headwater/protos/vocabulary';
import { runCachedQuery } from '../clickhouse/cache';
import { queryTooHeavy } from '../clickhouse/errors';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bouncesSql, bucketSql, eventsSql, scopeSql } from '../query/compile';
import { VISIT_KEYS, type BreakdownPlan } from '../query/dimensions';
import { filtersSql } from '../query/filters';
import { VISIT_METRICS_SQL, type VisitCounts } from '../query/metrics';
import { planVisits, type VisitPlan } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { readBreakdowns, readQuery, type Query } from '../query/read-query';
import { fillSeries, percent, windowFields } from '../query/shape';
import { comparedPeriod } from '../query/window';
import { readSumsVersion } from '../rollups/segments';
import { withRollups, type Rollup } from '../rollups/with-rollups';
import { queryBreakdowns, type Breakdown, type StatsKeyRow } from './stats-breakdowns';
import { queryRollupStats } from './stats-rollups';

/** The row of `compileSessionTotals`. */
interface SessionTotals {
  readonly bounces: number;
  readonly duration_ms: number;
}

/** The totals of a window. */
type Totals = VisitCounts & SessionTotals;

/** One row of the series. `bucket`: Unix seconds. */
export type StatsSeriesRow = VisitCounts & { readonly bucket: number };

/** A plan with further breakdowns. */
interface StatsPlan extends VisitPlan {
  readonly breakdowns: readonly BreakdownPlan[];
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

const NO_VISITS: VisitCounts = { visitors: 0, sessions: 0, pageviews: 0 };

/** Visitors, sessions and pageviews: totals, series, breakdowns, and the totals of an earlier window. */
export function createQueryStats(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryStats'] {
  return async ({ question, compare, dimensions, dimensionsLimit, siteTimezone }, call) => {
    const { signal } = call;
    const { rollups } = dependencies;
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const query = readQuery(question, VISIT_KEYS);
    const breakdowns = readBreakdowns(dimensions, dimensionsLimit ?? query.limit, VISIT_KEYS);
    const plan = { ...planVisits(query, context), breakdowns };
    const earlier = planCompared(plan, query, readComparison(compare));
    // The view stores the sums of an event after the event: until then, roll-ups without the event count as valid.
    const versionFor = ({ scope, window }: VisitPlan) =>
      rollups && ((run: RunStatement) => readSumsVersion(run, scope, window));
    const [rows, totals] = await Promise.all([
      runCachedQuery(
        dependencies,
        { name: 'queryStats', plan, signal, isComplete, readVersion: versionFor(plan) },
        (run) =>
          withRollups({ run, rollups, signal, siteZone: siteTimezone }, plan, (rollup) =>
            queryStats(run, plan, rollup),
          ),
      ),
      earlier &&
        runCachedQuery(
          dependencies,
          { name: 'queryStatsTotals', plan: earlier, signal, readVersion: versionFor(earlier) },
          (run) =>
            withRollups({ run, rollups, signal, siteZone: siteTimezone }, earlier, (rollup) =>
              queryStatsTotals(run, earlier, rollup),
            ),
        ),
    ]);
    // The rows that a rejected statement has read are unknown: it costs as much as a rejected call.
    if (!isComplete(rows)) call.charge(dependencies.limits.maxRowsToRead);
    return shapeStats(plan, rows, earlier && totals && { plan: earlier, totals });
  };
}

function readComparison(text: string | undefined): Comparison | undefined {
  if (text === undefined) return undefined;
  const comparison = COMPARISONS.find((listed) => listed === text);
  if (!comparison) throw requestError([invalid('compare', `must be one of ${COMPARISONS.join(', ')}`)]);
  return comparison;
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
    ? await queryRollupStats({ ...rollup, run }, rollup.plan, distinct)
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

const isComplete = ({ breakdowns }: StatsRows): boolean => !breakdowns.includes('query_too_heavy');

async function queryStatsTotals(run: RunStatement, plan: VisitPlan, rollup?: Rollup): Promise<Totals> {
  if (rollup) {
    const { totals } = await queryRollupStats({ ...rollup, run }, rollup.plan, []);
    return totalsOf(totals, totals);
  }
  const [counts, sessions] = await Promise.all([
    run<VisitCounts>(compileStatsTotals(plan)),
    run<SessionTotals>(compileSessionTotals(plan), { groupsSpill: true }),
  ]);
  return totalsOf(counts.data[0], sessions.data[0]);
}

function totalsOf(counts: VisitCounts | undefined, sessionTotals: SessionTotals | undefined): Totals {
  const { visitors, sessions, pageviews } = counts ?? NO_VISITS;
  const { bounces, duration_ms } = sessionTotals ?? { bounces: 0, duration_ms: 0 };
  return { visitors, sessions, pageviews, bounces, duration_ms };
}

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

/** One row with the totals only, for the earlier window of a comparison. */
export function compileStatsTotals(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  return { query: `SELECT ${VISIT_METRICS_SQL}\n${eventsSql(plan, bindings)}`, params: bindings.params };
}

/** One row: `bounces` and the sum of `duration_ms` of the sessions with at least one counted event. */
export function compileSessionTotals(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  const scope = scopeSql(plan.scope, bindings);
  const sessions = bouncesSql(scope, { having: filtersSql(plan.rowFilters, bindings) });
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

function shapeStats(
  plan: StatsPlan,
  { totals, series, breakdown, breakdowns }: StatsRows,
  compared?: { readonly plan: VisitPlan; readonly totals: Totals },
) {
  return {
    ...windowFields(plan),
    grain: plan.grain,
    totals: shapeTotals(totals),
    series: shapeVisitSeries(plan, series),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: breakdown.map(shapeKey),
    breakdowns: plan.breakdowns.map(({ dimension }, index) =>
      shapeBreakdown(dimension.key, breakdowns[index]),
    ),
    ...(compared
      ? { comparison: { ...windowFields(compared.plan), totals: shapeTotals(compared.totals) } }
      : {}),
  };
}

const shapeBreakdown = (dimension: string, rows: Breakdown = []) =>
  typeof rows === 'string' ? { dimension, rows: [], error: rows } : { dimension, rows: rows.map(shapeKey) };

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
