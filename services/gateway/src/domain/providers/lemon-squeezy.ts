import { z } from 'zod';
import { isPaid, paymentOf, type ProviderPayment } from './payment';
import type { ProviderAdapter, ProviderEvent, ProviderVisitor } from './provider';
import { planOf } from './recurring';
import { customData, instant, minorUnits, optionalText } from './shapes';
import { hasSignature, parseEvent, type SignedRequest } from './signature';

const HEADER = 'X-Signature';

/** Signatures have no time. Less than the 35 days in which identity refuses events from before an erasure. */
const MAX_AGE_MS = 30 * 86_400_000;
const MAX_LEAD_MS = 300_000;

const id = z.union([z.string().min(1), z.int()]).transform(String);

const eventSchema = z.object({
  meta: z.object({ event_name: z.string(), custom_data: customData }),
  data: z.object({
    id,
    attributes: z.object({ customer_id: id, user_email: optionalText, updated_at: z.string() }).loose(),
  }),
});
type LemonSqueezyEvent = z.infer<typeof eventSchema>;

const paidSchema = z.object({
  status: z.string(),
  total: minorUnits,
  refunded_amount: minorUnits.nullish(),
  refunded_at: instant.nullish(),
  currency: z.string(),
  created_at: instant,
});
const invoiceSchema = paidSchema.extend({ billing_reason: z.string() });

const subscriptionSchema = z.object({
  status: z.string(),
  product_name: z.string().nullish(),
  variant_name: z.string().nullish(),
});

/** Ids are numbers that other objects and other providers use too. */
const idOf = (kind: 'order' | 'invoice' | 'subscription' | 'customer', number: string): string =>
  `lemon-squeezy-${kind}-${number}`;

/** Statuses of a paid object. A later refund changes the status: events may be sent again. */
const WAS_PAID: ReadonlySet<string> = new Set(['paid', 'refunded', 'partial_refund']);

const UNREADABLE = { ignored: 'unreadable' } as const;

const READERS: ReadonlyMap<string, (event: LemonSqueezyEvent, customer: Customer) => ProviderEvent> = new Map(
  [
    ['order_created', readOrder],
    ['order_refunded', readRefundedOrder],
    ['subscription_payment_success', readInvoice],
    ['subscription_payment_refunded', readRefundedInvoice],
    ...['created', 'updated', 'cancelled', 'resumed', 'expired', 'paused', 'unpaused'].map(
      (change) => [`subscription_${change}`, readSubscription] as const,
    ),
  ],
);

/** The customer in an event. */
interface Customer {
  readonly customerId: string;
  readonly email: string | undefined;
  /** When the object was changed. Unix milliseconds. */
  readonly atMs: number;
}

function readLemonSqueezy(event: unknown): ProviderEvent {
  const name = nameOf(event);
  const read = typeof name === 'string' ? READERS.get(name) : undefined;
  if (!read) return typeof name === 'string' ? {} : { payment: UNREADABLE };
  const parsed = eventSchema.safeParse(event);
  const at = instant.safeParse(parsed.data?.data.attributes.updated_at);
  if (!parsed.success || !at.success) return { payment: UNREADABLE };
  const { customer_id, user_email } = parsed.data.data.attributes;
  const email = user_email ?? undefined;
  return read(parsed.data, { customerId: idOf('customer', customer_id), email, atMs: at.data });
}

function readOrder({ meta, data }: LemonSqueezyEvent, customer: Customer): ProviderEvent {
  const order = paidSchema.safeParse(data.attributes);
  if (!order.success) return { payment: UNREADABLE };
  const { status, total, currency, created_at } = order.data;
  const payment = paymentOf({
    paymentId: idOf('order', data.id),
    type: 'sale',
    minor: WAS_PAID.has(status) ? total : 0,
    currency,
    ...payerOf(customer),
    atMs: created_at,
  });
  return { payment, visitor: visitorOf(payment, meta, customer), ...accountOf(customer) };
}

/** The order of a new subscription reports its first payment. */
function readInvoice({ meta, data }: LemonSqueezyEvent, customer: Customer): ProviderEvent {
  const invoice = invoiceSchema.safeParse(data.attributes);
  if (!invoice.success) return { payment: UNREADABLE };
  const { status, total, currency, created_at, billing_reason } = invoice.data;
  if (billing_reason === 'initial')
    return { payment: { ignored: 'reported_by_order' }, ...accountOf(customer) };
  const payment = paymentOf({
    paymentId: idOf('invoice', data.id),
    type: 'subscription',
    minor: WAS_PAID.has(status) ? total : 0,
    currency,
    ...payerOf(customer),
    atMs: created_at,
  });
  return { payment, visitor: visitorOf(payment, meta, customer), ...accountOf(customer) };
}

function readRefundedOrder({ data }: LemonSqueezyEvent, customer: Customer): ProviderEvent {
  return readRefund(idOf('order', data.id), paidSchema.safeParse(data.attributes), customer);
}

function readRefundedInvoice({ data }: LemonSqueezyEvent, customer: Customer): ProviderEvent {
  const invoice = invoiceSchema.safeParse(data.attributes);
  if (invoice.data?.billing_reason === 'initial') return { payment: { ignored: 'reported_by_order' } };
  return readRefund(idOf('invoice', data.id), invoice, customer);
}

