import { createRandom } from './random';
import type { PastVisit } from './site-history';

/** A payment, as the customer's server sends it. */
export interface Payment {
  readonly paymentId: string;
  readonly userId: string;
  /** Euros. */
  readonly amount: number;
  readonly type: 'subscription' | 'refund';
  /** Unix ms. */
  readonly at: number;
}

const MONTH_MS = 30 * 86_400_000;
const DAY_MS = 86_400_000;

/** Probability that the first payment is refunded. */
const REFUND_CHANCE = 0.04;

/** The payments of a visit with a purchase: one every 30 days until `now`, or one payment and its refund. */
export function paymentsOf({ rows, account }: PastVisit, now: number): Payment[] {
  const bought = rows.find(({ name }) => name === 'purchase');
  if (!bought || !account || account.mrr === 0) return [];
  const { userId, mrr: amount } = account;
  const first = Date.parse(bought.ts);
  const random = createRandom(`payment/${bought.event_id}`);
  const pay = (at: number, number: number): Payment => ({
    paymentId: `demo-${bought.event_id}-${number}`,
    userId,
    amount,
    type: 'subscription',
    at,
  });
  const refundedAt = first + 3 * DAY_MS;
  if (random.chance(REFUND_CHANCE) && refundedAt <= now)
    return [pay(first, 1), { ...pay(refundedAt, 2), type: 'refund' }];
  const months = Math.floor((now - first) / MONTH_MS);
  return Array.from({ length: months + 1 }, (_, month) => pay(first + month * MONTH_MS, month + 1));
}
