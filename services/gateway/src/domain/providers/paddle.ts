import { z } from 'zod';
import { isPaid, paymentOf, type ProviderPayment } from './payment';
import type { ProviderAdapter, ProviderBilling, ProviderEvent } from './provider';
import { INTERVALS, monthlyRevenue, planOf } from './recurring';
import { customData, instant, optionalText } from './shapes';
import { hasSignature, isRecent, parseEvent, type SignedRequest } from './signature';

const HEADER = 'Paddle-Signature';
const SIGNATURE = /^ts=\d{1,12}(?:;h1=[0-9a-f]{64})+$/;

const id = z.string().min(1);
/** Smallest units, as text. */
const amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

const eventSchema = z.object({ event_type: z.string(), occurred_at: instant, data: z.unknown() });
type PaddleEvent = z.infer<typeof eventSchema>;

const customerSchema = z.object({ id, email: optionalText });

const transactionSchema = z.object({
  id,
  customer_id: id.nullish(),
  subscription_id: id.nullish(),
  currency_code: z.string(),
  billed_at: instant.nullish(),
  created_at: instant,
  details: z.object({ totals: z.object({ grand_total: amount }) }),
  custom_data: customData,
});

const adjustmentSchema = z.object({
  id,
  action: z.string(),
  status: z.string(),
  transaction_id: id,
  customer_id: id.nullish(),
  currency_code: z.string(),
  created_at: instant,
  totals: z.object({ total: amount }),
});

const subscriptionSchema = z.object({
  id,
  customer_id: id,
  status: z.string(),
  currency_code: z.string(),
  updated_at: z.string(),
  items: z.array(
    z.object({
      quantity: z.int().nonnegative(),
      price: z.object({
        id,
        name: z.string().nullish(),
        description: z.string().nullish(),
        unit_price: z.object({ amount: z.string().regex(/^\d{1,20}$/) }),
        billing_cycle: z.object({ interval: z.enum(INTERVALS), frequency: z.int().positive() }).nullish(),
      }),
      product: z.object({ name: z.string().nullish() }).nullish(),
    }),
  ),
});

/** Statuses of a paid subscription. Excludes trials and paused subscriptions. */
const PAID: ReadonlySet<string> = new Set(['active', 'past_due']);

const UNREADABLE = { ignored: 'unreadable' } as const;

const READERS: ReadonlyMap<string, (event: PaddleEvent) => ProviderEvent> = new Map([
  ['customer.created', readCustomer],
  ['customer.updated', readCustomer],
  ['transaction.completed', readTransaction],
  ['adjustment.created', readAdjustment],
  ['adjustment.updated', readAdjustment],
  ...['created', 'activated', 'updated', 'past_due', 'paused', 'resumed', 'canceled', 'trialing'].map(
    (change) => [`subscription.${change}`, readSubscription] as const,
  ),
]);

function readPaddle(event: unknown): ProviderEvent {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) return { payment: UNREADABLE };
  return READERS.get(parsed.data.event_type)?.(parsed.data) ?? {};
}

function readCustomer({ data, occurred_at: atMs }: PaddleEvent): ProviderEvent {
  const customer = customerSchema.safeParse(data);
  if (!customer.success) return { billing: UNREADABLE };
  const { id: customerId, email } = customer.data;
  if (typeof email !== 'string') return { billing: { ignored: 'no_email' } };
  return { billing: { billing: { customerId, email, atMs } } };
}

/** Transactions have no email address: their customer does. */
function readTransaction({ data, occurred_at: atMs }: PaddleEvent): ProviderEvent {
  const transaction = transactionSchema.safeParse(data);
  if (!transaction.success) return { payment: UNREADABLE };
  const { customer_id: customer, subscription_id, billed_at, created_at, details } = transaction.data;
  const payment = paymentOf({
    paymentId: transaction.data.id,
    type: typeof subscription_id === 'string' ? 'subscription' : 'sale',
    minor: details.totals.grand_total,
    currency: transaction.data.currency_code,
    customer,
    atMs: billed_at ?? created_at,
  });
  const anonymousId = transaction.data.custom_data?.headwater_ref;
  const hasVisitor = isPaid(payment) && typeof anonymousId === 'string' && typeof customer === 'string';
  return { payment, visitor: hasVisitor ? { anonymousId, atMs, customerId: customer } : undefined };
}

/**
 * An approved refund, or a chargeback. The reversal of a chargeback is another adjustment of the transaction, which doesn't name the
 * first one: the id of the refund is therefore that of the transaction. A warning and a credit move no money.
 */
