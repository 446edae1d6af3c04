import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import { lockBilling } from './lock-billing';
import { lockProfiles } from './lock-profiles';
import { PAYMENTS_WITH_OWNERS } from './payment-row';

export interface EraseAccount {
  readonly workspaceId: number;
  /** Under every live key. */
  readonly digests: EmailDigests;
  /** A UUID for the certificate. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** How much was erased. */
export interface Erased {
  readonly profiles: number;
  readonly links: number;
  readonly payments: number;
  /** Customers of the payment provider. */
  readonly customers: number;
  readonly subscriptions: number;
}

/** Deletes the account's profiles and all that hangs on them, detaches its payments, and notes that it was done. */
export async function eraseAccount(client: PoolClient, erase: EraseAccount): Promise<Erased> {
  const { workspaceId } = erase;
  await lockBilling(client, workspaceId);
  const found = await lockProfiles(client, workspaceId, [erase.digests]);
  const ids = found.map(({ id }) => id);
  const userIds = found.flatMap(({ profile }) => profile.userId ?? []);
  const now = new Date(erase.now);
  const payments = await client.query({
    name: 'detach-payments',
    text: `UPDATE identity.payments AS detached
              SET profile_id = NULL, user_id = NULL, detached_at = $4,
                  kept_attribution = CASE WHEN own.channel IS NOT NULL THEN jsonb_build_object(
                    'channel', own.channel, 'source', own.source, 'site_id', own.site_id, 'country', own.country,
                    'utm_source', own.utm_source, 'utm_medium', own.utm_medium, 'utm_campaign', own.utm_campaign) END
             FROM (SELECT p.payment_id, a.channel, a.source, a.site_id, a.country, a.utm_source, a.utm_medium,
                          a.utm_campaign
                     FROM ${PAYMENTS_WITH_OWNERS}
                    WHERE p.workspace_id = $1 AND (p.profile_id = ANY ($2::bigint[]) OR p.user_id = ANY ($3::text[]))
                      AND o.id = ANY ($2::bigint[])) AS own
            WHERE detached.workspace_id = $1 AND detached.payment_id = own.payment_id`,
    values: [workspaceId, ids, userIds, now],
  });
  const links = await client.query({
    name: 'erase-links',
    text: 'DELETE FROM identity.links WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  const subscriptions = await client.query({
    name: 'erase-subscriptions',
    text: `DELETE FROM identity.billing_subscriptions AS s USING identity.billing_customers AS c
            WHERE c.workspace_id = $1 AND c.profile_id = ANY ($2::bigint[])
              AND s.workspace_id = $1 AND s.customer_id = c.customer_id`,
    values: [workspaceId, ids],
  });
  const customers = await client.query({
    name: 'erase-customers',
    text: 'DELETE FROM identity.billing_customers WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  await client.query({
    name: 'erase-profiles',
    text: 'DELETE FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  const erased = {
    profiles: ids.length,
    links: links.rowCount ?? 0,
    payments: payments.rowCount ?? 0,
    customers: customers.rowCount ?? 0,
    subscriptions: subscriptions.rowCount ?? 0,
  };
  await client.query({
    name: 'note-erasure',
    text: `INSERT INTO identity.erasures (workspace_id, id, erased_at, profiles, links, payments, customers, subscriptions)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      workspaceId,
      erase.id,
      now,
      erased.profiles,
      erased.links,
      erased.payments,
      erased.customers,
      erased.subscriptions,
    ],
  });
  return erased;
}
