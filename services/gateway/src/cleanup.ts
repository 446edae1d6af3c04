import type { Clock } from '@headwater/kit/clock';
import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { deleteAnswersOverQuota, type AnswerQuota } from '@headwater/kit/pg/answer-quota';
import { cleanUpOperations } from '@headwater/kit/pg/operations';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Client } from '@headwater/kit/rpc/types';
import type { SealingKeys } from '@headwater/kit/seal';
import { STORED_ANSWERS_QUOTA } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import { deleteSpendingBefore } from './store/budgets';
import { deleteExpiredSessions } from './store/dashboard-sessions';
import { deleteExpiredIdempotencyKeys, ENDED_KEYS } from './store/idempotency-keys';
import { deleteShareLinksOfSite, findSitesWithShareLinks, type SiteId } from './store/share-links';
import { resealProviderSecrets } from './store/provider-secrets';
import { resealWorkspaceKeys } from './store/workspace-keys';

/** Between two clean-ups; longer than any rate-limit window. */
export const CLEANUP_INTERVAL_MS = 10 * 60 * 1_000;

export interface CleanupOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly sites: Pick<Client<SitesDefinition>, 'GetPurge'>;
  readonly secretsKeys: SealingKeys;
  readonly log: Logger;
  /** See `SessionTimes`. */
  readonly idleMs: number;
  /** Of the stored answers of a workspace. */
  readonly quota?: AnswerQuota;
}

/** Creates the periodic clean-up of this schema: deletes expired rows and share links of purged sites, reseals secrets. */
export function createCleanup({
  db,
  clock,
  sites,
  secretsKeys,
  log,
  idleMs,
  quota = STORED_ANSWERS_QUOTA,
}: CleanupOptions): () => Promise<void> {
  const deleteLinksOfPurgedSites = createPurgedSitesCleanup(db, sites);
  const deleteOldIdempotencyKeys = async (): Promise<void> => {
    await deleteExpiredIdempotencyKeys(db, clock.now());
    for (const { workspaceId, answers } of await deleteAnswersOverQuota(db, ENDED_KEYS, {
      quota,
      now: clock.now(),
    }))
      log.warn(
        { workspaceId, keys: answers },
        'idempotency keys deleted before 24 hours, because of the quota',
      );
  };
  return async () => {
    await Promise.all([
      deleteOldIdempotencyKeys(),
      cleanUpOperations(db, 'gateway', { now: clock.now(), quota, log }),
      deleteSpendingBefore(db, clock.now() - CLEANUP_INTERVAL_MS),
      deleteExpiredSessions(db, { now: clock.now(), idleMs }),
      deleteLinksOfPurgedSites(),
      // A gateway with an older SECRETS_KEY may have stored a secret since the last run.
      resealProviderSecrets(db, secretsKeys),
      resealWorkspaceKeys(db, secretsKeys),
    ]);
  };
}

const MAX_SITES_PER_RUN = 500;
const FIRST: SiteId = { workspaceId: 0, siteId: 0 };

/**
 * Deletes the share links of purged sites; links of a deleted site stay, because the site can be restored. Purge does not
 * know this schema, so each run checks the next `max` sites that have links and starts over after the last one.
 */
export function createPurgedSitesCleanup(
  db: Pool,
  sites: CleanupOptions['sites'],
  max = MAX_SITES_PER_RUN,
): () => Promise<void> {
  let cursor = FIRST;
  return async () => {
    const found = await findSitesWithShareLinks(db, cursor, max);
    for (const site of found) {
      const { workspaceId, siteId } = site;
      if (await isPurged(sites.GetPurge({ siteId }, { workspaceId }))) await deleteShareLinksOfSite(db, site);
      cursor = site;
    }
    if (found.length < max) cursor = FIRST;
  };
}

/** True for an unknown site too: sites purged before purges were recorded must not block the sites after them. */
async function isPurged(purge: Promise<{ readonly state: string }>): Promise<boolean> {
  try {
    return (await purge).state === 'purged';
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found') return true;
    throw error;
  }
}
