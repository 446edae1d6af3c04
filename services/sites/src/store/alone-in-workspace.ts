import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';

/**
 * Runs `work` in a transaction that no writer of the workspace's notices is beside: it takes the lock that gives notices their
 * places. The order of all locks here is this one, webhooks, notices, deliveries: who takes them otherwise waits for another in
 * a circle. A statement of its own takes it, so that those after it see what was there when it was given.
 */
export function aloneInWorkspace<T>(
  pool: Pool,
  workspaceId: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('sites.notices', $1))`, [workspaceId]);
    return work(client);
  });
}
