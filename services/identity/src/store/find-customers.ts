import type { PoolClient } from '@headwater/kit/pg/pool';
import type { PayingCustomer } from '../domain/payment';
import type { NewPayment } from './insert-payments';

/** Whose a payment is: an account, the caller's own id of one, nobody's any more, or a customer whose account is not known yet. */
type PaymentOwner = Pick<NewPayment, 'profileId' | 'userId' | 'detached' | 'customerId'>;

/**
 * Whose payments by customers are, by payment id: of the customer's account where it is known, else of whom
 * the other payment is, else of the customer alone. One of an account that was erased is detached as the other is, and does
 * not bring the customer back. What is known of customers is locked by the caller's transaction.
 */
export async function findCustomers(
  client: PoolClient,
  workspaceId: number,
  asked: readonly (PayingCustomer & { readonly paymentId: string })[],
): Promise<ReadonlyMap<string, PaymentOwner>> {
  if (asked.length === 0) return new Map();
  const { rows } = await client.query<{
    payment_id: string;
    profile_id: string | null;
    user_id: string | null;
    detached_at: Date | null;
    kept_attribution: object | null;
    customer_id: string;
  }>({
    name: 'find-customers',
    text: `SELECT sent.payment_id, coalesce(c.profile_id, s.profile_id) AS profile_id,
                  CASE WHEN c.profile_id IS NULL THEN s.user_id END AS user_id,
                  CASE WHEN c.profile_id IS NULL THEN s.detached_at END AS detached_at, s.kept_attribution,
                  sent.customer_id
             FROM unnest($2::text[], $3::text[], $4::text[]) AS sent (payment_id, customer_id, sibling_id)
             LEFT JOIN identity.billing_customers AS c
               ON c.workspace_id = $1 AND c.customer_id = sent.customer_id
             LEFT JOIN identity.payments AS s ON s.workspace_id = $1 AND s.payment_id = sent.sibling_id`,
    values: [
      workspaceId,
      asked.map(({ paymentId }) => paymentId),
      asked.map(({ customerId }) => customerId),
      asked.map(({ siblingId }) => siblingId ?? null),
    ],
  });
  return new Map(
    rows.map(({ payment_id, profile_id, user_id, detached_at, kept_attribution, customer_id }) => [
      payment_id,
      {
        profileId: profile_id ?? undefined,
        userId: user_id ?? undefined,
        detached: detached_at ? { at: detached_at, attribution: kept_attribution } : undefined,
        customerId: (profile_id ?? user_id ?? detached_at) ? undefined : customer_id,
      },
    ]),
  );
}
