import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { decimalsOf } from '../domain/currencies';
import { formatAmount } from '../domain/money';
import { noticeId, type Notice } from '../domain/notice';
import type { PaymentType } from '../domain/payment';
import { PAYMENTS_WITH_OWNERS } from './payment-row';

interface Key {
  readonly workspace_id: string;
  readonly payment_id: string;
}

/** The payments' ids by their workspaces. */
function byWorkspace(keys: readonly Key[]): [workspaceId: string, paymentIds: string[]][] {
  const found = new Map<string, string[]>();
  for (const { workspace_id, payment_id } of keys)
    found.set(workspace_id, [...(found.get(workspace_id) ?? []), payment_id]);
  return [...found];
}

/**
 * Looks whether the channels of payments that changed are known by now. They are locked first and looked at then: whatever
 * attributes one meanwhile either has been seen, or waits and marks it to be looked at again.
 *
 * @returns how many were looked at.
 */
export async function lookAtPayments(pool: Pool, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Key>({
      name: 'lock-payments-to-look-at',
      text: `SELECT workspace_id, payment_id FROM identity.payments WHERE notice = 'look'
              ORDER BY workspace_id, payment_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      values: [limit],
    });
    for (const [workspaceId, paymentIds] of byWorkspace(rows))
      await client.query({
        name: 'look-at-payments',
        text: `UPDATE identity.payments AS looked
                  SET notice = CASE WHEN p.detached_at IS NOT NULL THEN 'told'
                                    WHEN a.channel IS NULL THEN 'waiting' ELSE 'due' END
                 FROM ${PAYMENTS_WITH_OWNERS}
                WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[])
                  AND looked.workspace_id = $1 AND looked.payment_id = p.payment_id`,
        values: [workspaceId, paymentIds],
      });
    return rows.length;
  });
}

interface Row {
  readonly payment_id: string;
  readonly user_id: string | null;
  readonly currency: string;
  readonly amount_minor: string;
  readonly type: PaymentType;
  readonly occurred_at: Date;
  readonly at: Date;
  readonly channel: string;
  readonly source: string;
  readonly site_id: string | null;
}

/** A payment, and what is to be told of it: undefined when it was taken from its account since. */
export interface PaymentToTell {
  readonly workspaceId: number;
  readonly paymentId: string;
  readonly notice?: Notice;
}

/** Payments whose channels are known and were not told yet, of every workspace. */
export async function listPaymentsToTell(pool: Pool, limit: number): Promise<PaymentToTell[]> {
  const { rows } = await pool.query<Key>({
    name: 'list-payments-to-tell',
    text: `SELECT workspace_id, payment_id FROM identity.payments WHERE notice = 'due'
            ORDER BY workspace_id, payment_id LIMIT $1`,
    values: [limit],
  });
  const found: PaymentToTell[] = [];
  for (const [workspace, paymentIds] of byWorkspace(rows)) {
    const read = await pool.query<Row>({
      name: 'read-payments-to-tell',
      text: `SELECT p.payment_id, coalesce(p.user_id, x.user_id) AS user_id, p.currency, p.amount_minor, p.type,
                    p.occurred_at, greatest(p.created_at, a.recorded_at) AS at, a.channel, a.source, a.site_id
               FROM ${PAYMENTS_WITH_OWNERS}
               JOIN identity.profiles AS x ON x.workspace_id = $1 AND x.id = o.id
              WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[]) AND a.channel IS NOT NULL`,
      values: [workspace, paymentIds],
    });
    const workspaceId = Number(workspace);
    const notices = new Map(read.rows.map((row) => [row.payment_id, noticeOf(workspaceId, row)]));
    for (const paymentId of paymentIds) {
      const notice = notices.get(paymentId);
      found.push({ workspaceId, paymentId, ...(notice ? { notice } : {}) });
    }
  }
  return found;
}

function noticeOf(workspaceId: number, row: Row): Notice {
  return {
    workspaceId,
    id: noticeId('payment.attributed', workspaceId, row.payment_id),
    type: 'payment.attributed',
    at: row.at.getTime(),
    data: {
      paymentId: row.payment_id,
      userId: row.user_id,
      paymentType: row.type,
      amount: formatAmount(BigInt(row.amount_minor), decimalsOf(row.currency)),
      currency: row.currency,
      occurredAt: row.occurred_at.toISOString(),
      channel: row.channel,
      source: row.source === '' ? null : row.source,
      siteId: row.site_id === null ? null : Number(row.site_id),
    },
  };
}

/** Notes that payments were told. */
export async function markPaymentsTold(pool: Pool, payments: readonly PaymentToTell[]): Promise<void> {
  await pool.query({
    name: 'mark-payments-told',
    text: `UPDATE identity.payments AS p SET notice = 'told'
             FROM unnest($1::bigint[], $2::text[]) AS t (workspace_id, payment_id)
            WHERE p.workspace_id = t.workspace_id AND p.payment_id = t.payment_id`,
    values: [payments.map(({ workspaceId }) => workspaceId), payments.map(({ paymentId }) => paymentId)],
  });
}
