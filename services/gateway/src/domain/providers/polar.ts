import { z } from 'zod';
import { isPaid, paymentOf } from './payment';
import type { ProviderAdapter, ProviderBilling, ProviderEvent, ProviderVisitor } from './provider';
import { INTERVALS, monthlyRevenue, planOf } from './recurring';
import { customData, instant, minorUnits, optionalText } from './shapes';
import { hasSignature, isRecent, parseEvent, type SignatureHeaders, type SignedRequest } from './signature';

const [ID, TIMESTAMP, SIGNATURE] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const id = z.string().min(1);
const withEmail = z.object({ email: optionalText, metadata: customData });

const eventSchema = z.object({ type: z.string(), timestamp: instant, data: z.unknown() });
type PolarEvent = z.infer<typeof eventSchema>;

const customerSchema = withEmail.extend({ id });

const orderSchema = z.object({
  id,
  created_at: instant,
  total_amount: minorUnits,
  currency: z.string(),
  billing_reason: z.string().nullish(),
  customer_id: id,
  customer: withEmail,
  metadata: customData,
});

const refundSchema = z.object({
  id,
  created_at: instant,
  status: z.string(),
  amount: minorUnits,
  tax_amount: minorUnits,
  currency: z.string(),
  order_id: id,
  customer_id: id,
});

const subscriptionSchema = z.object({
  id,
  created_at: z.string(),
  modified_at: z.string().nullish(),
  status: z.string(),
  amount: minorUnits.nullish(),
  currency: z.string(),
  recurring_interval: z.enum(INTERVALS),
  recurring_interval_count: z.int().positive().nullish(),
  customer_id: id,
  customer: withEmail,
  product: z.object({ name: z.string().nullish() }).nullish(),
});

/** Statuses of a paid subscription. A subscription that ends with its period stays `active` until then. */
const PAID: ReadonlySet<string> = new Set(['active', 'past_due']);

const UNREADABLE = { ignored: 'unreadable' } as const;

const READERS: ReadonlyMap<string, (event: PolarEvent) => ProviderEvent> = new Map([
  ['customer.created', readCustomer],
  ['customer.updated', readCustomer],
  ['order.paid', readOrder],
  ['refund.created', readRefund],
  ['refund.updated', readRefund],
  ...['created', 'active', 'updated', 'past_due', 'canceled', 'uncanceled', 'revoked'].map(
    (change) => [`subscription.${change}`, readSubscription] as const,
  ),
]);

function readPolar(event: unknown): ProviderEvent {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) return { payment: UNREADABLE };
  return READERS.get(parsed.data.type)?.(parsed.data) ?? {};
}

function readCustomer({ data, timestamp: atMs }: PolarEvent): ProviderEvent {
  const customer = customerSchema.safeParse(data);
  if (!customer.success) return { billing: UNREADABLE };
  const { id: customerId, email } = customer.data;
  if (typeof email !== 'string') return { billing: { ignored: 'no_email' } };
  return { billing: { billing: { customerId, email, atMs } } };
}

function readOrder({ data, timestamp: atMs }: PolarEvent): ProviderEvent {
  const order = orderSchema.safeParse(data);
  if (!order.success) return { payment: UNREADABLE };
  const { total_amount, currency, billing_reason, customer_id: customerId, customer } = order.data;
  const payment = paymentOf({
    paymentId: order.data.id,
    type: billing_reason?.startsWith('subscription') ? 'subscription' : 'sale',
    minor: total_amount,
    currency,
    email: customer.email,
    customer: customerId,
    atMs: order.data.created_at,
  });
  const sources = [order.data.metadata, customer.metadata];
  return {
    payment,
    billing: billingOf(customerId, customer.email, atMs),
    visitor: isPaid(payment) ? visitorOf(sources, { atMs, customerId, email: customer.email }) : undefined,
  };
}

/** A refund with its tax, once it has succeeded. */
function readRefund({ data }: PolarEvent): ProviderEvent {
  const refund = refundSchema.safeParse(data);
  if (!refund.success) return { payment: UNREADABLE };
  const { status, amount, tax_amount, currency, order_id, customer_id, created_at } = refund.data;
  const payment = paymentOf({
    paymentId: refund.data.id,
    type: 'refund',
    minor: status === 'succeeded' ? amount + tax_amount : 0,
    currency,
    customer: customer_id,
    sibling: order_id,
    atMs: created_at,
  });
  return { payment };
}

/** The time of the subscription's last change orders its events: they may be sent in another order. */
function readSubscription({ data }: PolarEvent): ProviderEvent {
  const subscription = subscriptionSchema.safeParse(data);
  const changedAt = subscription.data?.modified_at ?? subscription.data?.created_at;
  const at = instant.safeParse(changedAt);
  if (!subscription.success || !at.success) return { billing: UNREADABLE };
  const { id: subscriptionId, customer_id: customerId, customer, status, amount } = subscription.data;
  const { recurring_interval: interval, recurring_interval_count: count, product } = subscription.data;
  const currency = subscription.data.currency.toUpperCase();
  const price = { each: String(amount ?? 0), quantity: 1, interval, count: count ?? 1 };
  const plan = planOf([product?.name]);
  const { email } = customer;
  const billing: ProviderBilling = {
    billing: {
      customerId,
      ...(typeof email === 'string' ? { email } : {}),
      atMs: at.data,
      subscription: {
        subscriptionId,
        eventId: changedAt ?? '',
        mrr: PAID.has(status) ? monthlyRevenue([price], currency) : '0',
        currency,
        ...(plan === undefined ? {} : { plan }),
      },
    },
  };
  return { billing };
}

