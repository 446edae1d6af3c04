import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Logger } from '../log';

/** SQLSTATE of a lock that is not free within `lock_timeout`, and of a deadlock. */
const RETRIED = new Set(['55P03', '40P01']);

const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;

interface LockTimeoutOptions {
  /** Names the work in the log and in the error. */
  readonly name: string;
  readonly log?: Logger | undefined;
  /** The time after which no further attempt starts; default 10 minutes. */
  readonly waitMs?: number;
}

/**
 * Runs `work` in a transaction that waits at most 2 s for each lock. If a lock is not free, it rolls back and repeats `work` after a
 * pause. A waiting `ALTER TABLE` blocks all later statements on its table, so a longer wait, for example for pg_dump, would stop
 * the services.
 *
 * @throws Error with the fix when the locks are not free within `waitMs`
 */
export async function withLockTimeout<T>(
  client: Pick<ClientBase, 'query'>,
  { name, log, waitMs = 600_000 }: LockTimeoutOptions,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!RETRIED.has((error as { code?: string }).code ?? '')) throw error;
      if (performance.now() >= deadline)
        throw new Error(
          `The tables for "${name}" were locked for ${waitMs / 1_000} s, for example by pg_dump. ` +
            'Wait for its end and start again.',
          { cause: error },
        );
      log?.info({ work: name }, 'waiting for locks of tables');
    }
    await pause(PAUSE_MS);
  }
}
