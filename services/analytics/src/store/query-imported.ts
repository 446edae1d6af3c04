import type { ClickHouseClient } from '@clickhouse/client';
import {
  compileImportedBreakdown,
  compileImportedDays,
  compileImportedEvents,
  type ImportedDay,
  type ImportedFindings,
  type ImportedRow,
} from '../domain/imported/imported-answer';
import type { FramePlan } from '../domain/query/plan';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

/** What other products counted on the days of a plan. @throws AppError, see runStatement. */
export async function queryImported(
  client: ClickHouseClient,
  plan: FramePlan,
  options: RunOptions,
): Promise<ImportedFindings> {
  const { dimension } = plan;
  const [days, breakdown, events] = await allOrNone(options, (each) => [
    runStatement<ImportedDay>(client, compileImportedDays(plan), each),
    dimension
      ? runStatement<ImportedRow>(client, compileImportedBreakdown(plan, dimension.key), each)
      : Promise.resolve(undefined),
    runStatement<ImportedRow>(client, compileImportedEvents(plan), each),
  ]);
  return { days: days.data, breakdown: breakdown?.data ?? [], events: events.data };
}
