import type { FieldError } from '@headwater/kit/errors';
import { parseCurrency } from './currencies';
import { normaliseEmail } from './normalise-email';
import { parseId } from './parse-id';
import { accepted, refused, type Parsed } from './parsed';

/** What a payment provider tells of a customer, as it arrived. */
export interface RawBilling {
  readonly customerId: string;
  readonly email?: string;
  readonly atMs: number;
  readonly subscription: RawSubscription | null;
}

interface RawSubscription {
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly mrr: string;
  readonly currency: string;
  readonly plan?: string;
}

/** One subscription, as the provider told it. */
export interface Subscription {
  readonly subscriptionId: string;
  readonly eventId: string;
  /** A decimal number of major units, not negative. */
  readonly mrr: string;
  /** Upper-case ISO 4217. */
  readonly currency: string;
  readonly plan: string | null;
}

export interface Billing {
  readonly customerId: string;
  /** Normalised; absent when it was not told. To be hashed and forgotten. */
  readonly email?: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly subscription?: Subscription;
}

const DAY_MS = 86_400_000;
const MRR = /^\d{1,15}(?:\.\d{1,4})?$/;

/** Checks what was told of a customer. @param nowMs Unix milliseconds: what lies more than a day ahead is a mistake */
export function parseBilling(raw: RawBilling, nowMs: number): Parsed<Billing> {
  const customerId = parseId('customer_id', raw.customerId);
  const email = raw.email === undefined ? accepted(undefined) : parseEmail(raw.email);
  const atMs = parseAt(raw.atMs, nowMs);
  const subscription = raw.subscription ? parseSubscription(raw.subscription) : accepted(undefined);
  if (!customerId.ok || !email.ok || !atMs.ok || !subscription.ok)
    return { ok: false, problems: problemsOf([customerId, email, atMs, subscription]) };
  return accepted({
    customerId: customerId.value,
    atMs: atMs.value,
    ...(email.value === undefined ? {} : { email: email.value }),
    ...(subscription.value ? { subscription: subscription.value } : {}),
  });
}

function parseEmail(text: string): Parsed<string> {
  const email = normaliseEmail(text);
  return email === undefined
    ? refused('email', 'must be an email address: a name, one @ and a domain with a dot')
    : accepted(email);
}

function parseAt(atMs: number, nowMs: number): Parsed<number> {
  return Number.isSafeInteger(atMs) && atMs > 0 && atMs <= nowMs + DAY_MS
    ? accepted(atMs)
    : refused('at_ms', 'must lie between 1970 and tomorrow');
}

function parseSubscription(raw: RawSubscription): Parsed<Subscription> {
  const subscriptionId = parseId('subscription.subscription_id', raw.subscriptionId);
  const eventId = parseId('subscription.event_id', raw.eventId);
  const currency = parseCurrency(raw.currency);
  const plan = raw.plan === undefined ? accepted(null) : parseId('subscription.plan', raw.plan);
  const mrr = MRR.test(raw.mrr)
    ? accepted(raw.mrr)
    : refused('subscription.mrr', 'must be a decimal number of at most 4 decimals that is not negative');
  if (!subscriptionId.ok || !eventId.ok || !currency.ok || !plan.ok || !mrr.ok)
    return { ok: false, problems: problemsOf([subscriptionId, eventId, currency, plan, mrr]) };
  return accepted({
    subscriptionId: subscriptionId.value,
    eventId: eventId.value,
    mrr: mrr.value,
    currency: currency.value,
    plan: plan.value,
  });
}

function problemsOf(parts: readonly Parsed<unknown>[]): FieldError[] {
  return parts.flatMap((part) => (part.ok ? [] : part.problems));
}
