import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { startPeriodic } from '@headwater/kit/periodic';
import { cleanUpOperations } from '@headwater/kit/pg/operations';
import type { Pool } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import { STORED_ANSWERS_QUOTA } from '@headwater/protos/limits';
import { EVENT_RETENTION_MS } from '../domain/webhook-event';
import { deleteOldClaims } from '../store/event-claims';
import { deleteOldEvents } from '../store/webhook-events';
import { sealWebhookSecrets } from '../store/webhook-secrets';

const INTERVAL_MS = 15 * 60 * 1_000;

/**
 * Deletes expired events, event ids, stored responses and webhook secrets every 15 minutes, and seals secrets that an older replica has
 * stored in plain text. The module seals at start, so the first run comes after one interval.
 */
export function startCleanUp({
  db,
  clock,
  isEnabled,
  log,
  keys,
}: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  readonly log: Logger;
  readonly keys: SealingKeys;
}): { stop(): Promise<void> } {
  return startPeriodic(
    async (signal) => {
      const now = clock.now();
      const steps = [
        async () => {
          while (!signal.aborted && (await deleteOldEvents(db, now - EVENT_RETENTION_MS)) > 0);
        },
        () => cleanUpOperations(db, 'sites', { now, quota: STORED_ANSWERS_QUOTA, signal, log }),
        async () => {
          while (!signal.aborted && (await deleteOldClaims(db, now)) > 0);
        },
        () => sealWebhookSecrets(db, keys, now),
      ];
      // One after the other, each independently of the errors of the others.
      const errors: unknown[] = [];
      for (const step of steps) await step().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
    {
      intervalMs: INTERVAL_MS,
      immediately: false,
      isEnabled,
      onError: (err) => log.warn({ err }, 'cleanup failed; retrying in 15 minutes'),
    },
  );
}
