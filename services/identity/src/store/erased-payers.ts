import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigest } from '../domain/email';
import type { HmacKey, HmacKeys } from '../domain/hmac-keys';

/** Stripe repeats events for up to 30 days. */
const RETENTION_MS = 35 * 86_400_000;

/** The prefix separates it from the digests of addresses and visitors. */
function digestCustomer({ key }: HmacKey, workspaceId: number, customerId: string): Buffer {
  return createHmac('sha256', key).update(`erased customer\0${workspaceId}\0${customerId}`).digest();
}

export interface ErasedPayers {
  readonly workspaceId: number;
  /** Digests of addresses. */
  readonly addresses: readonly Buffer[];
  /** Ids of customers of the payment provider. */
  readonly customerIds: readonly string[];
  readonly keys: HmacKeys;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Stores that the accounts of addresses and customers were erased. Lock 9 of `locks.ts`. */
export async function putErasedPayers(
  client: PoolClient,
  { workspaceId, addresses, customerIds, keys: [current], now }: ErasedPayers,
): Promise<void> {
  const customers = customerIds.map((customerId) => digestCustomer(current, workspaceId, customerId));
  await client.query({
    name: 'put-erased-payers',
    text: `INSERT INTO identity.erased_payers AS stored (workspace_id, digest, erased_at)
           SELECT DISTINCT $1::bigint, digest, $3::timestamptz FROM unnest($2::bytea[]) AS digest
           ON CONFLICT (workspace_id, digest) DO UPDATE SET erased_at = greatest(stored.erased_at, EXCLUDED.erased_at)`,
    values: [workspaceId, [...addresses, ...customers], new Date(now)],
  });
}

export interface ReportedPayer {
  readonly workspaceId: number;
  readonly digests?: readonly EmailDigest[] | undefined;
  readonly customerId?: string | undefined;
  readonly keys: HmacKeys;
  /** When the payment provider reported the payer. Unix milliseconds. */
  readonly atMs: number;
}

/** Whether the account of the address or customer was erased at the time of the report or later. */
export async function isErasedSince(
  db: Pool | PoolClient,
  { workspaceId, digests = [], customerId, keys, atMs }: ReportedPayer,
): Promise<boolean> {
  const customers =
    customerId === undefined ? [] : keys.map((key) => digestCustomer(key, workspaceId, customerId));
  const { rowCount } = await db.query({
    name: 'is-erased-since',
    text: `SELECT FROM identity.erased_payers
            WHERE workspace_id = $1 AND digest = ANY ($2::bytea[]) AND erased_at >= $3 LIMIT 1`,
    values: [workspaceId, [...digests.map(({ digest }) => digest), ...customers], new Date(atMs)],
  });
  return rowCount === 1;
}

/** Deletes the payers that the provider can't report any more. @param now Unix milliseconds */
export async function deleteOldErasedPayers(db: Pool, now: number): Promise<void> {
  await db.query('DELETE FROM identity.erased_payers WHERE erased_at < $1', [new Date(now - RETENTION_MS)]);
}
