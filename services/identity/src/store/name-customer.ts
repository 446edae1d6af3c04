import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import type { Profile } from '../domain/profile';
import { findProfileIds } from './find-profile-ids';
import { lockDigests } from './lock-digests';
import { lockProfileIds } from './lock-profile-ids';
import { saveAccounts } from './save-accounts';

/** A customer of the payment provider, and whose account it was known to be. */
export interface BillingCustomer {
  readonly customerId: string;
  /** A bigint, as pg gives it; null while the account is not known. */
  readonly profileId: string | null;
  /** Unix milliseconds. */
  readonly namedAtMs: number | null;
}

export interface NameCustomer {
  readonly workspaceId: number;
  readonly customer: BillingCustomer;
  readonly digests: EmailDigests;
  /** When the provider named the address. Unix milliseconds. */
  readonly atMs: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Notes whose account the customer is, makes the account where there is none yet, and gives it the payments that wait. Both the old and the new account stay
 * locked until the transaction ends.
 *
 * @returns the account's profile id
 */
export async function nameCustomer(client: PoolClient, name: NameCustomer): Promise<string> {
  const { workspaceId, customer, digests, now } = name;
  // Before profiles, as everywhere: an identify that holds these waits for one.
  await lockDigests(client, workspaceId, [digests]);
  const [found] = await findProfileIds(client, workspaceId, [digests]);
  // In the order of ids, as everywhere. An account that is made below comes after both, in that order too.
  await lockProfileIds(client, workspaceId, [customer.profileId, found]);
  const unchanged = (profile: Profile) => ({ ok: true as const, value: profile });
  const accounts = [{ digests, changes: { traits: new Map() } }];
  const [saved] = await saveAccounts(client, {
    workspaceId,
    accounts,
    merge: unchanged,
    isSame: () => true,
    now,
  });
  if (saved === undefined) throw new Error('The account of a customer was not saved.');
  await client.query({
    name: 'name-customer',
    text: `UPDATE identity.billing_customers SET profile_id = $3, named_at = $4
            WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customer.customerId, saved.profileId, new Date(name.atMs)],
  });
  await client.query({
    name: 'own-payments-of-customer',
    text: `UPDATE identity.payments
              SET profile_id = $3, customer_id = NULL, notice = CASE notice WHEN 'waiting' THEN 'look' ELSE notice END
            WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customer.customerId, saved.profileId],
  });
  return saved.profileId;
}
