import type { ClickHouseClient } from '@clickhouse/client';
import type { RealtimeFindings } from '../domain/realtime/shape-realtime';
import { compileStatsBreakdown, compileStatsSeries, compileStatsTotals } from '../domain/stats/compile-stats';
import type { StatsPlan } from '../domain/stats/plan-stats';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

/** Asks ClickHouse the statements about the last half hour side by side. @throws AppError, see runStatement. */
export async function queryRealtime(
  client: ClickHouseClient,
  plan: StatsPlan,
  options: RunOptions,
): Promise<RealtimeFindings> {
  const [totals, series, breakdown] = await allOrNone(options, (each) => [
    runStatement<RealtimeFindings['totals']>(client, compileStatsTotals(plan), each),
    runStatement<RealtimeFindings['series'][number]>(client, compileStatsSeries(plan), each),
    plan.dimension
      ? runStatement<RealtimeFindings['breakdown'][number]>(client, compileStatsBreakdown(plan), each)
      : Promise.resolve(undefined),
  ]);
  return {
    totals: totals.data[0] ?? { visitors: 0, sessions: 0, pageviews: 0 },
    series: series.data,
    breakdown: breakdown?.data ?? [],
  };
}
