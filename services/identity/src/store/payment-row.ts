import type { PaymentType } from '../domain/payment';

/** A payment as it lies in the table, with the channel that its account has by now. */
export interface StoredPayment {
  readonly paymentId: string;
  /** A bigint, as pg gives it; null when the payer is a user id, or detached. */
  readonly profileId: string | null;
  readonly userId: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  /** True when an erasure took it from its account. */
  readonly detached: boolean;
  readonly channel: string | null;
}

export interface PaymentRow {
  payment_id: string;
  profile_id: string | null;
  user_id: string | null;
  currency: string;
  amount_minor: string;
  type: PaymentType;
  occurred_at: Date;
  detached: boolean;
  channel: string | null;
}

/**
 * Payments `p` of workspace $1 with their account's profile `o` and its attribution `a`, where there are such. A payment by
 * user id belongs to the profile that has this id now; of several to the one that was seen first.
 */
export const PAYMENTS_WITH_OWNERS = `identity.payments AS p
  LEFT JOIN LATERAL (
    SELECT x.id
      FROM identity.profiles AS x
      LEFT JOIN identity.attributions AS y ON y.workspace_id = x.workspace_id AND y.profile_id = x.id
     WHERE x.workspace_id = $1 AND x.user_id = p.user_id
     ORDER BY y.first_seen_at NULLS LAST, x.id
     LIMIT 1) AS u ON p.user_id IS NOT NULL
  LEFT JOIN identity.profiles AS o ON o.workspace_id = $1 AND o.id = coalesce(p.profile_id, u.id)
  LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id`;

/** The channel of a payment of `PAYMENTS_WITH_OWNERS`: its account's, or the one kept at the account's erasure. */
export const CHANNEL_OF_PAYMENT = `coalesce(a.channel, p.kept_attribution ->> 'channel')`;

export function storedPaymentOf(row: PaymentRow): StoredPayment {
  return {
    paymentId: row.payment_id,
    profileId: row.profile_id,
    userId: row.user_id,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    type: row.type,
    occurredAtMs: row.occurred_at.getTime(),
    detached: row.detached,
    channel: row.channel,
  };
}
