import type { FieldError } from '@headwater/kit/errors';
import { PAYMENT_LIMITS } from '@headwater/protos/limits';
import { PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { parseEmail } from './email';
import { CURRENCY_DECIMALS, parseAmount, parseCurrency } from './money';
import { parseId } from './parse-text';
import { accepted, refused, type Parsed } from './parsed';

/** A payment as it arrived. */
export interface RawPayment {
  readonly paymentId: string;
  readonly email?: string;
  readonly userId?: string;
  readonly customerId?: string;
  readonly siblingPaymentId?: string;
  readonly amount: string;
  readonly currency: string;
  readonly type: string;
  readonly occurredAt?: string;
}

export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** A customer of the payment provider, and the id of another payment of the same account, if the caller sent one. */
export interface PayingCustomer {
  readonly customerId: string;
  readonly siblingId?: string;
}

/** The payer: an address (to be hashed, never stored), the customer's own user id, or a customer of the payment provider. */
export type Payer = { readonly email: string } | { readonly userId: string } | PayingCustomer;

export interface Payment {
  /** The customer's own id of the payment, unique within the workspace. */
  readonly paymentId: string;
  readonly payer: Payer;
  /** Upper-case ISO 4217. */
  readonly currency: string;
  /** Whole minor units, not negative. For a refund: the refunded amount. */
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds. Absent when the caller sent no time: the time of arrival counts. */
  readonly occurredAtMs?: number;
}

/** Max lead of a payment or a report over the time of arrival. */
export const MAX_LEAD_MS = PAYMENT_LIMITS.maxLeadHours * 3_600_000;
const EARLIEST_MS = Date.UTC(PAYMENT_LIMITS.firstYear, 0, 1);

/** Parses one payment. @param nowMs Unix milliseconds; a payment more than one day in the future is refused */
export function parsePayment(raw: RawPayment, nowMs: number): Parsed<Payment> {
  const problems: FieldError[] = [];
  const collect = <T>(part: Parsed<T>): T | undefined => {
    if (part.ok) return part.value;
    problems.push(...part.problems);
    return undefined;
  };
  const paymentId = collect(parseId('payment_id', raw.paymentId));
  const payer = collect(parsePayer(raw));
  const currency = collect(parseCurrency(raw.currency));
  const decimals = currency === undefined ? undefined : CURRENCY_DECIMALS.get(currency);
  // An amount can't be validated without its currency, whose own problem is already in the list.
  const amountMinor = decimals === undefined ? undefined : collect(parseAmount(raw.amount, decimals));
  const type = PAYMENT_TYPES.find((one) => one === raw.type);
  if (type === undefined)
    problems.push({ field: 'type', message: `must be one of ${PAYMENT_TYPES.join(', ')}` });
  const occurredAtMs = collect(parseOccurredAt(raw.occurredAt, nowMs));
  if (
    problems.length > 0 ||
    paymentId === undefined ||
    payer === undefined ||
    currency === undefined ||
    amountMinor === undefined ||
    type === undefined
  )
    return { ok: false, problems };
  const time = occurredAtMs === undefined ? {} : { occurredAtMs };
  return accepted({ paymentId, payer, currency, amountMinor, type, ...time });
}

function parsePayer({ email, userId, customerId, siblingPaymentId }: RawPayment): Parsed<Payer> {
  const given = [email, userId, customerId].filter((value) => value !== undefined).length;
  if (given !== 1) return refused('email', 'or user_id must be given, and only one of them');
  if (userId !== undefined) {
    const parsed = parseId('user_id', userId);
    return parsed.ok ? accepted({ userId: parsed.value }) : parsed;
  }
  if (customerId !== undefined) return parseCustomer(customerId, siblingPaymentId);
  const address = parseEmail(email ?? '');
  return address.ok ? accepted({ email: address.value }) : address;
}

function parseCustomer(customer: string, sibling: string | undefined): Parsed<Payer> {
  const customerId = parseId('customer_id', customer);
  const siblingId = sibling === undefined ? accepted(undefined) : parseId('sibling_payment_id', sibling);
  if (!customerId.ok) return customerId;
  if (!siblingId.ok) return siblingId;
  return accepted({
    customerId: customerId.value,
    ...(siblingId.value === undefined ? {} : { siblingId: siblingId.value }),
  });
}

function parseOccurredAt(text: string | undefined, nowMs: number): Parsed<number | undefined> {
  if (text === undefined) return accepted(undefined);
  const at = parseInstant(text);
  if (at === undefined)
    return refused('occurred_at', 'must be an ISO 8601 time with a zone, such as 2026-10-25T02:00:00Z');
  if (at < EARLIEST_MS || at > nowMs + MAX_LEAD_MS)
    return refused('occurred_at', `must be between ${PAYMENT_LIMITS.firstYear} and tomorrow`);
  return accepted(at);
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Parses ISO 8601 with seconds and a zone into Unix milliseconds; undefined for any other text and for 31 February. */
function parseInstant(text: string): number | undefined {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  // Date accepts impossible days: 31 February would become a day in March.
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
