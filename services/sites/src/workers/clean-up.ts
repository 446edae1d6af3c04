import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { startPeriodic } from '@headwater/kit/periodic';
import { cleanUpOperations } from '@headwater/kit/pg/operations';
import type { Pool } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import { STORED_ANSWERS_QUOTA } from '@headwater/protos/limits';
import { EVENT_RETENTION_MS } from '../domain/webhook-event';
import { countClaimBlocks, deleteOldClaims } from '../store/event-claims';
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
  const claims = createClaimScan(db, clock);
  return startPeriodic(
    async (signal) => {
      const now = clock.now();
      const steps = [
        async () => {
          while (!signal.aborted && (await deleteOldEvents(db, now - EVENT_RETENTION_MS)) > 0);
        },
        () => cleanUpOperations(db, 'sites', { now, quota: STORED_ANSWERS_QUOTA, signal, log }),
        () => claims.readDueParts(now, signal),
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

/** Runs of a day: the table of event ids is read in as many parts. */
const PARTS = 96;
/** Blocks of one statement, which must end before the statement timeout: some 10,000 rows. */
const BLOCKS = 100;

/**
 * Deletes expired event ids. Each run reads a part of the table: every 96th piece of 100 blocks. The time of day determines the part, so that
 * each part is read daily even if the process is restarted every few hours.
 */
export function createClaimScan(
  db: Pool,
  clock: Clock,
): { readDueParts(now: number, signal: AbortSignal): Promise<void> } {
  // An earlier process has read the parts before, if it ended less than an interval ago.
  let next = Math.floor(clock.now() / INTERVAL_MS) - 1;
  const readPart = async (part: number, now: number, signal: AbortSignal): Promise<void> => {
    const blocks = await countClaimBlocks(db);
    for (let from = part * BLOCKS; from < blocks; from += PARTS * BLOCKS) {
      signal.throwIfAborted();
      await deleteOldClaims(db, { now, from, to: from + BLOCKS });
    }
  };
  return {
    readDueParts: async (now, signal) => {
      const last = Math.floor(now / INTERVAL_MS);
      for (next = Math.max(next, last - PARTS + 1); next <= last; next++)
        await readPart(next % PARTS, now, signal);
    },
  };
}
