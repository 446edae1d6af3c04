import type { PoolClient } from '@headwater/kit/pg/pool';

/**
 * Until the transaction ends, no other changes what is known of the workspace's billing. Whoever changes it locks customers and
 * profiles, which an erasure takes in the other order: with this lock before both, no two wait for each other.
 */
export async function lockBilling(client: PoolClient, workspaceId: number): Promise<void> {
  await client.query({
    name: 'lock-billing',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('identity billing ' || $1::bigint, 0))`,
    values: [workspaceId],
  });
}
