import type { FieldError } from '@headwater/kit/errors';
import { PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { CURRENCY_DECIMALS, parseCurrency } from './currencies';
import { parseAmount } from './money';
import { normaliseEmail } from './normalise-email';
import { parseId } from './parse-id';
import { parseInstant } from './parse-instant';
import { accepted, refused, type Parsed } from './parsed';
import type { Payer, Payment } from './payment';

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

const DAY_MS = 86_400_000;
const EARLIEST_MS = Date.UTC(1971, 0, 1);

/** Checks one payment. @param nowMs Unix milliseconds: what lies more than a day ahead is a mistake */
export function parsePayment(raw: RawPayment, nowMs: number): Parsed<Payment> {
  const problems: FieldError[] = [];
  const keep = <T>(part: Parsed<T>): T | undefined => {
    if (part.ok) return part.value;
    problems.push(...part.problems);
    return undefined;
  };
  const paymentId = keep(parseId('payment_id', raw.paymentId));
  const payer = keep(parsePayer(raw));
  const currency = keep(parseCurrency(raw.currency));
  const decimals = currency === undefined ? undefined : CURRENCY_DECIMALS.get(currency);
  // Without its currency an amount can't be judged, and the currency is told as wrong already.
  const amountMinor = decimals === undefined ? undefined : keep(parseAmount(raw.amount, decimals));
  const type = PAYMENT_TYPES.find((known) => known === raw.type);
  if (type === undefined)
    problems.push({ field: 'type', message: `must be one of ${PAYMENT_TYPES.join(', ')}` });
  const occurredAtMs = keep(parseOccurredAt(raw.occurredAt, nowMs));
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
  return { ok: true, value: { paymentId, payer, currency, amountMinor, type, ...time } };
}

function parsePayer({ email, userId, customerId, siblingPaymentId }: RawPayment): Parsed<Payer> {
  const given = [email, userId, customerId].filter((value) => value !== undefined).length;
  if (given !== 1) return refused('email', 'or user_id must be given, and only one of them');
  if (userId !== undefined) {
    const parsed = parseId('user_id', userId);
    return parsed.ok ? { ok: true, value: { userId: parsed.value } } : parsed;
  }
  if (customerId !== undefined) return parseCustomer(customerId, siblingPaymentId);
  const address = normaliseEmail(email ?? '');
  if (address === undefined)
    return refused('email', 'must be an email address: a name, one @ and a domain with a dot');
  return { ok: true, value: { email: address } };
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
  if (text === undefined) return { ok: true, value: undefined };
  const at = parseInstant(text);
  if (at === undefined)
    return refused('occurred_at', 'must be an ISO 8601 time with a zone, such as 2026-10-25T02:00:00Z');
  if (at < EARLIEST_MS || at > nowMs + DAY_MS)
    return refused('occurred_at', 'must lie between 1971 and tomorrow');
  return { ok: true, value: at };
}
