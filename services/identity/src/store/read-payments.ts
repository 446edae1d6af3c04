import type { PoolClient } from '@headwater/kit/pg/pool';
import {
  CHANNEL_OF_PAYMENT,
  PAYMENTS_WITH_OWNERS,
  storedPaymentOf,
  type PaymentRow,
  type StoredPayment,
} from './payment-row';

/** The payments with these ids that are there, by their id. */
export async function readPayments(
  client: PoolClient,
  workspaceId: number,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPayment>> {
  const result = await client.query<PaymentRow>({
    name: 'read-payments',
    text: `SELECT p.payment_id, p.profile_id, p.user_id, p.currency, p.amount_minor, p.type, p.occurred_at,
                  p.detached_at IS NOT NULL AS detached, ${CHANNEL_OF_PAYMENT} AS channel
             FROM ${PAYMENTS_WITH_OWNERS}
            WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[])`,
    values: [workspaceId, paymentIds],
  });
  return new Map(result.rows.map((row) => [row.payment_id, storedPaymentOf(row)]));
}
