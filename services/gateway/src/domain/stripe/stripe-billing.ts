import type { RecordBillingRequest } from '@headwater/protos/gen/headwater/identity/v1/RecordBillingRequest';
import { z } from 'zod';
import { stripeItemSchema, stripeMrr } from './stripe-mrr';
import { stripeEventSchema, unixSeconds, type StripeEvent, type StripeIgnored } from './stripe-event';

/** What an event tells of a customer, or why it tells nothing. */
export type StripeBilling = { readonly billing: RecordBillingRequest } | { readonly ignored: StripeIgnored };

/** Statuses in which a subscription is paid for. A trial is not yet, `unpaid` and `paused` not any more. */
const PAID: ReadonlySet<string> = new Set(['active', 'past_due']);

/** Stripe's times are whole seconds: events of one second are put in the order of a subscription's life. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['customer.subscription.created', 0],
  ['customer.subscription.updated', 1],
  ['customer.subscription.deleted', 2],
]);

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
  items: z.object({ data: z.array(stripeItemSchema) }),
});

const READERS: ReadonlyMap<string, (event: StripeEvent) => StripeBilling> = new Map([
  ['customer.created', customerItself],
  ['customer.updated', customerItself],
  ['invoice.paid', customerOfInvoice],
  ['checkout.session.completed', customerOfCheckout],
  ...[...STEPS.keys()].map((type) => [type, changedSubscription] as const),
]);

/**
 * What an event whose signature was right tells of a customer. The same event, sent again, tells the same.
 *
 * - `customer.created`, `customer.updated`, `invoice.paid`, `checkout.session.completed`: whose account the customer is.
 * - `customer.subscription.created`, `.updated`, `.deleted`: what the subscription brings a month. These name no address.
 */
export function stripeBilling(event: unknown): StripeBilling {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return { ignored: 'unreadable' };
  const read = READERS.get(parsed.data.type);
  return read ? read(parsed.data) : { ignored: 'event_type' };
}

function customerItself({ created, data }: StripeEvent): StripeBilling {
  const customer = customerSchema.safeParse(data.object);
  if (!customer.success) return { ignored: 'unreadable' };
  return named(customer.data.id, customer.data.email, created);
}

/** The address is the one of when the invoice was made out, whenever it was paid. */
function customerOfInvoice({ created, data }: StripeEvent): StripeBilling {
  const invoice = invoiceSchema.safeParse(data.object);
  if (!invoice.success) return { ignored: 'unreadable' };
  const { customer, customer_email, status_transitions } = invoice.data;
  return named(customer, customer_email, status_transitions?.finalized_at ?? created);
}

function customerOfCheckout({ created, data }: StripeEvent): StripeBilling {
  const session = checkoutSchema.safeParse(data.object);
  if (!session.success) return { ignored: 'unreadable' };
  return named(session.data.customer, session.data.customer_details?.email, created);
}

/** @param at Unix seconds */
function named(
  customerId: string | null | undefined,
  address: string | null | undefined,
  at: number,
): StripeBilling {
  if (customerId === null || customerId === undefined) return { ignored: 'no_customer' };
  if (address === null || address === undefined) return { ignored: 'no_email' };
  return { billing: { customerId, email: address, atMs: at * 1_000 } };
}

function changedSubscription({ id: eventId, type, created, data }: StripeEvent): StripeBilling {
  const subscription = subscriptionSchema.safeParse(data.object);
  if (!subscription.success || eventId === undefined) return { ignored: 'unreadable' };
  const { id: subscriptionId, customer, status, items } = subscription.data;
  const [item] = items.data;
  const spelled = subscription.data.currency ?? item?.price?.currency ?? item?.plan?.currency;
  const currency = (spelled ?? '').toUpperCase();
  const isPaid = type !== 'customer.subscription.deleted' && PAID.has(status);
  const plan = planOf(item);
  return {
    billing: {
      customerId: customer,
      atMs: created * 1_000 + (STEPS.get(type) ?? 0),
      subscription: {
        subscriptionId,
        eventId,
        mrr: isPaid ? stripeMrr(items.data, currency) : '0',
        currency,
        ...(plan === undefined ? {} : { plan }),
      },
    },
  };
}

/** What the first item's price is called: by people, by their programs, or by Stripe, whichever can be kept. */
function planOf(item: z.infer<typeof stripeItemSchema> | undefined): string | undefined {
  const names = [
    item?.price?.nickname,
    item?.plan?.nickname,
    item?.price?.lookup_key,
    item?.price?.id,
    item?.plan?.id,
  ];
  return (
    names.find((name) => typeof name === 'string' && /^(?=.*\S)[^@\p{Cc}\p{Cs}]{1,200}$/u.test(name)) ??
    undefined
  );
}
