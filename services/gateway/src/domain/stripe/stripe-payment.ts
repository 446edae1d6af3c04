import type { Payment } from '@headwater/protos/gen/headwater/identity/v1/Payment';
import { z } from 'zod';
import { isoTime } from '../iso-time';
import { stripeAmount } from './stripe-amount';
import { stripeEventSchema, unixSeconds, type StripeEvent, type StripeIgnored } from './stripe-event';

/** The payment that an event tells of, or why it tells of none. */
export type StripePayment = { readonly payment: Payment } | { readonly ignored: StripeIgnored };

const minorUnits = z.int().nonnegative();
const email = z.string().min(1).nullish();

/** Its id; an answer of Stripe's, not an event, may have the whole object instead. */
const reference = z.string().min(1).nullish().catch(null);

const invoiceSchema = z.object({
  id: z.string(),
  customer: reference,
  amount_paid: minorUnits,
  currency: z.string(),
  customer_email: email,
  billing_reason: z.string().nullish(),
  status_transitions: z.object({ paid_at: unixSeconds.nullish() }).nullish(),
});

const chargeSchema = z.object({
  id: z.string(),
  customer: reference,
  // Of older versions of the API.
  invoice: reference,
  amount_refunded: minorUnits,
  currency: z.string(),
  billing_details: z.object({ email }).nullish(),
  receipt_email: email,
});

/** What the refund changed. Without it nobody can tell this refund from those before it. */
const beforeSchema = z.object({ amount_refunded: minorUnits.optional() });

const checkoutSchema = z.object({
  id: z.string(),
  customer: reference,
  mode: z.string(),
  payment_status: z.string(),
  amount_total: minorUnits.nullish(),
  currency: z.string().nullish(),
  invoice: z.unknown().optional(),
  customer_details: z.object({ email }).nullish(),
});

/** The events that record a payment, by Stripe's name; all others are ignored. */
const READERS: ReadonlyMap<string, (event: StripeEvent) => StripePayment> = new Map([
  ['invoice.paid', paidInvoice],
  ['checkout.session.completed', paidCheckout],
  // For ways of paying that take days; `completed` came before it, unpaid.
  ['checkout.session.async_payment_succeeded', paidCheckout],
  ['charge.refunded', refundedCharge],
]);

/**
 * Reads an event whose signature was right. The same event, sent again, gives the same payment, so that it counts once:
 *
 * - `invoice.paid`: a payment with the invoice's id, `subscription` when a subscription billed it, else `sale`.
 *   An invoice of 0, as a trial has, is no payment.
 * - `checkout.session.completed`: a sale with the session's id, once it is paid, where no invoice tells of it.
 * - `charge.refunded`: a refund of what this one gave back. The event names no refund of its own in newer versions of
 *   Stripe's API, so the id is the charge's with the sum that was refunded by then, which each refund raises.
 *
 * What names no address belongs to its customer's account.
 */
export function stripePayment(event: unknown): StripePayment {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return { ignored: 'unreadable' };
  const read = READERS.get(parsed.data.type);
  return read ? read(parsed.data) : { ignored: 'event_type' };
}

function paidInvoice({ created, data }: StripeEvent): StripePayment {
  const invoice = invoiceSchema.safeParse(data.object);
  if (!invoice.success) return { ignored: 'unreadable' };
  const { id, customer, amount_paid, currency, customer_email, billing_reason, status_transitions } =
    invoice.data;
  return paymentOf({
    paymentId: id,
    type: billing_reason?.startsWith('subscription') ? 'subscription' : 'sale',
    minor: amount_paid,
    currency,
    email: customer_email,
    customer,
    at: status_transitions?.paid_at ?? created,
  });
}

function paidCheckout({ created, data }: StripeEvent): StripePayment {
  const session = checkoutSchema.safeParse(data.object);
  if (!session.success) return { ignored: 'unreadable' };
  const { id, customer, mode, payment_status, amount_total, currency, invoice, customer_details } =
    session.data;
  if (mode !== 'payment' || (invoice !== undefined && invoice !== null)) return { ignored: 'invoiced' };
  return paymentOf({
    paymentId: id,
    type: 'sale',
    minor: payment_status === 'paid' ? (amount_total ?? 0) : 0,
    currency: currency ?? '',
    email: customer_details?.email,
    customer,
    at: created,
  });
}

function refundedCharge({ created, data }: StripeEvent): StripePayment {
  const charge = chargeSchema.safeParse(data.object);
  const before = beforeSchema.safeParse(data.previous_attributes);
  if (!charge.success || !before.success) return { ignored: 'unreadable' };
  const { id, customer, invoice, amount_refunded, currency, billing_details, receipt_email } = charge.data;
  return paymentOf({
    paymentId: `${id}-refunded-${amount_refunded}`,
    type: 'refund',
    minor: amount_refunded - (before.data.amount_refunded ?? amount_refunded),
    currency,
    email: billing_details?.email ?? receipt_email,
    customer,
    sibling: invoice,
    at: created,
  });
}

interface Told {
  readonly paymentId: string;
  readonly type: 'sale' | 'subscription' | 'refund';
  readonly minor: number;
  readonly currency: string;
  readonly email: string | null | undefined;
  readonly customer: string | null | undefined;
  /** Another payment of the same account. */
  readonly sibling?: string | null | undefined;
  /** Unix seconds. */
  readonly at: number;
}

function paymentOf({ paymentId, type, minor, currency, at, ...told }: Told): StripePayment {
  if (minor <= 0) return { ignored: 'no_amount' };
  const payer = payerOf(told);
  if (!payer) return { ignored: 'no_email' };
  const code = currency.toUpperCase();
  const amount = stripeAmount(minor, code);
  return { payment: { paymentId, ...payer, amount, currency: code, type, occurredAt: isoTime(at * 1_000) } };
}

/** By the address, else by the customer, whose account other events tell. */
function payerOf({
  email: address,
  customer,
  sibling,
}: Pick<Told, 'email' | 'customer' | 'sibling'>): Partial<Payment> | undefined {
  if (typeof address === 'string') return { email: address };
  if (typeof customer !== 'string') return undefined;
  return { customerId: customer, ...(typeof sibling === 'string' ? { siblingPaymentId: sibling } : {}) };
}
