import { pendingSince } from '../domain/pending-days';
import { REPAIR_DEADLINE_MS, type RepairDependencies } from './dependencies';
import { settleLinks } from './settle-links';

/** Visitors of a page. Few of them have a link that is not settled. */
const PAGE = 5_000;

/**
 * Asks analytics whose events have come since the last time, and settles the links of these visitors: what it costs depends
 * on the events that come, not on the links that wait. One replica at a time does it, from where the last one came to. A
 * page counts as read only once all of it is settled; what is read twice is settled once.
 */
export async function followArrivals(dependencies: RepairDependencies, signal: AbortSignal): Promise<void> {
  const { store, analytics, clock } = dependencies;
  await store.eachArrivalsPage(async (cursor) => {
    signal.throwIfAborted();
    const page = await analytics.ListTouchedVisitors(
      { cursor, limit: PAGE },
      { signal, deadlineMs: REPAIR_DEADLINE_MS },
    );
    const now = clock.now();
    const links = await store.findTouchedLinks({ sinceMs: pendingSince(now), visitors: page.visitors });
    await settleLinks(dependencies, links, signal);
    // While nothing comes, nothing is written.
    const moved = cursor === '' || page.visitors.length > 0;
    return { cursor: moved ? page.cursor : undefined, more: page.more, now };
  });
}
