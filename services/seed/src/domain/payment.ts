import { createRandom } from './random';
import type { PastVisit } from './site-history';

/** One payment, as the customer's server would send it. */
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

/** So many of a hundred first payments are given back. */
const REFUND_CHANCE = 0.04;

/** What a visit that bought something brings: a payment then, one each 30 days until `now`, or the first one given back. */
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
  const givenBack = first + 3 * DAY_MS;
  if (random.chance(REFUND_CHANCE) && givenBack <= now)
    return [pay(first, 1), { ...pay(givenBack, 2), type: 'refund' }];
  const months = Math.floor((now - first) / MONTH_MS);
  return Array.from({ length: months + 1 }, (_, month) => pay(first + month * MONTH_MS, month + 1));
}
