import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';

/**
 * Locks are shared by the digests of one bucket, so that a bulk call holds at most this many: Postgres keeps all
 * advisory locks in one table of fixed size (max_locks_per_transaction × max_connections).
 */
const BUCKETS = 128;

/**
 * While several keys are live, replicas may disagree about which is current, and one new account could be claimed under
 * two digests: the unique index would see no conflict. Each call therefore holds a lock for every digest of its accounts,
 * taken in one order. With a single key the unique index alone decides, and nothing is locked here.
 */
export async function lockDigests(
  client: PoolClient,
  workspaceId: number,
  accounts: readonly EmailDigests[],
): Promise<void> {
  if (accounts.every((digests) => digests.length === 1)) return;
  const buckets = new Set(
    accounts.flatMap((digests) => digests.map(({ digest }) => digest.readUInt32BE() % BUCKETS)),
  );
  await client.query({
    name: 'lock-digests',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('identity digest ' || $1::bigint || ' ' || bucket, 0))
             FROM unnest($2::int[]) AS bucket`,
    values: [workspaceId, [...buckets].sort((a, b) => a - b)],
  });
}
