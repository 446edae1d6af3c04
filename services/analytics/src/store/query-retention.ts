import type { ClickHouseClient } from '@clickhouse/client';
import {
  compileRetention,
  type RetentionPlan,
  type RetentionRow,
} from '../domain/retention/retention-answer';
import { runStatement, type RunOptions } from './run-statement';

/** The retention of a plan's weeks. @throws AppError, see runStatement. */
export async function queryRetention(
  client: ClickHouseClient,
  plan: RetentionPlan,
  options: RunOptions,
): Promise<readonly RetentionRow[]> {
  return (await runStatement<RetentionRow>(client, compileRetention(plan), options)).data;
}
