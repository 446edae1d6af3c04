import type { ClickHouseClient } from '@clickhouse/client';
import {
  compileSessionTotals,
  compileStatsBreakdown,
  compileStatsSeries,
  compileStatsTotals,
} from '../domain/stats/compile-stats';
import type { StatsPlan } from '../domain/stats/plan-stats';
import type { StatsFindings, TotalsFound } from '../domain/stats/shape-stats';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

type Counts = Omit<TotalsFound, 'bounces' | 'duration_ms'>;
type OfSessions = Pick<TotalsFound, 'bounces' | 'duration_ms'>;

/** Asks ClickHouse a plan's statements about visits side by side. @throws AppError, see runStatement. */
export async function queryStats(
  client: ClickHouseClient,
  plan: StatsPlan,
  options: RunOptions,
): Promise<StatsFindings> {
  const [series, sessions, breakdown] = await allOrNone(options, (each) => [
    runStatement<StatsFindings['series'][number]>(client, compileStatsSeries(plan), each),
    runStatement<OfSessions>(client, compileSessionTotals(plan), { ...each, groupsSpill: true }),
    plan.dimension
      ? runStatement<StatsFindings['breakdown'][number]>(client, compileStatsBreakdown(plan), each)
      : Promise.resolve(undefined),
  ]);
  const totals = totalsOf(series.totals, sessions.data[0]);
  return { totals, series: series.data, breakdown: breakdown?.data ?? [] };
}

/** The totals of a plan alone. @throws AppError, see runStatement. */
export async function queryStatsTotals(
  client: ClickHouseClient,
  plan: StatsPlan,
  options: RunOptions,
): Promise<TotalsFound> {
  const [counts, sessions] = await allOrNone(options, (each) => [
    runStatement<Counts>(client, compileStatsTotals(plan), each),
    runStatement<OfSessions>(client, compileSessionTotals(plan), { ...each, groupsSpill: true }),
  ]);
  return totalsOf(counts.data[0], sessions.data[0]);
}

function totalsOf(counts: Counts | undefined, sessions: OfSessions | undefined): TotalsFound {
  const { visitors, sessions: visits, pageviews } = counts ?? { visitors: 0, sessions: 0, pageviews: 0 };
  const { bounces, duration_ms } = sessions ?? { bounces: 0, duration_ms: 0 };
  return { visitors, sessions: visits, pageviews, bounces, duration_ms };
}
