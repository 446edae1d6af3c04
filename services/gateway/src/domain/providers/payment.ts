import type { Payment } from '@headwater/protos/gen/headwater/identity/v1/Payment';
import { isoTime } from '../format';

/** Reasons why an event of a payment provider is not recorded. */
export const IGNORED_EVENTS = [
  'event_type',
  'reported_by_invoice',
  'reported_by_order',
  'no_email',
  'no_customer',
  'no_amount',
  'unreadable',
  'refused',
] as const;

export type IgnoredEvent = (typeof IGNORED_EVENTS)[number];

/**
 * The payment in an event with all ids that the provider uses for it, or the reason why there is none. Without `payment`, the ids
 * are known to be one payment; `voided`: the payment with the first id does not count. `cumulative`: the amount is a sum to date.
 */
export type ProviderPayment =
  | {
      readonly payment?: Payment;
      readonly aliasIds: string[];
      readonly voided?: true;
      readonly cumulative?: true;
    }
  | { readonly ignored: IgnoredEvent };

export interface PaymentFields {
  readonly paymentId: string;
  /** Other ids of the same payment. */
  readonly aliases?: readonly (string | null | undefined)[];
  readonly type: 'sale' | 'subscription' | 'refund';
  /** Smallest units of the currency. */
  readonly minor: number | bigint;
  readonly currency: string;
  readonly email?: string | null | undefined;
  /** The provider's id of its customer. */
  readonly customer?: string | null | undefined;
  /** Id of another payment of the same account. */
  readonly sibling?: string | null | undefined;
  /** Unix milliseconds. */
  readonly atMs: number;
}

export function paymentOf({
  paymentId,
  aliases = [],
  type,
  minor,
  currency,
  atMs,
  ...payer
}: PaymentFields): ProviderPayment {
  if (minor <= 0) return { ignored: 'no_amount' };
  const code = currency.toUpperCase();
  const aliasIds = [paymentId, ...aliases.filter((id) => typeof id === 'string')];
  const payment = {
    paymentId,
    ...payerOf(paymentId, payer),
    amount: majorUnits(minor, code),
    currency: code,
    type,
    occurredAt: isoTime(atMs),
  };
  return { payment, aliasIds };
}

/**
 * Whether an event reports a payment of more than 0. Only such an event may name a visitor: anyone can order for nothing with the email
 * address of another person, and must not decide that person's channel.
 */
export function isPaid(payment: ProviderPayment): boolean {
  return 'payment' in payment;
}

/**
 * The email address if known, otherwise the customer: other events link the customer to an account. Without both, the
 * payment waits for its sibling, or for an event with another of its ids.
 */
function payerOf(
  paymentId: string,
  { email: address, customer, sibling }: Pick<PaymentFields, 'email' | 'customer' | 'sibling'>,
): Partial<Payment> {
  if (typeof address === 'string') return { email: address };
  const customerId = customer ?? sibling ?? paymentId;
  return { customerId, ...(typeof sibling === 'string' ? { siblingPaymentId: sibling } : {}) };
}

/**
 * Decimals of the smallest unit, for currencies that don't have 2. Stripe's differ from ISO 4217: hundredths of ISK and UGX
 * and whole units of MGA. Those that the other providers support are equal in both.
 *
 * @see https://docs.stripe.com/currencies#zero-decimal
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency) => [currency, 0] as const),
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, 3] as const),
]);

/**
 * Converts smallest units to major units: `4990` EUR becomes `49.9`, `500` JPY becomes `500`. Removes trailing
 * zeros, so that the result never has more decimals than ISO 4217 allows.
 */
export function majorUnits(minor: number | bigint, currency: string): string {
  const decimals = DECIMALS.get(currency) ?? 2;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
