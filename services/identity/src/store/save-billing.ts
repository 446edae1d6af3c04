import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import type { Subscription } from '../domain/parse-billing';
import { lockBilling } from './lock-billing';
import { lockProfileIds } from './lock-profile-ids';
import { nameCustomer, type BillingCustomer } from './name-customer';
import { putSubscribedMrr } from './put-subscribed-mrr';
import { saveSubscription } from './save-subscription';

export interface SaveBilling {
  readonly workspaceId: number;
  readonly customerId: string;
  /** Of the customer's address, where it was told. */
  readonly digests?: EmailDigests;
  /** When the provider told it. Unix milliseconds. */
  readonly atMs: number;
  readonly subscription?: Subscription;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Saves what the payment provider told of a customer, within the caller's transaction. Accounts get the MRR of their
 * subscriptions only where something changed, so that what comes again does not undo what an identify told since.
 *
 * @returns whether the customer's account is known by now.
 */
export async function saveBilling(client: PoolClient, save: SaveBilling): Promise<boolean> {
  const { workspaceId, customerId, digests, atMs, subscription, now } = save;
  await lockBilling(client, workspaceId);
  const customer = await claimCustomer(client, workspaceId, customerId);
  let { profileId } = customer;
  const isNewer = customer.namedAtMs === null || atMs > customer.namedAtMs;
  if (digests && isNewer)
    profileId = await nameCustomer(client, { workspaceId, customer, digests, atMs, now });
  else if (profileId !== null) await lockProfileIds(client, workspaceId, [profileId]);

  const changed =
    subscription !== undefined &&
    (await saveSubscription(client, { workspaceId, customerId, subscription, atMs }));
  const moved = profileId !== customer.profileId && (await hasSubscriptions(client, workspaceId, customerId));
  if (changed || moved) {
    const owners = [profileId, customer.profileId].filter((id) => id !== null);
    await putSubscribedMrr(client, { workspaceId, profileIds: [...new Set(owners)], now });
  }
  return profileId !== null;
}

async function claimCustomer(
  client: PoolClient,
  workspaceId: number,
  customerId: string,
): Promise<BillingCustomer> {
  await client.query({
    name: 'claim-customer',
    text: `INSERT INTO identity.billing_customers (workspace_id, customer_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    values: [workspaceId, customerId],
  });
  const { rows } = await client.query<{ profile_id: string | null; named_at: Date | null }>({
    name: 'read-customer',
    text: `SELECT profile_id, named_at FROM identity.billing_customers WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customerId],
  });
  const [row] = rows;
  return {
    customerId,
    profileId: row?.profile_id ?? null,
    namedAtMs: row?.named_at?.getTime() ?? null,
  };
}

async function hasSubscriptions(
  client: PoolClient,
  workspaceId: number,
  customerId: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'has-subscriptions',
    text: `SELECT FROM identity.billing_subscriptions WHERE workspace_id = $1 AND customer_id = $2 LIMIT 1`,
    values: [workspaceId, customerId],
  });
  return rowCount === 1;
}
