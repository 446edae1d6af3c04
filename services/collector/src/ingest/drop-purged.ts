import type { PurgedSites } from '../sites/purged-sites';
import { eventsOf, linesWithout, summaryOf } from './batch-events';
import type { Deliver } from './deliver-batch';

export interface DropPurgedOptions {
  readonly deliver: Deliver;
  readonly purgedSites: PurgedSites;
  /** Called with the number of dropped events, after the other events of the batch were stored. */
  readonly onDropped: (events: number, siteIds: readonly number[]) => void;
}

/**
 * Drops the events of purged sites from each batch: a log may be shipped long after its events were accepted, for example when
 * its volume was detached. Stored then, they would contradict the purge certificate of their site.
 */
export function dropPurged({ deliver, purgedSites, onDropped }: DropPurgedOptions): Deliver {
  return async (batch, signal) => {
    const purged = await purgedSites(summaryOf(batch.lines).siteIds);
    if (purged.size === 0) return deliver(batch, signal);
    const dropped = new Set<number>();
    for (const { index, siteId } of eventsOf(batch.lines)) if (purged.has(siteId)) dropped.add(index);
    const kept = linesWithout(batch.lines, dropped);
    const siteIds = [...purged].sort((a, b) => a - b);
    // Another token than that of the whole batch: its halves would have the same tokens for other lines.
    if (kept.length > 0)
      await deliver({ lines: kept, token: `${batch.token}-without-${siteIds.join('-')}` }, signal);
    onDropped(dropped.size, siteIds);
  };
}
