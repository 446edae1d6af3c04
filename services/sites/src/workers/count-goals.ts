import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { newConversions, reportedCounts, type HourCounts } from '../domain/goal-counts';
import { claimGoals, finishGoalCount, type GoalClaim } from '../store/goal-counts';
import { startClaimWorker } from './claim-worker';

/** Time between two counts of a goal. Also the lease: after an error the goal is counted at its next time. */
const COUNT_INTERVAL_MS = 5 * 60 * 1_000;
const SLOTS = 4;
const DEADLINE_MS = 10_000;

type Analytics = Pick<Client<AnalyticsDefinition>, 'QueryGoal'>;

/** Starts to count the goals of workspaces that subscribe to `goal.reached`, and inserts events for new conversions. */
export function startGoalCounts({
  db,
  clock,
  isEnabled,
  log,
  analytics,
  intervalMs,
}: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  readonly log: Logger;
  readonly analytics: Analytics;
  readonly intervalMs: number;
}): { stop(): Promise<void> } {
  return startClaimWorker<GoalClaim>({
    name: 'goal count',
    slots: SLOTS,
    intervalMs,
    isEnabled,
    log,
    claim: ({ max }) => claimGoals(db, { now: clock.now(), nextAt: clock.now() + COUNT_INTERVAL_MS, max }),
    work: async (claim, stopping) => {
      const current = await countConversions(analytics, claim, stopping);
      const now = clock.now();
      const reports = newConversions(current, { ...claim, now });
      await finishGoalCount(db, claim, { counted: reportedCounts(current, claim.counted), reports, now });
    },
  });
}

/** Conversions of yesterday and today, by hour in UTC. */
async function countConversions(
  analytics: Analytics,
  { workspaceId, siteId, goal }: GoalClaim,
  signal: AbortSignal,
): Promise<HourCounts> {
  const question = { siteId, timezone: 'UTC', range: '2d', grain: 'hour', filters: [] };
  const step = { name: goal.name, type: goal.type, filters: [...goal.filters] };
  const target = goal.type === 'event' ? { event: goal.event } : { path: goal.path };
  const { series } = await analytics.QueryGoal(
    { question, goal: { ...step, ...target } },
    { workspaceId, signal, deadlineMs: DEADLINE_MS },
  );
  return Object.fromEntries(
    series
      .filter(({ conversions }) => conversions > 0)
      .map(({ bucket, conversions }) => [new Date(bucket).toISOString(), conversions]),
  );
}
