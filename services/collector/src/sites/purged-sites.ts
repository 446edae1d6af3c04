import { LRUCache } from 'lru-cache';

/**
 * Returns the milliseconds until the purge of sites may begin, 0 or less once it may or has. Sites without a scheduled purge
 * are absent.
 */
export type PurgeTimes = (siteIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Returns those of the sites whose events must not be stored any more. Throws while that is unknown. */
export type PurgedSites = (siteIds: Iterable<number>) => Promise<ReadonlySet<number>>;

/** Covers the longest insert, and clocks of sites replicas that differ: no insert may end after the purge has begun. */
const MARGIN_MS = 5 * 60_000;
/** Time for which an unscheduled purge is cached. A site that is deleted later is purged 30 days after that at the earliest. */
const UNSCHEDULED_TTL_MS = 24 * 60 * 60_000;
/** Time for which a purged site is cached. */
const PURGED_TTL_MS = 10_000;
const CAPACITY = 50_000;

interface Schedule {
  readonly checkedAt: number;
  /** Infinity: not scheduled. */
  readonly purgeAt: number;
}

/**
 * Returns a cached check for purged sites. Events of a site with a scheduled purge are stored until shortly before it, since the
 * site can be restored until then.
 *
 * While the sites service is unreachable, cached sites remain known for a day; a check of other sites throws, so that the
 * shipper retries it.
 *
 * @param now monotonic milliseconds
 */
export function createPurgedSites(purgeTimes: PurgeTimes, now: () => number): PurgedSites {
  const schedules = new LRUCache<number, Schedule>({ max: CAPACITY });
  const isPurged = (purgeAt: number): boolean => purgeAt - now() <= MARGIN_MS;
  const isFresh = ({ checkedAt, purgeAt }: Schedule): boolean =>
    now() - checkedAt < (isPurged(purgeAt) ? PURGED_TTL_MS : UNSCHEDULED_TTL_MS);
  return async (siteIds) => {
    const found = new Map<number, Schedule>();
    const unknown: number[] = [];
    for (const siteId of siteIds) {
      const cached = schedules.get(siteId);
      if (cached && isFresh(cached)) found.set(siteId, cached);
      else unknown.push(siteId);
    }
    if (unknown.length > 0) {
      const checkedAt = now();
      const times = await purgeTimes(unknown);
      for (const siteId of unknown) {
        const schedule = { checkedAt, purgeAt: checkedAt + (times.get(siteId) ?? Infinity) };
        schedules.set(siteId, schedule);
        found.set(siteId, schedule);
      }
    }
    return new Set([...found].filter(([, { purgeAt }]) => isPurged(purgeAt)).map(([siteId]) => siteId));
  };
}