function billingOf(customerId: string, email: string | null | undefined, atMs: number): ProviderBilling {
  return typeof email === 'string' ? { billing: { customerId, email, atMs } } : { ignored: 'no_email' };
}

interface NamedCustomer {
  readonly atMs: number;
  readonly customerId: string;
  readonly email?: string | null | undefined;
}

function visitorOf(
  sources: readonly z.infer<typeof customData>[],
  { atMs, customerId, email }: NamedCustomer,
): ProviderVisitor | undefined {
  const anonymousId = sources.map((custom) => custom?.headwater_ref).find((ref) => typeof ref === 'string');
  if (anonymousId === undefined) return undefined;
  return { anonymousId, atMs, ...(typeof email === 'string' ? { email } : { customerId }) };
}

/** A text after `whsec_` that is no base64 would otherwise be a short or empty key. */
const MIN_KEY_BYTES = 16;

/**
 * The possible keys of a secret. Secrets since September 2026 follow Standard Webhooks: base64 after `whsec_`. Older ones sign with
 * the text itself.
 */
function keysOf(secret: string): Buffer[] {
  const standard = Buffer.from(secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '', 'base64');
  return [...(standard.length < MIN_KEY_BYTES ? [] : [standard]), Buffer.from(secret)];
}

/** @see https://www.standardwebhooks.com */
function verifyPolar({ bytes, headers, secret, now }: SignedRequest): unknown {
  const { [ID]: webhookId, [TIMESTAMP]: seconds, [SIGNATURE]: signature = '' } = headers;
  const signed = {
    content: [`${webhookId}.${seconds}.`, bytes],
    encoding: 'base64',
    signatures: signature
      .split(' ')
      .filter((text) => text.startsWith('v1,'))
      .map((text) => text.slice('v1,'.length)),
  } as const;
  const isValid = keysOf(secret).some((key) => hasSignature({ key, ...signed }));
  return isValid && isRecent(seconds, now) ? parseEvent(bytes) : undefined;
}

function hasSignatureForm({ [ID]: webhookId, [TIMESTAMP]: time, [SIGNATURE]: signature }: SignatureHeaders) {
  return (
    /^[\x21-\x7e]{1,200}$/.test(webhookId ?? '') &&
    /^\d{1,12}$/.test(time ?? '') &&
    /^(?:v\d\w*,[A-Za-z0-9+/=]{1,128} ){0,9}v\d\w*,[A-Za-z0-9+/=]{1,128}$/.test(signature ?? '')
  );
}

const EVENT = { type: 'customer.created', timestamp: '2026-11-24T09:30:00Z', data: { id: 'c1' } };

export const POLAR: ProviderAdapter = {
  name: 'polar',
  label: 'Polar',
  signatureHeaders: [ID, TIMESTAMP, SIGNATURE],
  secret: {
    pattern: /^[\x21-\x7e]{8,255}$/,
    description: 'starts with whsec_ or polar_whs_, or is your own text',
  },
  maxAge: '5 minutes',
  description:
    'Records orders, refunds, customers and subscriptions of Polar. Ignores all other events. Enable these events for your endpoint ' +
    'with the format Raw:\n\n' +
    '- `order.paid`: payments, with tax.\n' +
    '- `refund.created` and `refund.updated`: refunds that have succeeded, with tax.\n' +
    '- `customer.created` and `customer.updated`: link a Polar customer to the account with its email address. Orders and subscriptions ' +
    'link it too.\n' +
    '- `subscription.created`, `.active`, `.updated`, `.past_due`, `.canceled`, `.uncanceled` and `.revoked`: set `mrr` and `plan` of ' +
    'the account.\n\n' +
    'Events may arrive late, twice and in any order. The metadata `headwater_ref` of a checkout, order or customer links the visitor with ' +
    'that id to the account. It counts with the first order of more than 0. For free orders and trials, call identify.\n\n' +
    'The MRR of an account is the sum of its `active` and `past_due` subscriptions, without taxes.',
  example: {
    event: EVENT,
    headers: [
      'webhook-id: msg_1',
      'webhook-timestamp: $NOW',
      `webhook-signature: v1,$(printf 'msg_1.%s.%s' "$NOW" '${JSON.stringify(EVENT)}' | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -binary | base64)`,
    ],
  },
  hasSignatureForm,
  verify: verifyPolar,
  typeOf: (event) => (event as { readonly type?: unknown } | null)?.type,
  read: readPolar,
};
