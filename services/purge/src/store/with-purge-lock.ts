import type { Pool } from '@headwater/kit/pg/pool';

/**
 * Runs `work` unless another process runs its own under the lock. The lock is the session's, so a process that dies frees it.
 *
 * @returns undefined when another holds it.
 */
export async function withPurgeLock<T>(pool: Pool, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  // The session may be lost while `work` runs elsewhere; every step is safe to run twice, so it goes on.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('headwater purge', 0)) AS locked",
    );
    return rows[0]?.locked ? await work() : undefined;
  } finally {
    client.off('error', ignore);
    client.release(true); // ends the session, and with it the lock
  }
}
