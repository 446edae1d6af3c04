import type { PoolClient } from '@headwater/kit/pg/pool';
import type { PaymentType } from '../domain/payment';

export interface NewPayment {
  readonly paymentId: string;
  /** Exactly one of the four is there. */
  readonly profileId: string | undefined;
  readonly userId: string | undefined;
  /** When an erasure took it from its account, and what it is attributed to nevertheless. */
  readonly detached: { readonly at: Date; readonly attribution: object | null } | undefined;
  readonly customerId: string | undefined;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
}

/** Inserts payments whose ids are not taken. @returns the ids that were inserted. */
export async function insertPayments(
  client: PoolClient,
  workspaceId: number,
  { payments, now }: { payments: readonly NewPayment[]; now: number },
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  // In the order of their ids: two calls with the same payments can't wait for each other.
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