/** All refunds of an object so far. Each event contains only their sum. */
function readRefund(
  refundedId: string,
  refunded: z.ZodSafeParseResult<z.infer<typeof paidSchema>>,
  customer: Customer,
): ProviderEvent {
  if (!refunded.success) return { payment: UNREADABLE };
  const { refunded_amount, refunded_at, currency } = refunded.data;
  const payment = paymentOf({
    paymentId: `${refundedId}-refunded`,
    type: 'refund',
    minor: refunded_amount ?? 0,
    currency,
    ...payerOf(customer),
    sibling: refundedId,
    atMs: refunded_at ?? customer.atMs,
  });
  return { payment: 'payment' in payment ? { ...payment, cumulative: true } : payment };
}

/** Events contain no price: the account keeps its MRR until the subscription has ended. */
function readSubscription({ data }: LemonSqueezyEvent, customer: Customer): ProviderEvent {
  const subscription = subscriptionSchema.safeParse(data.attributes);
  if (!subscription.success) return { billing: UNREADABLE };
  const { status, product_name, variant_name } = subscription.data;
  const plan = planOf([variant_name === 'Default' ? product_name : variant_name, product_name]);
  const { customerId, email, atMs } = customer;
  return {
    billing: {
      billing: {
        customerId,
        ...(email === undefined ? {} : { email }),
        atMs,
        subscription: {
          subscriptionId: idOf('subscription', data.id),
          eventId: data.attributes.updated_at,
          ...(status === 'expired' ? { mrr: '0' } : {}),
          ...(plan === undefined ? {} : { plan }),
        },
      },
    },
  };
}

function payerOf({ email, customerId }: Customer) {
  return { email, customer: customerId };
}

function accountOf({ customerId, email, atMs }: Customer): Pick<ProviderEvent, 'billing'> {
  return email === undefined ? {} : { billing: { billing: { customerId, email, atMs } } };
}

/** The visitor in the custom data of a payment. */
function visitorOf(
  payment: ProviderPayment,
  { custom_data }: LemonSqueezyEvent['meta'],
  customer: Customer,
): ProviderVisitor | undefined {
  const anonymousId = custom_data?.headwater_ref;
  if (!isPaid(payment) || typeof anonymousId !== 'string') return undefined;
  const { email, customerId, atMs } = customer;
  return { anonymousId, atMs, ...(email === undefined ? { customerId } : { email }) };
}

const nameOf = (event: unknown): unknown =>
  (event as { readonly meta?: { readonly event_name?: unknown } } | null | undefined)?.meta?.event_name;

/** @see https://docs.lemonsqueezy.com/help/webhooks/signing-requests */
function verifyLemonSqueezy({ bytes, headers, secret, now }: SignedRequest): unknown {
  const signatures = [headers[HEADER] ?? ''];
  if (!hasSignature({ key: secret, content: [bytes], encoding: 'hex', signatures })) return undefined;
  const event = parseEvent(bytes);
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) return event;
  const age = now - Date.parse(parsed.data.data.attributes.updated_at);
  return age > MAX_AGE_MS || age < -MAX_LEAD_MS ? undefined : event;
}

const EVENT = { meta: { event_name: 'license_key_created' }, data: { type: 'license-keys', id: '1' } };

export const LEMON_SQUEEZY: ProviderAdapter = {
  name: 'lemon-squeezy',
  label: 'Lemon Squeezy',
  signatureHeaders: [HEADER],
  secret: {
    pattern: /^[\x21-\x7e]{6,40}$/,
    description: 'the 6 to 40 characters that you chose, without spaces',
  },
  maxAge: '30 days',
  description:
    'Records orders, subscription payments, refunds and subscriptions of Lemon Squeezy. Ignores all other events. Enable these events for ' +
    'your webhook:\n\n' +
    '- `order_created`: one-time payments and the first payment of a subscription, with tax.\n' +
    '- `subscription_payment_success`: further payments of a subscription.\n' +
    '- `order_refunded` and `subscription_payment_refunded`: refunds. Several refunds of one payment count at the time of the latest.\n' +
    '- `subscription_created`, `_updated`, `_cancelled`, `_resumed`, `_expired`, `_paused` and `_unpaused`: set `plan` of the account. ' +
    'These events contain no price. Send `mrr` with identify: it becomes 0 when all subscriptions have ended.\n\n' +
    'Events may arrive late, twice and in any order. `headwater_ref` in the custom data of a checkout links the visitor with that id to ' +
    'the account. It counts with a payment of more than 0. For free orders and trials, call identify.',
  example: {
    event: EVENT,
    headers: [
      `X-Signature: $(printf '%s' '${JSON.stringify(EVENT)}' | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d ' ' -f 1)`,
    ],
  },
  hasSignatureForm: (headers) => /^[0-9a-f]{64}$/.test(headers[HEADER] ?? ''),
  verify: verifyLemonSqueezy,
  typeOf: nameOf,
  read: readLemonSqueezy,
};
