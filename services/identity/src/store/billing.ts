import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Subscription } from '../domain/billing';
import type { EmailDigests } from '../domain/email';
import type { HmacKeys } from '../domain/hmac-keys';
import { isErasedSince } from './erased-payers';
import { lockBilling, lockDigests, lockProfileIds } from './locks';
import { putLinks } from './links';
import { findProfileIds } from './profiles';
import { ensureAccounts } from './save-accounts';

export interface SaveBilling {
  readonly workspaceId: number;
  readonly customerId: string;
  /** The digests of the customer's address, if the provider sent it. */
  readonly digests?: EmailDigests;
  /** When the provider made the change. Unix milliseconds. */
  readonly atMs: number;
  readonly subscription?: Subscription;
  /** A visitor to link to the customer's account. */
  readonly anonymousId?: string;
  readonly keys: HmacKeys;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Saves a payment provider's report about one customer, within the caller's transaction. Accounts get the MRR of their
 * subscriptions only if something changed, so that a repeated report does not overwrite a later identify. Locks 1, 2, 3, 4,
 * 6 and 7 of `locks.ts`.
 *
 * A report from before the erasure of its address or customer changes nothing.
 *
 * @returns whether the customer's account is known.
 */
export async function saveBilling(client: PoolClient, save: SaveBilling): Promise<boolean> {
  const { workspaceId, customerId, digests, atMs, subscription, now } = save;
  await lockBilling(client, workspaceId);
  if (await isErasedSince(client, save)) return false;
  const customer = await claimCustomer(client, workspaceId, customerId);
  let { profileId } = customer;
  const isNewer = customer.namedAtMs === null || atMs > customer.namedAtMs;
  if (digests && isNewer)
    profileId = await linkCustomerToAccount(client, { workspaceId, customer, digests, atMs, now });
  else if (profileId !== null) await lockProfileIds(client, workspaceId, [profileId]);

  const { anonymousId, keys } = save;
  await linkVisitors(client, { workspaceId, customer, profileId, anonymousId, keys, now });
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

/** A customer of the payment provider. */
interface BillingCustomer {
  readonly customerId: string;
  /** A bigint, as pg returns it; null while the account is not known. */
  readonly profileId: string | null;
  /** When the provider sent the address that identifies the account. Unix milliseconds. */
  readonly namedAtMs: number | null;
  /** Visitors that wait for the account. */
  readonly anonymousIds: readonly string[];
}

/** Max visitors that wait for the account of one customer. */
const MAX_VISITORS = 10;

interface LinkVisitors {
  readonly workspaceId: number;
  readonly customer: BillingCustomer;
  /** The customer's account, locked; null while it is not known. */
  readonly profileId: string | null;
  readonly anonymousId: string | undefined;
  readonly keys: HmacKeys;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Links visitors to the customer's account, or stores them until the account is known. The links are pending. */
async function linkVisitors(client: PoolClient, link: LinkVisitors): Promise<void> {
  const { workspaceId, customer, profileId, anonymousId, keys, now } = link;
  const waiting = new Set([...customer.anonymousIds, ...(anonymousId === undefined ? [] : [anonymousId])]);
  if (profileId !== null)
    for (const one of [...waiting].sort())
      await putLinks(client, [{ profileId, anonymousId: one, resolved: false }], { workspaceId, keys, now });
  const left = profileId === null ? [...waiting].slice(-MAX_VISITORS) : [];
  if (left.join() === customer.anonymousIds.join()) return;
  await client.query({
    name: 'put-waiting-visitors',
    text: `UPDATE identity.billing_customers SET anonymous_ids = $3 WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customer.customerId, left],
  });
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
  const { rows } = await client.query<{
    profile_id: string | null;
    named_at: Date | null;
    anonymous_ids: string[];
  }>({
    name: 'read-customer',
    text: `SELECT profile_id, named_at, anonymous_ids FROM identity.billing_customers WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customerId],
  });
  const [row] = rows;
  return {
    customerId,
    profileId: row?.profile_id ?? null,
    namedAtMs: row?.named_at?.getTime() ?? null,
    anonymousIds: row?.anonymous_ids ?? [],
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

interface LinkCustomer {
  readonly workspaceId: number;
  readonly customer: BillingCustomer;
  readonly digests: EmailDigests;
  /** When the provider sent the address. Unix milliseconds. */
  readonly atMs: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Links a customer to the account of its address, and moves the customer's waiting payments to the account. Creates the
 * account if there is none. The previous and the new account stay locked until the transaction ends.
 *
 * @returns the account's profile id
 */
async function linkCustomerToAccount(client: PoolClient, link: LinkCustomer): Promise<string> {
  const { workspaceId, customer, digests, now } = link;
  // Lock 2 before lock 3: an identify that holds the digests waits for a profile.
  await lockDigests(client, workspaceId, [digests]);
  const [found] = await findProfileIds(client, workspaceId, [digests]);
  // Both profiles together, in the order of their ids. A profile created below has a higher id than both.
  await lockProfileIds(client, workspaceId, [customer.profileId, found]);
  const [saved] = await ensureAccounts(client, { workspaceId, accounts: [digests], now });
  if (saved === undefined) throw new Error('The account of a customer was not saved.');
  await client.query({
    name: 'link-customer',
    text: `UPDATE identity.billing_customers SET profile_id = $3, named_at = $4
            WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customer.customerId, saved.profileId, new Date(link.atMs)],
  });
  await client.query({
    name: 'move-payments-of-customer',
    text: `UPDATE identity.payments
              SET profile_id = $3, customer_id = NULL, notice = CASE notice WHEN 'waiting' THEN 'look' ELSE notice END
            WHERE workspace_id = $1 AND customer_id = $2`,
    values: [workspaceId, customer.customerId, saved.profileId],
  });
  return saved.profileId;
}

interface SaveSubscription {
  readonly workspaceId: number;
  readonly customerId: string;
  readonly subscription: Subscription;
  /** When the provider made the change. Unix milliseconds. */
  readonly atMs: number;
}

/** Saves the latest state of a subscription. @returns false for a repeated or outdated change, which is not saved */
async function saveSubscription(client: PoolClient, save: SaveSubscription): Promise<boolean> {
  const { subscriptionId, eventId, mrr, currency, plan } = save.subscription;
  const result = await client.query({
    name: 'save-subscription',
    text: `INSERT INTO identity.billing_subscriptions AS stored
                  (workspace_id, subscription_id, customer_id, mrr, currency, plan, changed_at, event_ids)
           VALUES ($1, $2, $3, $4, $5, $6, $7, ARRAY[$8::text])
           ON CONFLICT (workspace_id, subscription_id) DO UPDATE
              SET customer_id = EXCLUDED.customer_id, mrr = EXCLUDED.mrr, currency = EXCLUDED.currency,
                  plan = EXCLUDED.plan, changed_at = EXCLUDED.changed_at,
                  event_ids = CASE WHEN stored.changed_at = EXCLUDED.changed_at
                                   THEN stored.event_ids || EXCLUDED.event_ids ELSE EXCLUDED.event_ids END
            WHERE stored.changed_at < EXCLUDED.changed_at
               OR (stored.changed_at = EXCLUDED.changed_at AND NOT EXCLUDED.event_ids <@ stored.event_ids)`,
    values: [
      save.workspaceId,
      subscriptionId,
      save.customerId,
      mrr,
      currency,
      plan,
      new Date(save.atMs),
      eventId,
    ],
  });
  return result.rowCount === 1;
}

interface PutSubscribedMrr {
  readonly workspaceId: number;
  /** Bigints, as pg returns them; locked. */
  readonly profileIds: readonly string[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Sets the MRR and plan of accounts from their subscriptions, in the currency of the latest change. Without a subscription
 * the MRR is 0 and the plan stays: it shows which plan was cancelled. With a subscription of unknown MRR, the account's MRR stays.
 */
async function putSubscribedMrr(client: PoolClient, put: PutSubscribedMrr): Promise<void> {
  await client.query({
    name: 'put-subscribed-mrr',
    text: `UPDATE identity.profiles AS o
              SET mrr = CASE WHEN subscribed.is_known THEN subscribed.mrr ELSE o.mrr END,
                  plan = coalesce(subscribed.plan, o.plan), updated_at = $3
             FROM (SELECT a.id, count(*) FILTER (WHERE s.subscription_id IS NOT NULL AND s.mrr IS NULL) = 0 AS is_known,
                          coalesce(sum(s.mrr) FILTER (WHERE s.currency = latest.currency), 0) AS mrr,
                          (array_agg(s.plan ORDER BY s.mrr DESC NULLS LAST, s.subscription_id)
                             FILTER (WHERE s.currency IS NOT DISTINCT FROM latest.currency AND s.plan IS NOT NULL))[1] AS plan
                     FROM unnest($2::bigint[]) AS a (id)
                     LEFT JOIN identity.billing_customers AS c ON c.workspace_id = $1 AND c.profile_id = a.id
                     LEFT JOIN identity.billing_subscriptions AS s
                       ON s.workspace_id = $1 AND s.customer_id = c.customer_id AND s.mrr IS DISTINCT FROM 0
                     LEFT JOIN LATERAL (
                       SELECT x.currency
                         FROM identity.billing_customers AS d
                         JOIN identity.billing_subscriptions AS x
                           ON x.workspace_id = $1 AND x.customer_id = d.customer_id AND x.mrr IS DISTINCT FROM 0
                        WHERE d.workspace_id = $1 AND d.profile_id = a.id
                        ORDER BY x.changed_at DESC, x.subscription_id LIMIT 1) AS latest ON true
                    GROUP BY a.id) AS subscribed
            WHERE o.workspace_id = $1 AND o.id = subscribed.id
              AND (o.mrr, o.plan) IS DISTINCT FROM
                  (CASE WHEN subscribed.is_known THEN subscribed.mrr ELSE o.mrr END, coalesce(subscribed.plan, o.plan))`,
    values: [put.workspaceId, put.profileIds, new Date(put.now)],
  });
}
