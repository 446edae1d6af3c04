import type { Pool, PoolClient } from 'pg';

/** Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // The connection is of no more use: the pool must not give it out again.
      broken = new Error('rollback failed', { cause: rollbackError });
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
