import { z } from 'zod';
import type { ProviderBilling } from '../provider';
import { INTERVALS, monthlyRevenue, planOf, type RecurringPrice } from '../recurring';
import { stripeEventSchema, unixSeconds, type StripeEvent } from './event';

/** Statuses of a paid subscription. Excludes trials, `unpaid` and `paused`. */
const PAID: ReadonlySet<string> = new Set(['active', 'past_due']);

/** Milliseconds added to Stripe's whole seconds, which order events of the same second by the subscription's life cycle. */
const OFFSETS_MS: ReadonlyMap<string, number> = new Map([
  ['customer.subscription.created', 0],
  ['customer.subscription.updated', 1],
  ['customer.subscription.deleted', 2],
]);

const smallestUnits = z.int().nonnegative().nullish();
const decimalUnits = z
  .string()
  .regex(/^\d{1,20}(?:\.\d{1,12})?$/)
  .nullish();
const interval = z.enum(INTERVALS);
const count = z.int().positive();
/** Package pricing: quantity per package, and how a partial package is rounded. */
const packages = z.object({ divide_by: count, round: z.enum(['up', 'down']) }).nullish();

/** An item of a subscription. `plan` is the price in older versions of Stripe's API. */
const itemSchema = z.object({
  quantity: z.int().nonnegative().nullish(),
  price: z
    .object({
      id: z.string(),
      nickname: z.string().nullish(),
      lookup_key: z.string().nullish(),
      currency: z.string().nullish(),
      unit_amount: smallestUnits,
      unit_amount_decimal: decimalUnits,
      transform_quantity: packages,
      recurring: z.object({ interval, interval_count: count, usage_type: z.string().nullish() }).nullish(),
    })
    .nullish(),
  plan: z
    .object({
      id: z.string(),
      nickname: z.string().nullish(),
      currency: z.string().nullish(),
      amount: smallestUnits,
      amount_decimal: decimalUnits,
      transform_usage: packages,
      interval,
      interval_count: count,
      usage_type: z.string().nullish(),
    })
    .nullish(),
});

type StripeItem = z.infer<typeof itemSchema>;

const id = z.string().min(1);
const email = z.string().min(1).nullish();

const customerSchema = z.object({ id, email });
const invoiceSchema = z.object({
  customer: id.nullish(),
  customer_email: email,
  status_transitions: z.object({ finalized_at: unixSeconds.nullish() }).nullish(),
});
const checkoutSchema = z.object({
  customer: id.nullish(),
  customer_details: z.object({ email }).nullish(),
});
const subscriptionSchema = z.object({
  id,
  customer: id,
  status: z.string(),
  currency: z.string().optional(),
  items: z.object({ data: z.array(itemSchema) }),
});

const READERS: ReadonlyMap<string, (event: StripeEvent) => ProviderBilling> = new Map([
  ['customer.created', readCustomer],
  ['customer.updated', readCustomer],
  ['invoice.paid', readInvoiceCustomer],
  ['invoice.payment_succeeded', readInvoiceCustomer],
  ['checkout.session.completed', readCheckoutCustomer],
  ...[...OFFSETS_MS.keys()].map((type) => [type, readSubscription] as const),
]);

/**
 * Reads the billing data of an event with a valid signature. A repeated event returns the same data.
 *
 * - `customer.created`, `customer.updated`, `invoice.paid`, `checkout.session.completed`: the customer's email address,
 *   which identifies the account.
 * - `customer.subscription.created`, `.updated`, `.deleted`: the subscription's MRR. These events have no email address.
 */
export function stripeBilling(event: unknown): ProviderBilling {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return { ignored: 'unreadable' };
  const read = READERS.get(parsed.data.type);
  return read ? read(parsed.data) : { ignored: 'event_type' };
}

function readCustomer({ created, data }: StripeEvent): ProviderBilling {
  const customer = customerSchema.safeParse(data.object);
  if (!customer.success) return { ignored: 'unreadable' };
  return customerEmail(customer.data.id, customer.data.email, created);
}

/** Uses the time when the invoice was finalised, because the address is from then. */
function readInvoiceCustomer({ created, data }: StripeEvent): ProviderBilling {
  const invoice = invoiceSchema.safeParse(data.object);
  if (!invoice.success) return { ignored: 'unreadable' };
  const { customer, customer_email, status_transitions } = invoice.data;
  return customerEmail(customer, customer_email, status_transitions?.finalized_at ?? created);
}

function readCheckoutCustomer({ created, data }: StripeEvent): ProviderBilling {
  const session = checkoutSchema.safeParse(data.object);
  if (!session.success) return { ignored: 'unreadable' };
  return customerEmail(session.data.customer, session.data.customer_details?.email, created);
}

/** @param at Unix seconds */
function customerEmail(
  customerId: string | null | undefined,
  address: string | null | undefined,
  at: number,
): ProviderBilling {
  if (customerId === null || customerId === undefined) return { ignored: 'no_customer' };
  if (address === null || address === undefined) return { ignored: 'no_email' };
  return { billing: { customerId, email: address, atMs: at * 1_000 } };
}

function readSubscription({ id: eventId, type, created, data }: StripeEvent): ProviderBilling {
  const subscription = subscriptionSchema.safeParse(data.object);
  if (!subscription.success || eventId === undefined) return { ignored: 'unreadable' };
  const { id: subscriptionId, customer, status, items } = subscription.data;
  const [item] = items.data;
  const currencyCode = subscription.data.currency ?? item?.price?.currency ?? item?.plan?.currency;
  const currency = (currencyCode ?? '').toUpperCase();
  const isPaid = type !== 'customer.subscription.deleted' && PAID.has(status);
  const plan = planOf(namesOf(item));
  return {
    billing: {
      customerId: customer,
      atMs: created * 1_000 + (OFFSETS_MS.get(type) ?? 0),
      subscription: {
        subscriptionId,
        eventId,
        mrr: isPaid ? monthlyRevenue(items.data.flatMap(priceOf), currency) : '0',
        currency,
        ...(plan === undefined ? {} : { plan }),
      },
    },
  };
}

/** The name of the first item's price: its nickname, lookup key or id. */
function namesOf(item: StripeItem | undefined) {
  const { price, plan } = item ?? {};
  return [price?.nickname, plan?.nickname, price?.lookup_key, price?.id, plan?.id];
}

/** Metered and tiered items have no fixed price and don't count. */
function priceOf({ quantity, price, plan }: StripeItem): RecurringPrice[] {
  const { every, each, sold } = price
    ? {
        every: price.recurring,
        each: price.unit_amount_decimal ?? price.unit_amount,
        sold: price.transform_quantity,
      }
    : { every: plan, each: plan?.amount_decimal ?? plan?.amount, sold: plan?.transform_usage };
  if (!every || every.usage_type === 'metered' || each === null || each === undefined) return [];
  const packages = (quantity ?? 1) / (sold?.divide_by ?? 1);
  return [
    {
      each: String(each),
      quantity: sold?.round === 'up' ? Math.ceil(packages) : Math.floor(packages),
      interval: every.interval,
      count: every.interval_count,
    },
  ];
}
