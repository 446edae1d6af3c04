import { containsToken } from '@headwater/protos/tokens';
import { containsAt } from '@headwater/protos/visitor-id';
import { majorUnits } from './payment';

/** Periods per year. */
const PERIODS_PER_YEAR = { day: 365n, week: 52n, month: 12n, year: 1n } as const;

export const INTERVALS = ['day', 'week', 'month', 'year'] as const;

/** Decimals of the smallest unit during the calculation. Stripe allows prices with up to 12. */
const SCALE = 12;

/** A price that is paid in every period. */
export interface RecurringPrice {
  /** Smallest units: a decimal number with at most 12 decimals. */
  readonly each: string;
  readonly quantity: number;
  readonly interval: (typeof INTERVALS)[number];
  /** Intervals per period: 3 months. */
  readonly count: number;
}

/**
 * The monthly recurring revenue of prices in major units: price × quantity. A year has 12 months, 52 weeks or 365 days. Rounds the sum to
 * the smallest unit.
 */
export function monthlyRevenue(prices: readonly RecurringPrice[], currency: string): string {
  const sum = prices.reduce((total, price) => total + monthly(price), 0n);
  const unit = 10n ** BigInt(SCALE);
  return majorUnits((sum + unit / 2n) / unit, currency);
}

/** In smallest units with `SCALE` decimals. */
function monthly({ each, quantity, interval, count }: RecurringPrice): bigint {
  const [whole = '', fraction = ''] = each.split('.');
  const amount = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return (amount * BigInt(quantity) * PERIODS_PER_YEAR[interval]) / (12n * BigInt(count));
}

/** The first name of a plan that identity accepts. */
export function planOf(names: readonly (string | null | undefined)[]): string | undefined {
  return names
    .filter((name) => typeof name === 'string')
    .find(
      (name) => /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,200}$/u.test(name) && !containsAt(name) && !containsToken(name),
    );
}
