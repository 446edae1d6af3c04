import type { Pool } from './pool';

/**
 * Runs `work` unless another process runs its own under this name. The lock is that of a transaction that does nothing else
 * meanwhile: it ends with the process, and a pooler that gives connections out by the transaction keeps this one for it. Should
 * the connection be lost while `work` runs, that goes on: it must be safe beside another's.
 *
 * @returns undefined when another holds the lock.
 */
export async function underLock<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine',
      [name],
    );
    return rows[0]?.mine === true ? await work() : undefined;
  } finally {
    await client.query('ROLLBACK').catch((cause: unknown) => {
      // The lock went with the connection, which is of no more use.
      broken = new Error('the connection of a lock was lost', { cause });
    });
    client.off('error', ignore);
    client.release(broken);
  }
}
