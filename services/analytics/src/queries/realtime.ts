import { localTime, type Bucket } from '@headwater/kit/calendar/buckets';
import { offsetAt, zoneOffsets } from '@headwater/kit/calendar/zone-offsets';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { VISIT_KEYS } from '../query/dimensions';
import type { VisitCounts } from '../query/metrics';
import { planVisits, type QueryContext, type VisitPlan } from '../query/plan';
import { readQuery, type Query } from '../query/read-query';
import { compileStatsSeries, shapeVisitSeries, type StatsSeriesRow } from './stats';
import { compileStatsCounts, type CountsRow } from './stats-breakdowns';
import { totalsOf } from './stats-totals';

/** The rows that ClickHouse returned for the last 30 minutes. */
interface RealtimeRows {
  readonly totals: VisitCounts;
  readonly series: readonly StatsSeriesRow[];
  /** Empty without a dimension. */
  readonly breakdown: readonly CountsRow[];
}

const MINUTES = 30;
const MINUTE_MS = 60_000;

/** Visitors, sessions and pageviews of the last 30 minutes: totals, series by minute, breakdown. */
export function createQueryRealtime(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['QueryRealtime'] {
  return async ({ question }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planRealtime(readQuery(question, VISIT_KEYS), context);
    const rows = await runQuery(dependencies, { name: 'queryRealtime', signal: call.signal }, (run) =>
      queryRealtime(run, plan),
    );
    return shapeRealtime(plan, rows);
  };
}

/** Plans a query for the last 30 minutes; the query's own window is ignored. */
export function planRealtime(query: Query, context: QueryContext): VisitPlan {
  const plan = planVisits(query, context);
  const buckets = lastMinutes(query.zone, context.nowMs);
  const startMs = buckets[0]?.startMs ?? context.nowMs;
  return { ...plan, buckets, scope: { ...plan.scope, startMs, endMs: startMs + MINUTES * MINUTE_MS } };
}

/** One bucket per minute, the last one being the current minute. */
function lastMinutes(zone: string, nowMs: number): readonly Bucket[] {
  const currentMinute = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const firstMinute = currentMinute - (MINUTES - 1) * MINUTE_MS;
  const offsets = zoneOffsets(zone, firstMinute, nowMs);
  return Array.from({ length: MINUTES }, (_, index) => {
    const startMs = firstMinute + index * MINUTE_MS;
    return { key: localTime(startMs, offsetAt(offsets, startMs)), startMs };
  });
}

async function queryRealtime(run: RunStatement, plan: VisitPlan): Promise<RealtimeRows> {
  const [series, breakdown] = await Promise.all([
    run<StatsSeriesRow>(compileStatsSeries(plan)),
    plan.dimension && run<CountsRow>(compileStatsCounts(plan)),
  ]);
  return {
    totals: totalsOf(series.totals, undefined),
    series: series.data,
    breakdown: breakdown?.data ?? [],
  };
}

function shapeRealtime(plan: VisitPlan, { totals, series, breakdown }: RealtimeRows) {
  const { visitors, sessions, pageviews } = totals;
  return {
    timezone: plan.window.zone,
    fromMs: plan.scope.startMs,
    toMs: plan.scope.endMs,
    ...{ visitors, sessions, pageviews },
    series: shapeVisitSeries(plan, series),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: [...breakdown],
  };
}
