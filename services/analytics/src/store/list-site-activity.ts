import type { ClickHouseClient } from '@clickhouse/client';
import { compileLastEvents, compileSiteDays } from '../domain/activity/compile-activity';
import type { ActivityPlan } from '../domain/activity/plan-activity';
import type { ActivityFindings } from '../domain/activity/shape-activity';
import { allOrNone } from './all-or-none';
import { runStatement, type RunOptions } from './run-statement';

/** Asks ClickHouse two statements, however many sites there are. @throws AppError, see runStatement. */
export async function listSiteActivity(
  client: ClickHouseClient,
  plan: ActivityPlan,
  options: RunOptions,
): Promise<ActivityFindings> {
  const [days, lastEvents] = await allOrNone(options, (each) => [
    runStatement<ActivityFindings['days'][number]>(client, compileSiteDays(plan), each),
    runStatement<ActivityFindings['lastEvents'][number]>(client, compileLastEvents(plan), each),
  ]);
  return { days: days.data, lastEvents: lastEvents.data };
}