function readAdjustment({ data }: PaddleEvent): ProviderEvent {
  const adjustment = adjustmentSchema.safeParse(data);
  if (!adjustment.success) return { payment: UNREADABLE };
  const { action, status, transaction_id, customer_id, currency_code, created_at, totals } = adjustment.data;
  const isChargeback = action === 'chargeback';
  const chargebackId = `${transaction_id}-chargeback`;
  if (action === 'chargeback_reverse' || (isChargeback && status === 'reversed'))
    return { payment: { aliasIds: [chargebackId], voided: true } };
  const isMoney = status === 'approved' && (isChargeback || action === 'refund');
  const payment: ProviderPayment = paymentOf({
    paymentId: isChargeback ? chargebackId : adjustment.data.id,
    type: 'refund',
    minor: isMoney ? totals.total : 0,
    currency: currency_code,
    customer: customer_id,
    sibling: transaction_id,
    atMs: created_at,
  });
  return { payment };
}

/** The time of the subscription's last change orders its events: they may be sent in another order. */
function readSubscription({ data }: PaddleEvent): ProviderEvent {
  const subscription = subscriptionSchema.safeParse(data);
  const at = instant.safeParse(subscription.data?.updated_at);
  if (!subscription.success || !at.success) return { billing: UNREADABLE };
  const { id: subscriptionId, customer_id: customerId, status, items, updated_at } = subscription.data;
  const currency = subscription.data.currency_code;
  const [item] = items;
  const prices = items.flatMap(({ quantity, price: { unit_price, billing_cycle } }) =>
    billing_cycle
      ? [
          {
            each: unit_price.amount,
            quantity,
            interval: billing_cycle.interval,
            count: billing_cycle.frequency,
          },
        ]
      : [],
  );
  const plan = planOf([item?.price.name, item?.product?.name, item?.price.description, item?.price.id]);
  const billing: ProviderBilling = {
    billing: {
      customerId,
      atMs: at.data,
      subscription: {
        subscriptionId,
        eventId: updated_at,
        mrr: PAID.has(status) ? monthlyRevenue(prices, currency) : '0',
        currency,
        ...(plan === undefined ? {} : { plan }),
      },
    },
  };
  return { billing };
}

/** @see https://developer.paddle.com/webhooks/signature-verification */
function verifyPaddle({ bytes, headers, secret, now }: SignedRequest): unknown {
  const [time = '', ...signatures] = (headers[HEADER] ?? '').split(';');
  const seconds = time.slice('ts='.length);
  const isValid = hasSignature({
    key: secret,
    content: [`${seconds}:`, bytes],
    encoding: 'hex',
    signatures: signatures.map((text) => text.slice('h1='.length)),
  });
  return isValid && isRecent(seconds, now) ? parseEvent(bytes) : undefined;
}

const EVENT = {
  event_type: 'customer.created',
  occurred_at: '2026-11-24T09:30:00.000Z',
  data: { id: 'ctm_1' },
};

export const PADDLE: ProviderAdapter = {
  name: 'paddle',
  label: 'Paddle',
  signatureHeaders: [HEADER],
  secret: { pattern: /^pdl_[A-Za-z0-9+/=_-]{8,250}$/, description: 'starts with pdl_ntfset_' },
  maxAge: '5 minutes',
  description:
    'Records transactions, refunds, chargebacks, customers and subscriptions of Paddle Billing. Ignores all other events. Enable these ' +
    'events for your notification destination:\n\n' +
    '- `transaction.completed`: payments, with tax.\n' +
    '- `adjustment.created` and `adjustment.updated`: approved refunds, and chargebacks unless they are reversed.\n' +
    '- `customer.created` and `customer.updated`: link a Paddle customer to the account with its email address. Required: other events ' +
    'have no address.\n' +
    '- `subscription.created`, `.activated`, `.updated`, `.past_due`, `.paused`, `.resumed`, `.canceled` and `.trialing`: set `mrr` and ' +
    '`plan` of the account.\n\n' +
    'Events may arrive late, twice and in any order. `custom_data.headwater_ref` of a transaction of more than 0 links the visitor ' +
    'with that id to the account. Paddle copies it from the subscription. For free transactions and trials, call identify.\n\n' +
    'The MRR of an account is the sum of its `active` and `past_due` subscriptions: unit price × quantity, without discounts and taxes.',
  example: {
    event: EVENT,
    headers: [
      `Paddle-Signature: ts=$NOW;h1=$(printf '%s:%s' "$NOW" '${JSON.stringify(EVENT)}' | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d ' ' -f 1)`,
    ],
  },
  hasSignatureForm: (headers) => SIGNATURE.test(headers[HEADER] ?? ''),
  verify: verifyPaddle,
  typeOf: (event) => (event as { readonly event_type?: unknown } | null)?.event_type,
  read: readPaddle,
};
