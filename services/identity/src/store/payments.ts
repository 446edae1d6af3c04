import type { PoolClient } from '@headwater/kit/pg/pool';
import type { PayingCustomer, PaymentType } from '../domain/payment';

/** A stored payment, with the channel of its account. */
export interface StoredPayment {
  readonly paymentId: string;
  /** A bigint, as pg returns it; null when the payer is a user id, or the payment is detached. */
  readonly profileId: string | null;
  readonly userId: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  /** True when an erasure has detached the payment from its account. */
  readonly detached: boolean;
  readonly channel: string | null;
}

interface Row {
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

/** Payers of payments. */
export interface Payers {
  /** Accounts. */
  readonly profileIds?: readonly string[];
  /** User ids in payments. */
  readonly userIds?: readonly string[];
}

/** SQL of the account that has the payments by a user id: of several, the oldest one. @param userId SQL */
export function ownerOfUserId(userId: string): string {
  return `SELECT x.id FROM identity.profiles AS x
     WHERE x.workspace_id = $1 AND x.user_id = ${userId} ORDER BY x.id LIMIT 1`;
}

/**
 * FROM items: the payments `p` of workspace $1, with their account's profile `o` and attribution `a` if they exist. A payment
 * by user id belongs to the profile that has this user id now.
 */
export const PAYMENTS_WITH_OWNERS = `identity.payments AS p
  LEFT JOIN LATERAL (${ownerOfUserId('p.user_id')}) AS u ON p.user_id IS NOT NULL
  LEFT JOIN identity.profiles AS o ON o.workspace_id = $1 AND o.id = coalesce(p.profile_id, u.id)
  LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id`;

/** The stored payments with these ids, by id. Without the channel of an erased account, which only totals keep. */
export async function readPayments(
  client: PoolClient,
  workspaceId: number,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPayment>> {
  const result = await client.query<Row>({
    name: 'read-payments',
    text: `SELECT p.payment_id, p.profile_id, p.user_id, p.currency, p.amount_minor, p.type, p.occurred_at,
                  p.detached_at IS NOT NULL AS detached, a.channel
             FROM ${PAYMENTS_WITH_OWNERS}
            WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[])`,
    values: [workspaceId, paymentIds],
  });
  return new Map(
    result.rows.map(({ payment_id, profile_id, user_id, amount_minor, occurred_at, ...row }) => [
      payment_id,
      {
        ...row,
        paymentId: payment_id,
        profileId: profile_id,
        userId: user_id,
        amountMinor: BigInt(amount_minor),
        occurredAtMs: occurred_at.getTime(),
      },
    ]),
  );
}

export interface NewPayment {
  readonly paymentId: string;
  /** Exactly one of `profileId`, `userId`, `detached` and `customerId` is set. */
  readonly profileId: string | undefined;
  readonly userId: string | undefined;
  /** The time of the erasure that detached the payment, and its attribution at that time. */
  readonly detached: { readonly at: Date; readonly attribution: object | null } | undefined;
  readonly customerId: string | undefined;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
}

export interface InsertPayments {
  readonly payments: readonly NewPayment[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Inserts the payments whose ids are not stored yet. Lock 6 of `locks.ts`. @returns the inserted ids */
export async function insertPayments(
  client: PoolClient,
  workspaceId: number,
  { payments, now }: InsertPayments,
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const result = await client.query<{ payment_id: string }>({
    name: 'insert-payments',
    text: `INSERT INTO identity.payments (workspace_id, payment_id, profile_id, user_id, currency, amount_minor, type,
                                          occurred_at, customer_id, detached_at, kept_attribution, created_at)
           SELECT $1, payment_id, profile_id, user_id, currency, amount_minor, type, occurred_at, customer_id, detached_at,
                  kept_attribution, $2
             FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::timestamptz[],
                         $10::text[], $11::timestamptz[], $12::jsonb[])
                  AS sent (payment_id, profile_id, user_id, currency, amount_minor, type, occurred_at, customer_id,
                           detached_at, kept_attribution)
            ORDER BY payment_id
           ON CONFLICT (workspace_id, payment_id) DO NOTHING
           RETURNING payment_id`,
    values: [
      workspaceId,
      new Date(now),
      payments.map(({ paymentId }) => paymentId),
      payments.map(({ profileId }) => profileId ?? null),
      payments.map(({ userId }) => userId ?? null),
      payments.map(({ currency }) => currency),
      payments.map(({ amountMinor }) => amountMinor.toString()),
      payments.map(({ type }) => type),
      payments.map(({ occurredAtMs }) => new Date(occurredAtMs)),
      payments.map(({ customerId }) => customerId ?? null),
      payments.map(({ detached }) => detached?.at ?? null),
      payments.map(({ detached }) => (detached?.attribution ? JSON.stringify(detached.attribution) : null)),
    ],
  });
  return new Set(result.rows.map((row) => row.payment_id));
}

/** The owner of a payment: an account, a user id, an erased account, or a customer whose account is not known yet. */
type PaymentOwner = Pick<NewPayment, 'profileId' | 'userId' | 'detached' | 'customerId'>;

/**
 * The owners of payments by customers of the payment provider, by payment id: the customer's account if it is known,
 * otherwise the owner of the sibling payment under any of its ids, otherwise the customer itself. If the sibling was detached by an erasure, the
 * payment is detached too, and the erased customer is not stored again. The caller's transaction holds the billing lock.
 */
export async function findPaymentOwners(
  client: PoolClient,
  workspaceId: number,
  payments: readonly (PayingCustomer & { readonly paymentId: string })[],
): Promise<ReadonlyMap<string, PaymentOwner>> {
  if (payments.length === 0) return new Map();
  const { rows } = await client.query<{
    payment_id: string;
    profile_id: string | null;
    user_id: string | null;
    detached_at: Date | null;
    kept_attribution: object | null;
    customer_id: string;
  }>({
    name: 'find-payment-owners',
    text: `SELECT sent.payment_id, coalesce(c.profile_id, s.profile_id) AS profile_id,
                  CASE WHEN c.profile_id IS NULL THEN s.user_id END AS user_id,
                  CASE WHEN c.profile_id IS NULL THEN s.detached_at END AS detached_at, s.kept_attribution,
                  CASE WHEN sent.customer_id = sent.sibling_id THEN coalesce(s.customer_id, sent.customer_id)
                       ELSE sent.customer_id END AS customer_id
             FROM unnest($2::text[], $3::text[], $4::text[]) AS sent (payment_id, customer_id, sibling_id)
             LEFT JOIN identity.billing_customers AS c
               ON c.workspace_id = $1 AND c.customer_id = sent.customer_id
             LEFT JOIN LATERAL (
               SELECT p.profile_id, p.user_id, p.customer_id, p.detached_at, p.kept_attribution
                 FROM identity.payments AS p
                WHERE p.workspace_id = $1 AND p.payment_id IN (
                  SELECT sent.sibling_id
                   UNION ALL
                  SELECT other.alias_id
                    FROM identity.payment_aliases AS alias
                    JOIN identity.payment_aliases AS other
                      ON other.workspace_id = $1 AND other.group_id = alias.group_id
                   WHERE alias.workspace_id = $1 AND alias.alias_id = sent.sibling_id)
                ORDER BY p.created_at, p.payment_id
                LIMIT 1) AS s ON sent.sibling_id IS NOT NULL`,
    values: [
      workspaceId,
      payments.map(({ paymentId }) => paymentId),
      payments.map(({ customerId }) => customerId),
      payments.map(({ siblingId }) => siblingId ?? null),
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

/** SQL of payments without an event. `look` is included: a running check may be about to mark the payment as `waiting`. */
const TO_CHECK = `notice IN ('look', 'waiting')`;

/**
 * Marks payments that wait for a channel as `look` (see `webhook-events.ts`). Called when changes are numbered, after their commit. Lock 6.
 *
 * @param payers accounts with their facts, and user ids whose owner has a channel
 */
export async function recheckPayments(
  client: PoolClient,
  workspaceId: number,
  { profileIds = [], userIds = [] }: Payers,
): Promise<void> {
  if (profileIds.length + userIds.length === 0) return;
  await client.query({
    name: 'recheck-payments',
    text: `WITH linked AS MATERIALIZED (
             SELECT profile_id, paying_user_id FROM identity.account_facts
              WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[]) AND is_first AND channel IS NOT NULL),
           checked AS (
             SELECT payment_id FROM identity.payments
              WHERE workspace_id = $1 AND ${TO_CHECK} AND profile_id = ANY (ARRAY(SELECT profile_id FROM linked))
              UNION ALL
             SELECT payment_id FROM identity.payments
              WHERE workspace_id = $1 AND ${TO_CHECK}
                AND user_id = ANY (ARRAY(SELECT paying_user_id FROM linked WHERE paying_user_id IS NOT NULL) || $3::text[])),
           locked AS (
             SELECT payment_id, notice FROM identity.payments
              WHERE workspace_id = $1 AND payment_id IN (SELECT payment_id FROM checked) ORDER BY payment_id FOR NO KEY UPDATE)
           UPDATE identity.payments AS p SET notice = 'look'
             FROM locked
            WHERE p.workspace_id = $1 AND p.payment_id = locked.payment_id AND locked.notice = 'waiting'`,
    values: [workspaceId, profileIds, userIds],
  });
}
