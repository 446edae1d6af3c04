import type { Logger } from '@headwater/kit/log';
import { oncePerMinute, startPeriodic, type PeriodicTask } from '@headwater/kit/periodic';
import type { KnownSites } from './known-sites';
import type { PurgeTimes } from './purged-sites';
import type { VerifySiteKey } from './site-verdicts';

const INTERVAL_MS = 10_000;

export interface DeletedSitesOptions {
  readonly knownSites: Pick<KnownSites, 'list'>;
  readonly purgeTimes: PurgeTimes;
  /** Removes the site from the known sites if its key isn't valid. */
  readonly verifySiteKey: VerifySiteKey;
  readonly log: Logger;
}

/**
 * Removes deleted sites from the known sites in the background, also those without visits: an outage may begin before the next
 * visit. Only sites with a purge time are checked. A site that expires has one before it is deleted.
 */
export function removeDeletedSites({
  knownSites,
  purgeTimes,
  verifySiteKey,
  log,
}: DeletedSitesOptions): PeriodicTask {
  const remove = async (signal: AbortSignal): Promise<void> => {
    const sites = knownSites.list();
    const times = await purgeTimes([...new Set(sites.map(({ siteId }) => siteId))]);
    for (const { siteId, siteKey } of sites) {
      if (signal.aborted) return;
      if (times.has(siteId)) await verifySiteKey(siteId, siteKey);
    }
  };
  const onError = oncePerMinute((err) =>
    log.warn({ err }, 'known sites cannot be checked for deletions; retrying'),
  );
  return startPeriodic(remove, { intervalMs: INTERVAL_MS, onError });
}
