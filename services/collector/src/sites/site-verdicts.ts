import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import { LRUCache } from 'lru-cache';
import type { KnownSite, KnownSites } from './known-sites';

/** Whether a site key belongs to a site. */
export type SiteVerdict =
  ({ readonly kind: 'valid' } & KnownSite) | { readonly kind: 'unknown_site' } | { readonly kind: 'refused' };

export type VerifySiteKey = (siteId: number, siteKey: string) => Promise<SiteVerdict>;

/** Returns `verify`, recording its verdicts in the known sites. */
export function recordVerdicts(verify: VerifySiteKey, knownSites: Pick<KnownSites, 'record'>): VerifySiteKey {
  return async (siteId, siteKey) => {
    const verdict = await verify(siteId, siteKey);
    knownSites.record(siteId, siteKey, verdict.kind === 'valid' ? verdict : undefined);
    return verdict;
  };
}

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

/** Max wait for the check of a known site: its events need not wait for an outage to end. */
const KNOWN_SITE_PATIENCE_MS = 500;

export interface CacheVerdictsOptions {
  readonly verify: VerifySiteKey;
  readonly knownSites: Pick<KnownSites, 'find'>;
  /** Called when a known site is accepted without a check; undefined if the check takes too long. */
  readonly onUnchecked: (error: unknown) => void;
  readonly clock: Clock;
}

/**
 * Caches verdicts for a few seconds. Concurrent checks of one key share a call. A known site stays valid while its check fails.
 *
 * @throws the errors of `verify` for other sites; they are not cached.
 */
export function cacheVerdicts({
  verify,
  knownSites,
  onUnchecked,
  clock,
}: CacheVerdictsOptions): CachedVerdict {
  const checkOrKnown = async (siteId: number, siteKey: string): Promise<SiteVerdict> => {
    const known = knownSites.find(siteId, siteKey);
    if (!known) return verify(siteId, siteKey);
    const checked = verify(siteId, siteKey).catch((error: unknown) => ({ error }));
    const outcome = await Promise.race([checked, sleep(KNOWN_SITE_PATIENCE_MS, undefined, { ref: false })]);
    if (outcome && 'kind' in outcome) return outcome;
    onUnchecked(outcome?.error);
    return { kind: 'valid', ...known };
  };
  const cache = new LRUCache<string, SiteVerdict, { siteId: number; siteKey: string }>({
    max: CAPACITY,
    ttl: TTL_MS.refused,
    ttlResolution: 0,
    perf: clock,
    // A call whose entry is evicted must still return its verdict.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_id, _stale, { context: { siteId, siteKey }, options }) => {
      const verdict = await checkOrKnown(siteId, siteKey);
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
