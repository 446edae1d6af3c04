import type { ClickHouseClient } from '@clickhouse/client';
import { ABOUT, compileAnalysis, compilePageviews } from '../domain/query/compile';
import type { Plan } from '../domain/query/plan';
import type { Findings, KeyRow, SeriesRow } from '../domain/query/shape';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

/** A row of `compileAnalysis`, with the columns of its kind; `about` with a dimension alone. */
type AnalysisRow = SeriesRow & KeyRow & { readonly about: number };

/** Asks ClickHouse a plan's statements side by side. @throws AppError, see runStatement. */
export async function queryFindings(
  client: ClickHouseClient,
  plan: Plan,
  options: RunOptions,
): Promise<Findings> {
  const [analysis, pageviews] = await allOrNone(options, (each) => [
    runStatement<AnalysisRow>(client, compileAnalysis(plan), each),
    plan.rated
      ? Promise.resolve(undefined)
      : runStatement<{ pageviews: number }>(client, compilePageviews(plan), each),
  ]);
  const about = (kind: number): AnalysisRow[] => analysis.data.filter((row) => row.about === kind);
  const window = plan.dimension ? about(ABOUT.window)[0] : analysis.totals;
  return {
    series: plan.dimension ? about(ABOUT.bucket) : analysis.data,
    uniqueVisitors: window?.visitors ?? 0,
    pageviews: (pageviews ? pageviews.data[0]?.pageviews : window?.pageviews) ?? 0,
    breakdown: about(ABOUT.key).slice(0, plan.limit),
  };
}
