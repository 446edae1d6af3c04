import type { Pool } from '@headwater/kit/pg/pool';
import { ATTRIBUTION_LIMITS } from '@headwater/protos/limits';
import type { PaymentType } from '../domain/payment';
import { PAYMENTS_WITH_OWNERS } from './payments';

/** A sale or subscription of an account, with the account's visitors. */
export interface VisitorsPayment {
  readonly paymentId: string;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly type: PaymentType;
  /** The visitors that were linked last. */
  readonly anonymousIds: readonly string[];
}

/** The position of a payment in the order of its time. */
export interface PaymentPosition {
  readonly occurredAtMs: number;
  readonly paymentId: string;
}

export interface ListVisitorsPayments {
  /** Unix milliseconds, inclusive. */
  readonly startMs: number;
  /** Unix milliseconds, exclusive. */
  readonly endMs: number;
  readonly after: PaymentPosition | undefined;
  readonly limit: number;
}

/** Sales and subscriptions of a window by their time. Those of accounts without a visitor have no visitors. */
export async function listVisitorsPayments(
  pool: Pool,
  workspaceId: number,
  { startMs, endMs, after, limit }: ListVisitorsPayments,
): Promise<VisitorsPayment[]> {
  const { rows } = await pool.query<{
    payment_id: string;
    occurred_at: Date;
    amount_minor: string;
    currency: string;
    type: PaymentType;
    anonymous_ids: string[] | null;
  }>({
    name: 'list-visitors-payments',
    text: `SELECT p.payment_id, p.occurred_at, p.amount_minor, p.currency, p.type, v.anonymous_ids
             FROM ${PAYMENTS_WITH_OWNERS}
            CROSS JOIN LATERAL (
              SELECT array_agg(l.anonymous_id) AS anonymous_ids
                FROM (SELECT anonymous_id FROM identity.links
                       WHERE workspace_id = $1 AND profile_id = o.id
                       ORDER BY created_at DESC, anonymous_id LIMIT ${ATTRIBUTION_LIMITS.maxVisitors}) AS l) AS v
            WHERE p.workspace_id = $1 AND p.type <> 'refund' AND p.occurred_at >= $2 AND p.occurred_at < $3
              AND (p.occurred_at, p.payment_id) > ($4, $5)
            ORDER BY p.occurred_at, p.payment_id
            LIMIT $6`,
    values: [
      workspaceId,
      new Date(startMs),
      new Date(endMs),
      new Date(after?.occurredAtMs ?? 0),
      after?.paymentId ?? '',
      limit,
    ],
  });
  return rows.map(({ payment_id, occurred_at, amount_minor, anonymous_ids, ...row }) => ({
    ...row,
    paymentId: payment_id,
    occurredAtMs: occurred_at.getTime(),
    amountMinor: BigInt(amount_minor),
    anonymousIds: anonymous_ids ?? [],
  }));
}
