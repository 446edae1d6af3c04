import { containsToken } from '@headwater/protos/tokens';
import { parseEmail } from './email';
import { MAX_LEAD_MS } from './payment';
import { parseCurrency } from './money';
import { anonymousIdProblem, parseId } from './parse-text';
import { accepted, problemsOf, refused, type Parsed } from './parsed';

/** A payment provider's report about one of its customers, as it arrived. */
export interface RawBilling {
  readonly customerId: string;
  readonly email?: string;
  readonly atMs: number;
  readonly subscription: RawSubscription | null;
  readonly anonymousId?: string;
}

interface RawSubscription {
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly mrr?: string;
  readonly currency?: string;
  readonly plan?: string;
}

/** The state of one subscription after a change. */
export interface Subscription {
  readonly subscriptionId: string;
  readonly eventId: string;
  /** A decimal number of major units, not negative; null: the provider doesn't report it. */
  readonly mrr: string | null;
  /** Upper-case ISO 4217; null if the provider doesn't report it. */
  readonly currency: string | null;
  readonly plan: string | null;
}

export interface Billing {
  readonly customerId: string;
  /** Normalised; absent when the provider sent none. To be hashed, never stored. */
  readonly email?: string;
  /** When the provider made the change. Unix milliseconds. */
  readonly atMs: number;
  readonly subscription?: Subscription;
  /** A visitor to link to the customer's account. */
  readonly anonymousId?: string;
}

const MRR = /^\d{1,15}(?:\.\d{1,4})?$/;

/** Parses a report about a customer. @param nowMs Unix milliseconds; a time more than one day in the future is refused */
export function parseBilling(raw: RawBilling, nowMs: number): Parsed<Billing> {
  const customerId = parseId('customer_id', raw.customerId);
  const email = raw.email === undefined ? accepted(undefined) : parseEmail(raw.email);
  const atMs = parseAt(raw.atMs, nowMs);
  const subscription = raw.subscription ? parseSubscription(raw.subscription) : accepted(undefined);
  const visitor = parseVisitor(raw.anonymousId);
  if (!customerId.ok || !email.ok || !atMs.ok || !subscription.ok || !visitor.ok)
    return { ok: false, problems: problemsOf([customerId, email, atMs, subscription, visitor]) };
  return accepted({
    customerId: customerId.value,
    atMs: atMs.value,
    ...(email.value === undefined ? {} : { email: email.value }),
    ...(subscription.value ? { subscription: subscription.value } : {}),
    ...(visitor.value === undefined ? {} : { anonymousId: visitor.value }),
  });
}

function parseVisitor(anonymousId: string | undefined): Parsed<string | undefined> {
  const problem = anonymousId === undefined ? undefined : anonymousIdProblem(anonymousId);
  return problem === undefined ? accepted(anonymousId) : refused('anonymous_id', problem);
}

function parseAt(atMs: number, nowMs: number): Parsed<number> {
  return Number.isSafeInteger(atMs) && atMs > 0 && atMs <= nowMs + MAX_LEAD_MS
    ? accepted(atMs)
    : refused('at_ms', 'must be between 1970 and tomorrow');
}

function parseSubscription(raw: RawSubscription): Parsed<Subscription> {
  const subscriptionId = parseId('subscription.subscription_id', raw.subscriptionId);
  const eventId = parseId('subscription.event_id', raw.eventId);
  const currency = parseSubscriptionCurrency(raw);
  const plan = raw.plan === undefined ? accepted(null) : parsePlan(raw.plan);
  const mrr =
    raw.mrr === undefined || MRR.test(raw.mrr)
      ? accepted(raw.mrr ?? null)
      : refused('subscription.mrr', 'must be a non-negative decimal number with at most 4 decimals');
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

/** The provider's name or id of a price. Unlike ids of payments, it never needs the form of a token. */
function parsePlan(plan: string): Parsed<string> {
  return containsToken(plan)
    ? refused('subscription.plan', 'must not contain a token such as a JWT')
    : parseId('subscription.plan', plan);
}

function parseSubscriptionCurrency({ mrr = '0', currency }: RawSubscription): Parsed<string | null> {
  if (currency !== undefined) return parseCurrency(currency);
  return Number(mrr) === 0 ? accepted(null) : refused('subscription.currency', 'is required with an mrr');
}
