import { pendingSince } from '../domain/pending-days';
import type { RepairDependencies } from './dependencies';
import { settleLinks } from './settle-links';

const PAGE = 1_000;

/**
 * Asks after all visitors whose links are not settled for good. The safety net beneath `followArrivals`: for links from
 * before visitors had keys, for what came while the repair was away for more than a day, and for what nobody thought of.
 */
export async function sweepLinks(dependencies: RepairDependencies, signal: AbortSignal): Promise<void> {
  const { store, clock } = dependencies;
  await store.eachUnsettledPage({ sinceMs: pendingSince(clock.now()), limit: PAGE }, (links) =>
    settleLinks(dependencies, links, signal),
  );
}
