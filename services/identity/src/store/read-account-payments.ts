import type { Pool } from '@headwater/kit/pg/pool';
import type { PaymentType } from '../domain/payment';
import { PAYMENTS_WITH_OWNERS } from './payment-row';

/** Whose payments are asked for. */
export interface PayingAccount {
  /** A bigint, as pg gives it. */
  readonly profileId: string;
  readonly userId: string | null;
  /** How many of the newest are listed, of all currencies together. */
  readonly limit: number;
}

/** What an account paid in one currency. Money in minor units. */
export interface AccountSums {
  readonly currency: string;
  readonly gross: bigint;
  readonly refunds: bigint;
  readonly payments: number;
  readonly refunded: number;
}

export interface ListedPayment {
  readonly paymentId: string;
  readonly type: PaymentType;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
}

interface Row {
  currency: string;
  gross: string;
  refunds: string;
  payments: number;
  refunded: number;
  payment_id: string | null;
  type: PaymentType;
  amount_minor: string;
  occurred_at: Date;
}

/** What belongs to the account as revenue reports have it, in one statement, so that sums and list agree. */
export async function readAccountPayments(
  pool: Pool,
  workspaceId: number,
  account: PayingAccount,
): Promise<{ sums: AccountSums[]; latest: ListedPayment[] }> {
  const result = await pool.query<Row>({
    name: 'read-account-payments',
    text: `WITH paid AS (
             SELECT p.payment_id, p.type, p.currency, p.amount_minor, p.occurred_at,
                    row_number() OVER (ORDER BY p.occurred_at DESC, p.payment_id COLLATE "C") AS place
               FROM ${PAYMENTS_WITH_OWNERS}
              WHERE p.workspace_id = $1 AND (p.profile_id = $2 OR p.user_id = $3) AND o.id = $2),
           sums AS (
             SELECT currency,
                    coalesce(sum(amount_minor) FILTER (WHERE type <> 'refund'), 0) AS gross,
                    coalesce(sum(amount_minor) FILTER (WHERE type = 'refund'), 0) AS refunds,
                    (count(*) FILTER (WHERE type <> 'refund'))::int AS payments,
                    (count(*) FILTER (WHERE type = 'refund'))::int AS refunded
               FROM paid
              GROUP BY currency)
           SELECT currency, sums.gross, sums.refunds, sums.payments, sums.refunded,
                  paid.payment_id, paid.type, paid.amount_minor, paid.occurred_at
             FROM sums LEFT JOIN (SELECT * FROM paid WHERE place <= $4) AS paid USING (currency)
            ORDER BY paid.place`,
    values: [workspaceId, account.profileId, account.userId, account.limit],
  });
  const sums = new Map(result.rows.map((row) => [row.currency, sumsOf(row)]));
  return {
    sums: [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    latest: result.rows.flatMap(listedOf),
  };
}

function sumsOf({ currency, gross, refunds, payments, refunded }: Row): AccountSums {
  return { currency, gross: BigInt(gross), refunds: BigInt(refunds), payments, refunded };
}

function listedOf({ payment_id, type, amount_minor, currency, occurred_at }: Row): ListedPayment[] {
  if (payment_id === null) return [];
  const amountMinor = BigInt(amount_minor);
  return [{ paymentId: payment_id, type, amountMinor, currency, occurredAtMs: occurred_at.getTime() }];
}
