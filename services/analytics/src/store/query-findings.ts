import type { ClickHouseClient } from '@clickhouse/client';
import { compileBreakdown, compileSeries } from '../domain/query/compile';
import type { Plan } from '../domain/query/plan';
import type { Findings, KeyRow, SeriesRow } from '../domain/query/shape';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

/** Asks ClickHouse a plan's statements side by side. @throws AppError, see runStatement. */
export async function queryFindings(
  client: ClickHouseClient,
  plan: Plan,
  options: RunOptions,
): Promise<Findings> {
  const [series, breakdown] = await allOrNone(options, (each) => [
    runStatement<SeriesRow>(client, compileSeries(plan), each),
    plan.dimension ? runStatement<KeyRow>(client, compileBreakdown(plan), each) : Promise.resolve(undefined),
  ]);
  return {
    series: series.data,
    uniqueVisitors: series.totals?.visitors ?? 0,
    breakdown: breakdown?.data ?? [],
  };
}
