import type { PoolClient } from 'pg';
import type { Db } from './pool';

/** SQLSTATE of a write to a read-only server. */
const READ_ONLY = '25006';

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. In a transaction of the caller, `work`
 * becomes a part of that transaction.
 */
export async function inTransaction<T>(db: Db, work: (client: PoolClient) => Promise<T>): Promise<T> {
  if ('release' in db) return work(db);
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A read-only server is no longer the primary: drop the connection, so that a new one can reach the primary.
    if ((error as { code?: unknown }).code === READ_ONLY) broken = error as Error;
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // The connection is broken: the pool must not reuse it.
      broken = new Error('rollback failed', { cause: rollbackError });
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
