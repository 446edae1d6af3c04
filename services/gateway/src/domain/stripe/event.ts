import { z } from 'zod';

/** Reasons why a Stripe event is not recorded. */
export const STRIPE_IGNORED = [
  'event_type',
  'invoiced',
  'no_email',
  'no_customer',
  'no_amount',
  'unreadable',
  'refused',
] as const;

export type StripeIgnored = (typeof STRIPE_IGNORED)[number];

/** Unix seconds up to the year 9999. */
export const unixSeconds = z.int().nonnegative().max(253_402_300_799);

/** The fields that we read. Stripe may add fields at any time. */
export const stripeEventSchema = z.object({
  id: z.string().min(1).optional(),
  type: z.string(),
  created: unixSeconds,
  data: z.object({ object: z.unknown().optional(), previous_attributes: z.unknown().optional() }),
});

export type StripeEvent = z.infer<typeof stripeEventSchema>;

/**
 * Decimals of Stripe's smallest unit, for currencies that don't have 2. They differ from ISO 4217: Stripe uses hundredths
 * of ISK and UGX and whole units of MGA.
 *
 * @see https://docs.stripe.com/currencies#zero-decimal
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'JPY',
    'KMF',
    'KRW',
    'MGA',
    'PYG',
    'RWF',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((currency) => [currency, 0] as const),
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, 3] as const),
]);

/**
 * Converts Stripe's smallest units to major units: `4990` EUR becomes `49.9`, `500` JPY becomes `500`. Removes trailing
 * zeros, so that the result never has more decimals than ISO 4217 allows.
 */
export function stripeAmount(minor: number | bigint, currency: string): string {
  const decimals = DECIMALS.get(currency) ?? 2;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
