import { z } from 'zod';
import { stripeAmount } from './stripe-amount';

/** How many periods of each kind a year has. */
const A_YEAR: Readonly<Record<string, bigint>> = { day: 365n, week: 52n, month: 12n, year: 1n };

/** Decimals beyond the smallest unit that are kept until all items are added up. Stripe has prices of up to 12. */
const SCALE = 12;

const smallestUnits = z.int().nonnegative().nullish();
const decimalUnits = z
  .string()
  .regex(/^\d{1,20}(?:\.\d{1,12})?$/)
  .nullish();
const interval = z.enum(['day', 'week', 'month', 'year']);
const count = z.int().positive();
/** Sold in packages of so many, the last one rounded. */
const packages = z.object({ divide_by: count, round: z.enum(['up', 'down']) }).nullish();

/** An item by its price, and by its plan as the older versions of Stripe's API have it. */
export const stripeItemSchema = z.object({
  quantity: z.int().nonnegative().nullish(),
  price: z
    .object({
      id: z.string(),
      nickname: z.string().nullish(),
      lookup_key: z.string().nullish(),
      currency: z.string().nullish(),
      unit_amount: smallestUnits,
      unit_amount_decimal: decimalUnits,
      transform_quantity: packages,
      recurring: z.object({ interval, interval_count: count, usage_type: z.string().nullish() }).nullish(),
    })
    .nullish(),
  plan: z
    .object({
      id: z.string(),
      nickname: z.string().nullish(),
      currency: z.string().nullish(),
      amount: smallestUnits,
      amount_decimal: decimalUnits,
      transform_usage: packages,
      interval,
      interval_count: count,
      usage_type: z.string().nullish(),
    })
    .nullish(),
});

type StripeItem = z.infer<typeof stripeItemSchema>;

/**
 * What the items of a subscription bring a month, in major units: price × quantity, a year being 12 months, 52 weeks and 365
 * days. Rounded once, to the smallest unit. Items without a price of their own, metered or tiered ones, bring nothing.
 */
export function stripeMrr(items: readonly StripeItem[], currency: string): string {
  const sum = items.reduce((total, item) => total + monthly(item), 0n);
  const unit = 10n ** BigInt(SCALE);
  return stripeAmount((sum + unit / 2n) / unit, currency);
}

/** What one item brings a month, in smallest units with `SCALE` decimals. */
function monthly({ quantity, price, plan }: StripeItem): bigint {
  const { every, each, sold } = price
    ? {
        every: price.recurring,
        each: price.unit_amount_decimal ?? price.unit_amount,
        sold: price.transform_quantity,
      }
    : { every: plan, each: plan?.amount_decimal ?? plan?.amount, sold: plan?.transform_usage };
  if (!every || every.usage_type === 'metered' || each === null || each === undefined) return 0n;
  const [whole = '', fraction = ''] = String(each).split('.');
  const amount = BigInt(whole + fraction.padEnd(SCALE, '0'));
  const units = (quantity ?? 1) / (sold?.divide_by ?? 1);
  const billed = BigInt(sold?.round === 'up' ? Math.ceil(units) : Math.floor(units));
  return (amount * billed * (A_YEAR[every.interval] ?? 0n)) / (12n * BigInt(every.interval_count));
}
