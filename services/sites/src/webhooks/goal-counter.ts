import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { goalNews, nowCounted, type HourCounts } from '../domain/goal-counts';
import type { GoalClaim } from '../store/goal-counts';
import type { WebhooksStore } from '../store/webhooks-store';

/** How often a goal is counted: at its last count, and this much later. */
const COUNT_EVERY_MS = 5 * 60 * 1_000;
const AT_ONCE = 4;
const DEADLINE_MS = 10_000;

export interface CounterParts {
  readonly store: Pick<WebhooksStore, 'claimGoals' | 'endGoalTurn'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'QueryGoal'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** How often to ask for goals that are due. */
  readonly everyMs: number;
}

/**
 * Counts the goals that webhooks ask for, at the start and ever after, and tells what is new. Any number of replicas may: each
 * turn is one's alone. A turn that was cut short is made up for by the next.
 */
export function startGoalCounter({ store, analytics, clock, log, everyMs }: CounterParts): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const count = async (claim: GoalClaim): Promise<void> => {
    const found = await conversionsOf(claim);
    const now = clock.now();
    const news = goalNews(found, { ...claim, now });
    await store.endGoalTurn(claim, { counted: nowCounted(found, claim.counted), news, now });
  };
  /** Of yesterday and today, by the hours of UTC. */
  const conversionsOf = async ({ workspaceId, siteId, goal }: GoalClaim): Promise<HourCounts> => {
    const question = { siteId, timezone: 'UTC', range: '2d', grain: 'hour', filters: [] };
    const step = { name: goal.name, type: goal.type, filters: [...goal.filters] };
    const target = goal.type === 'event' ? { event: goal.event } : { path: goal.path };
    const { series } = await analytics.QueryGoal(
      { question, goal: { ...step, ...target } },
      { workspaceId, signal: stopping.signal, deadlineMs: DEADLINE_MS },
    );
    return Object.fromEntries(
      series
        .filter(({ conversions }) => conversions > 0)
        .map(({ bucket, conversions }) => [new Date(bucket).toISOString(), conversions]),
    );
  };
  const countAll = async (): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const claims = await store.claimGoals({ now, nextAt: now + COUNT_EVERY_MS, most: AT_ONCE });
      // All have ended before a failure is told: none may run on after a stop.
      const ends = await Promise.allSettled(claims.map(count));
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
      if (failures.length > 0) throw failures[0];
      if (claims.length < AT_ONCE || stopping.signal.aborted) return;
    }
  };
  let underWay: Promise<void> | undefined;
  const turn = (): void => {
    underWay ??= countAll()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'goals could not be counted; they are counted later');
      })
      .finally(() => {
        underWay = undefined;
      });
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
