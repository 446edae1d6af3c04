/**
 * How many decimals Stripe's smallest unit has, where it is not 2. These are Stripe's, not those of ISO 4217: it takes
 * ISK and UGX in hundredths, which ISO does not have, and MGA in whole ariary.
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
 * Stripe's whole number of smallest units as major units: `4990` of EUR is `49.9`, `500` of JPY `500`. Without trailing
 * zeros, so that it has never more decimals than ISO gives the currency.
 */
export function stripeAmount(minor: number | bigint, currency: string): string {
  const decimals = DECIMALS.get(currency) ?? 2;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
