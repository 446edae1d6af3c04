import type { Clock } from '@headwater/kit/clock';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { attributionOf } from '../domain/attribution';
import { isNews } from '../domain/is-news';
import { pendingSince } from '../domain/pending-days';
import type { IdentityStore } from '../store/identity-store';
import type { UnsettledLink } from '../store/list-unsettled-links';

export interface RepairDependencies {
  readonly store: Pick<IdentityStore, 'eachUnsettledPage' | 'settleLink'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ListFirstTouches'>;
  readonly clock: Clock;
}

/** No more than analytics takes at once. */
const PAGE = 1_000;
const DEADLINE_MS = 10_000;
/** Many small workspaces should not wait for each other; half of the connections to Postgres stay for callers. */
const WORKSPACES_AT_ONCE = 4;

/**
 * Asks analytics for the first sessions of all visitors whose links are not settled for good, and settles what the events
 * that came since then decide. One replica at a time does it; the others find it taken and have nothing to do.
 */
export async function repairLinks(dependencies: RepairDependencies, signal: AbortSignal): Promise<void> {
  const { store, clock } = dependencies;
  await store.eachUnsettledPage({ sinceMs: pendingSince(clock.now()), limit: PAGE }, async (links) => {
    const groups = byWorkspace(links).entries();
    // They share the iterator, so each group is taken once.
    const worker = async (): Promise<void> => {
      for (const [workspaceId, ofWorkspace] of groups) {
        if (signal.aborted) return;
        await repairWorkspace(dependencies, workspaceId, { links: ofWorkspace, signal });
      }
    };
    await Promise.all(Array.from({ length: WORKSPACES_AT_ONCE }, worker));
    return !signal.aborted;
  });
}

async function repairWorkspace(
  { store, analytics, clock }: RepairDependencies,
  workspaceId: number,
  { links, signal }: { links: readonly UnsettledLink[]; signal: AbortSignal },
): Promise<void> {
  const anonymousIds = [...new Set(links.map(({ anonymousId }) => anonymousId))];
  const { touches } = await analytics.ListFirstTouches(
    { anonymousIds },
    { workspaceId, signal, deadlineMs: DEADLINE_MS },
  );
  const byVisitor = new Map(touches.map(({ anonymousId, touch }) => [anonymousId, touch]));
  for (const link of links) {
    const touch = byVisitor.get(link.anonymousId);
    if (!touch || !isNews(link, touch.firstSeenAtMs)) continue;
    const { profileId, anonymousId } = link;
    const attribution = attributionOf(touch);
    await store.settleLink({ workspaceId, profileId, anonymousId, attribution, now: clock.now() });
  }
}

function byWorkspace(links: readonly UnsettledLink[]): Map<number, UnsettledLink[]> {
  const groups = new Map<number, UnsettledLink[]>();
  for (const link of links) {
    const group = groups.get(link.workspaceId) ?? [];
    group.push(link);
    groups.set(link.workspaceId, group);
  }
  return groups;
}
