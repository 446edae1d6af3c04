import type { ClickHouseClient } from '@clickhouse/client';
import { compileEventList } from '../domain/events/compile-event-list';
import type { StatsPlan } from '../domain/stats/plan-stats';
import { runStatement, type RunOptions } from './run-statement';

/** An event name of a site, with what was counted of it. */
export interface EventName {
  readonly name: string;
  readonly events: number;
  readonly visitors: number;
  readonly properties: string[];
}

/** The event names of a plan's window. @throws AppError, see runStatement. */
export async function listEvents(
  client: ClickHouseClient,
  plan: StatsPlan,
  options: RunOptions,
): Promise<EventName[]> {
  return (await runStatement<EventName>(client, compileEventList(plan), options)).data;
}
