import type { Pool, PoolClient } from 'pg';

/** SQLSTATE of a write to a server that can only be read. */
const READ_ONLY = '25006';

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
    // A server that can only be read is no longer the primary: the next connection may find the one that is.
    if ((error as { code?: unknown }).code === READ_ONLY) broken = error as Error;
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // The connection is of no more use: the pool must not give it out again.
      broken = new Error('rollback failed', { cause: rollbackError });
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
