import { z } from 'zod';
import type { ProviderVisitor } from '../provider';
import { minorUnits } from '../shapes';
import { stripeEventSchema } from './event';

const text = z.string().min(1).max(320).nullish().catch(null);
const amount = minorUnits.nullish().catch(null);
const metadata = z.object({ headwater_ref: text }).nullish().catch(null);
const withEmail = z.object({ email: text }).nullish().catch(null);
const withMetadata = z.object({ metadata }).nullish().catch(null);

const objectSchema = z.object({
  customer: text,
  metadata,
  status: text,
  payment_status: text,
  amount_total: amount,
  amount_paid: amount,
  amount_received: amount,
  amount,
  amount_captured: amount,
  captured: z.boolean().nullish().catch(null),
  client_reference_id: text,
  // Of an invoice: a copy of the subscription's metadata. API versions since 2025-03-31 have it in `parent`.
  subscription_details: withMetadata,
  parent: z.object({ subscription_details: withMetadata }).nullish().catch(null),
  customer_details: withEmail,
  customer_email: text,
  billing_details: withEmail,
  receipt_email: text,
});
type StripeObject = z.infer<typeof objectSchema>;

/** Visitor ids of the browser script. Customers also use `client_reference_id` for their own ids. */
const SCRIPT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The paid amount by event type. Only a payment links a visitor: anyone can order for nothing, or begin a payment, with the email
 * address of another person, and must not decide that person's channel.
 */
const PAID_AMOUNTS: ReadonlyMap<string, (object: StripeObject) => number | null | undefined> = new Map([
  ['checkout.session.completed', paidInSession],
  ['checkout.session.async_payment_succeeded', paidInSession],
  ['invoice.paid', paidInInvoice],
  ['invoice.payment_succeeded', paidInInvoice],
  ['payment_intent.succeeded', ({ amount_received }: StripeObject) => amount_received],
  ['charge.succeeded', paidInCharge],
  ['charge.captured', paidInCharge],
]);

function paidInSession({ status, payment_status, amount_total }: StripeObject) {
  return status === 'complete' && payment_status === 'paid' ? amount_total : 0;
}

function paidInInvoice({ amount_paid }: StripeObject) {
  return amount_paid;
}

function paidInCharge({ captured, amount_captured, amount: authorised }: StripeObject) {
  return captured === true ? (amount_captured ?? authorised) : 0;
}

/**
 * The visitor in the metadata `headwater_ref` of the paid object, or in `client_reference_id` if that is an id of the browser
 * script. Undefined without one of them, without an email address and a customer, and without a payment of more than 0.
 */
export function stripeVisitor(event: unknown): ProviderVisitor | undefined {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return undefined;
  const { type, created, data } = parsed.data;
  const paidAmountOf = PAID_AMOUNTS.get(type);
  const read = objectSchema.safeParse(data.object);
  if (!paidAmountOf || !read.success) return undefined;
  const object = read.data;
  if ((paidAmountOf(object) ?? 0) === 0) return undefined;
  const reference = object.client_reference_id ?? '';
  const anonymousId =
    object.metadata?.headwater_ref ??
    object.subscription_details?.metadata?.headwater_ref ??
    object.parent?.subscription_details?.metadata?.headwater_ref ??
    (SCRIPT_ID.test(reference) ? reference : undefined);
  const email =
    object.customer_details?.email ??
    object.customer_email ??
    object.billing_details?.email ??
    object.receipt_email;
  if (typeof anonymousId !== 'string') return undefined;
  const visitor = { anonymousId, atMs: created * 1_000 };
  if (typeof email === 'string') return { ...visitor, email };
  return typeof object.customer === 'string' ? { ...visitor, customerId: object.customer } : undefined;
}
