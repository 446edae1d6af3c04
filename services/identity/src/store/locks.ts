import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/email';
import type { ErasedProfile } from '../domain/erasure-log';
import { PROFILE_COLUMNS, PROFILE_IDS_OF_DIGESTS, storedProfileOf } from './profiles';
import type { ProfileRow, StoredProfile } from './profiles';

/*
 * The lock order of identity. A transaction takes its locks from top to bottom, and the rows of one table in the given order,
 * so that no two transactions wait for each other.
 *
 * | # | lock                                | order within                | taken by                                            |
 * | - | ----------------------------------- | --------------------------- | --------------------------------------------------- |
 * | 1 | billing of a workspace (advisory)   | one per transaction         | `lockBilling`                                       |
 * | 2 | email digests (advisory, bucketed)  | bucket number               | `lockDigests`                                       |
 * | 3 | `profiles`: existing rows           | id                          | `lockProfiles…`, `lockProfileIds`, `rewriteProfiles` |
 * |   | `profiles`: new rows                | digest                      | `insertProfiles`, `insertIdentified`                |
 * | 4 | `links`                             | profile id, anonymous id    | `putLinks`, `putVisitorKeys`, `markLinksPublished`, `expireLinks`, `markTouchesDue`, `postponeTouches`, `replaceTouches` |
 * |   | `touches`                           | none: the link is locked    | `replaceTouches`, `eraseRows`                       |
 * | 5 | `attributions`                      | none: lock 3 is held        | `recordAttributions`                                |
 * |   | `corrections`                       | none: new rows, lock 3      | `insertCorrections`                                 |
 * | 6 | `payments`                          | payment id                  | `insertPayments`, `checkPayments`, `recheckPayments` |
 * |   |                                     | none                        | `eraseAccount`                                      |
 * | 7 | `billing_customers`, `…_subscriptions` | any time after lock 1    | `saveBilling`, `eraseAccount`                       |
 * | 8 | `payment_aliases`                   | any time after lock 1       | `saveProviderPayment`, `linkPaymentIds`, `voidPayment` |
 * | 9 | `erased_visitors`, `erased_payers`, `erasures`, `erasure_visitors`, `erasure_log` | none: lock 1 is held | `eraseAccount`, `repeatErasure` |
 *
 * Payments are the only rows that are also locked without an order: accounts that share a user id share payments. Postgres
 * ends one transaction of such a deadlock, and `retryLostRaces` runs it again.
 *
 * Triggers insert into `account_changes`, `user_id_changes`, `touch_changes` and `ledger_changes`, which waits for no other transaction. `numberChanges` takes an advisory lock
 * of the workspace, then rows of `user_id_changes`, `touch_changes`, `account_changes`, `account_positions`, `account_facts`, `payment_facts` and lock 6.
 * Transactions that delete payments or change their owner write `payment_facts` by a trigger, in the opposite order, and an erasure of a visitor without an order:
 * `retryLostRaces` repeats both after a deadlock. Rows of `costs` are the only locks of their transactions.
 *
 * Two locks are taken alone, by no transaction of this table: the table lock of `retireKey`, and the advisory locks of the
 * periodic tasks (`tryWithAdvisoryLock`), which stop replicas from running one task concurrently.
 */

/**
 * Lock 1. Until the transaction ends, no other transaction changes the workspace's billing. Taken first, because RecordBilling
 * locks customers before profiles, and an erasure locks profiles before customers.
 */
export async function lockBilling(client: PoolClient, workspaceId: number): Promise<void> {
  await client.query({
    name: 'lock-billing',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('identity billing ' || $1::bigint, 0))`,
    values: [workspaceId],
  });
}

/**
 * Digests of one bucket share a lock, which bounds the locks of a bulk call: Postgres stores all advisory locks in one table
 * of fixed size (max_locks_per_transaction × max_connections).
 */
const BUCKETS = 128;

/**
 * Lock 2. While several keys are live, replicas may disagree about the current key and create one account under two
 * digests, which the unique index accepts. Each call therefore locks every digest of its accounts. With a single key the
 * unique index is sufficient, and nothing is locked.
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

/** Lock 3. Locks and returns the profiles with a user id, ordered by id. */
export async function lockProfilesOfUser(
  client: PoolClient,
  workspaceId: number,
  userId: string,
): Promise<StoredProfile[]> {
  const { rows } = await client.query<ProfileRow>({
    name: 'lock-profiles-of-user',
    text: `SELECT ${PROFILE_COLUMNS} FROM identity.profiles AS p
            WHERE workspace_id = $1 AND user_id = $2 ORDER BY id FOR UPDATE`,
    values: [workspaceId, userId],
  });
  return rows.map(storedProfileOf);
}

/** Lock 3. Locks and returns the profiles that match any of the digests, ordered by id. Ids never change. */
export async function lockProfiles(
  client: PoolClient,
  workspaceId: number,
  accounts: readonly EmailDigests[],
): Promise<StoredProfile[]> {
  const result = await client.query<ProfileRow>({
    name: 'lock-profiles',
    text: `SELECT ${PROFILE_COLUMNS}
             FROM identity.profiles AS p
            WHERE workspace_id = $1 AND id = ANY (${PROFILE_IDS_OF_DIGESTS}) AND email_digest = ANY ($2::bytea[])
            ORDER BY id
              FOR UPDATE`,
    values: [workspaceId, accounts.flatMap((digests) => digests.map(({ digest }) => digest))],
  });
  return result.rows.map(storedProfileOf);
}

/** Lock 3. Locks the profiles that still are the erased ones. @returns their ids, in order */
export async function lockErasedProfiles(
  client: PoolClient,
  workspaceId: number,
  profiles: readonly ErasedProfile[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-erased-profiles',
    text: `SELECT p.id FROM identity.profiles AS p
             JOIN unnest($2::bigint[], $3::timestamptz[]) AS erased (id, created_at) USING (id, created_at)
            WHERE p.workspace_id = $1 ORDER BY p.id FOR UPDATE OF p`,
    values: [
      workspaceId,
      profiles.map(({ id }) => id),
      profiles.map(({ createdAtMs }) => new Date(createdAtMs)),
    ],
  });
  return rows.map(({ id }) => id);
}

/** Lock 3. Locks profiles by id. @returns the number of these profiles that exist */
export async function lockProfileIds(
  client: PoolClient,
  workspaceId: number,
  ids: readonly (string | null | undefined)[],
): Promise<number> {
  const result = await client.query({
    name: 'lock-profile-ids',
    text: `SELECT FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
    values: [workspaceId, ids.filter((id) => typeof id === 'string')],
  });
  return result.rowCount ?? 0;
}
