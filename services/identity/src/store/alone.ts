import type { Pool, PoolClient } from '@headwater/kit/pg/pool';

/** Runs `work` unless another replica is at it. @returns whether it ran. */
export async function alone(
  pool: Pool,
  name: string,
  work: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
      [name],
    );
    if (result.rows[0]?.mine !== true) return false;
    try {
      await work(client);
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    }
    return true;
  } catch (error) {
    // The lock goes with the session: a connection of unknown state must not keep it in the pool.
    broken = new Error('the work under a lock failed', { cause: error });
    throw error;
  } finally {
    client.release(broken);
  }
}
