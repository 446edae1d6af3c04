import type { ClickHouseClient } from '@clickhouse/client';
import type { ExportRow } from '../domain/export/columns';
import { compileBusyBuckets, compileExportSlice } from '../domain/export/compile-export';
import { slicesOf, type ExportPlan } from '../domain/export/plan-export';
import { runStatement, type RunOptions } from './run-statement';
import { streamStatement } from './stream-statement';

/**
 * The events of a plan by time, in batches as ClickHouse sends them, with the stored ids of visitors and sessions: for
 * the eyes of this service alone. Reads on only as far as it is asked to.
 *
 * @throws AppError, see runStatement.
 */
export async function* exportEvents(
  client: ClickHouseClient,
  plan: ExportPlan,
  options: RunOptions,
): AsyncGenerator<readonly ExportRow[]> {
  const { data } = await runStatement<{ bucket: number }>(client, compileBusyBuckets(plan), options);
  const busy = new Set(data.map(({ bucket }) => bucket * 1_000));
  for (const slice of slicesOf(plan, busy))
    yield* streamStatement<ExportRow>(client, compileExportSlice(plan, slice), options);
}
