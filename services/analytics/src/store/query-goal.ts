import type { ClickHouseClient } from '@clickhouse/client';
import {
  compileFunnel,
  compileFunnelBreakdown,
  type FunnelFindings,
  type FunnelPlan,
} from '../domain/goals/funnel-answer';
import {
  compileGoalBreakdown,
  compileGoalSeries,
  type GoalFindings,
  type GoalPlan,
} from '../domain/goals/goal-answer';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

type GoalTotals = GoalFindings['totals'];

/** Asks ClickHouse a goal's statements side by side. @throws AppError, see runStatement. */
export async function queryGoal(
  client: ClickHouseClient,
  plan: GoalPlan,
  options: RunOptions,
): Promise<GoalFindings> {
  const [series, breakdown] = await allOrNone(options, (each) => [
    runStatement<GoalFindings['series'][number]>(client, compileGoalSeries(plan), each),
    plan.dimension
      ? runStatement<GoalFindings['breakdown'][number]>(client, compileGoalBreakdown(plan), each)
      : Promise.resolve(undefined),
  ]);
  const totals: GoalTotals = series.totals ?? { conversions: 0, visitors: 0, all_visitors: 0 };
  return { series: series.data, totals, breakdown: breakdown?.data ?? [] };
}

/** Asks ClickHouse a funnel's statements side by side. @throws AppError, see runStatement. */
export async function queryFunnel(
  client: ClickHouseClient,
  plan: FunnelPlan,
  options: RunOptions,
): Promise<FunnelFindings> {
  const [levels, breakdown] = await allOrNone(options, (each) => [
    runStatement<FunnelFindings['levels'][number]>(client, compileFunnel(plan), each),
    plan.dimension
      ? runStatement<FunnelFindings['breakdown'][number]>(client, compileFunnelBreakdown(plan), each)
      : Promise.resolve(undefined),
  ]);
  return { levels: levels.data, breakdown: breakdown?.data ?? [] };
}
