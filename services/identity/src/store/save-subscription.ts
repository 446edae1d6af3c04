import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Subscription } from '../domain/parse-billing';

export interface SaveSubscription {
  readonly workspaceId: number;
  readonly customerId: string;
  readonly subscription: Subscription;
  /** When the provider told it. Unix milliseconds. */
  readonly atMs: number;
}

/**
 * Keeps what was told last of a subscription.
 *
 * @returns false when nothing changed: it had come before, or something later had.
 */
export async function saveSubscription(client: PoolClient, save: SaveSubscription): Promise<boolean> {
  const { subscriptionId, eventId, mrr, currency, plan } = save.subscription;
  const result = await client.query({
    name: 'save-subscription',
    text: `INSERT INTO identity.billing_subscriptions AS known
                  (workspace_id, subscription_id, customer_id, mrr, currency, plan, changed_at, event_ids)
           VALUES ($1, $2, $3, $4, $5, $6, $7, ARRAY[$8::text])
           ON CONFLICT (workspace_id, subscription_id) DO UPDATE
              SET customer_id = EXCLUDED.customer_id, mrr = EXCLUDED.mrr, currency = EXCLUDED.currency,
                  plan = EXCLUDED.plan, changed_at = EXCLUDED.changed_at,
                  event_ids = CASE WHEN known.changed_at = EXCLUDED.changed_at
                                   THEN known.event_ids || EXCLUDED.event_ids ELSE EXCLUDED.event_ids END
            WHERE known.changed_at < EXCLUDED.changed_at
               OR (known.changed_at = EXCLUDED.changed_at AND NOT EXCLUDED.event_ids <@ known.event_ids)`,
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
