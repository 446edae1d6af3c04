import type { Clock } from '@headwater/kit/clock';
import { LRUCache } from 'lru-cache';

/** Whether a site key belongs to a site. */
export type SiteVerdict =
  | {
      readonly kind: 'valid';
      readonly workspaceId: number;
      readonly domain: string;
      readonly installed: boolean;
      readonly scrub: boolean;
    }
  | { readonly kind: 'unknown_site' }
  | { readonly kind: 'refused' };

export type VerifySiteKey = (siteId: number, siteKey: string) => Promise<SiteVerdict>;

/** Synchronous on a cache hit. */
export type CachedVerdict = (siteId: number, siteKey: string) => SiteVerdict | Promise<SiteVerdict>;

/** Time for which a verdict is cached: a deleted site must be refused within 5 s, a new site be accepted within 1 s. */
const TTL_MS: Readonly<Record<SiteVerdict['kind'], number>> = {
  valid: 4_000,
  unknown_site: 1_000,
  refused: 1_000,
};

/** Max cached verdicts; anyone may send any key. */
const CAPACITY = 20_000;

/**
 * Caches verdicts for a few seconds. Concurrent checks of one key share a call.
 *
 * @throws the errors of `verify`, which are not cached.
 */
export function cacheVerdicts(verify: VerifySiteKey, clock: Clock): CachedVerdict {
  const cache = new LRUCache<string, SiteVerdict, { siteId: number; siteKey: string }>({
    max: CAPACITY,
    ttl: TTL_MS.refused,
    ttlResolution: 0,
    perf: clock,
    // A call whose entry is evicted must still return its verdict.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_id, _stale, { context: { siteId, siteKey }, options }) => {
      const verdict = await verify(siteId, siteKey);
      // An LRUCache entry is still fresh at the age of its ttl.
      options.ttl = TTL_MS[verdict.kind] - 1;
      return verdict;
    },
  });
  return (siteId, siteKey) => {
    const id = `${siteId}:${siteKey}`;
    return cache.get(id) ?? cache.forceFetch(id, { context: { siteId, siteKey } });
  };
}
