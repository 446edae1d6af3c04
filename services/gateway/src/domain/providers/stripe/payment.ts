import { z } from 'zod';
import { paymentOf, type ProviderPayment } from '../payment';
import { stripeEventSchema, unixSeconds, type StripeEvent } from './event';

const minorUnits = z.int().nonnegative();
const email = z.string().min(1).nullish();

/** The id of another object. API responses, unlike events, may contain the whole object. */
const reference = z.string().min(1).nullish().catch(null);

const invoiceSchema = z.object({
  id: z.string(),
  customer: reference,
  amount_paid: minorUnits,
  currency: z.string(),
  customer_email: email,
  billing_reason: z.string().nullish(),
  status_transitions: z.object({ paid_at: unixSeconds.nullish() }).nullish(),
  // In API versions before 2025-03-31. Later versions report them as `invoice_payment.paid`.
  payment_intent: reference,
  charge: reference,
});

const paidBySchema = z.object({
  invoice: z.string(),
  payment: z.object({ payment_intent: reference, charge: reference }),
});

const intentSchema = z.object({
  id: z.string(),
  customer: reference,
  amount_received: minorUnits,
  currency: z.string(),
  receipt_email: email,
  latest_charge: reference,
  // In older versions of the API.
  invoice: reference,
});

const chargeSchema = z.object({
  id: z.string(),
  customer: reference,
  payment_intent: reference,
  // In older versions of the API.
  invoice: reference,
  currency: z.string(),
  billing_details: z.object({ email }).nullish(),
  receipt_email: email,
});
const chargedSchema = chargeSchema.extend({
  captured: z.boolean(),
  amount: minorUnits,
  amount_captured: minorUnits.nullish(),
});
const refundedSchema = chargeSchema.extend({ amount_refunded: minorUnits });

/** The total before this refund. Needed to separate this refund from earlier refunds of the charge. */
const beforeSchema = z.object({ amount_refunded: minorUnits.optional() });

const checkoutSchema = z.object({
  id: z.string(),
  customer: reference,
  mode: z.string(),
  payment_status: z.string(),
  amount_total: minorUnits.nullish(),
  currency: z.string().nullish(),
  invoice: reference,
  payment_intent: reference,
  customer_details: z.object({ email }).nullish(),
});

const disputeSchema = z.object({
  id: z.string(),
  created: unixSeconds.nullish(),
  charge: reference,
  payment_intent: reference,
  amount: minorUnits,
  currency: z.string(),
  status: z.string(),
});

/** Readers by event type. Other event types are ignored. */
const READERS: ReadonlyMap<string, (event: StripeEvent) => ProviderPayment> = new Map([
  ['invoice.paid', readInvoice],
  ['invoice.payment_succeeded', readInvoice],
  ['invoice_payment.paid', readPaidBy],
  ['checkout.session.completed', readCheckout],
  // Payment methods that take days send `completed` first, with `payment_status` "unpaid".
  ['checkout.session.async_payment_succeeded', readCheckout],
  ['payment_intent.succeeded', readIntent],
  ['charge.succeeded', readCharge],
  // A charge that was only authorised before.
  ['charge.captured', readCharge],
  ['charge.refunded', readRefund],
  ['charge.dispute.created', readDispute],
  ['charge.dispute.funds_withdrawn', readDispute],
  ['charge.dispute.closed', readEndOfDispute],
  ['charge.dispute.funds_reinstated', readEndOfDispute],
]);

/**
 * Reads the payment of an event with a valid signature. Stripe reports one payment by several events, each with some of its
 * ids (invoice, checkout session, payment intent, charge). All ids are returned, so that the payment counts once:
 *
 * - `invoice.paid`, `invoice.payment_succeeded`: type `subscription` if a subscription billed it, otherwise `sale`. Ignores
 *   invoices of 0, such as those of a trial.
 * - `checkout.session.…`: a sale or the first payment of a subscription, if it is paid.
 * - `payment_intent.succeeded`, `charge.succeeded`, `charge.captured`: a sale of the received amount.
 * - `invoice_payment.paid`: no payment; the ids of an invoice and its payment intent.
 * - `charge.refunded`: a refund of the amount added by this event. Newer versions of Stripe's API send no refund id, so
 *   the payment id consists of the charge's id and the total refunded so far.
 * - `charge.dispute.…`: a refund of the disputed amount at the time of the dispute, which is voided if the dispute is won.
 *
 * A payment without an email address belongs to the account of its customer.
 */
export function stripePayment(event: unknown): ProviderPayment {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return { ignored: 'unreadable' };
  const read = READERS.get(parsed.data.type);
  return read ? read(parsed.data) : { ignored: 'event_type' };
}

function readInvoice({ created, data }: StripeEvent): ProviderPayment {
  const invoice = invoiceSchema.safeParse(data.object);
  if (!invoice.success) return { ignored: 'unreadable' };
  const { id, customer, amount_paid, currency, customer_email, billing_reason, status_transitions } =
    invoice.data;
  return paymentOf({
    paymentId: id,
    aliases: [invoice.data.payment_intent, invoice.data.charge],
    type: billing_reason?.startsWith('subscription') ? 'subscription' : 'sale',
    minor: amount_paid,
    currency,
    email: customer_email,
    customer,
    atMs: (status_transitions?.paid_at ?? created) * 1_000,
  });
}

function readPaidBy({ data }: StripeEvent): ProviderPayment {
  const paid = paidBySchema.safeParse(data.object);
  if (!paid.success) return { ignored: 'unreadable' };
  const { payment_intent, charge } = paid.data.payment;
  const aliasIds = [paid.data.invoice, payment_intent, charge].filter((id) => typeof id === 'string');
  return aliasIds.length > 1 ? { aliasIds } : { ignored: 'no_amount' };
}

function readCheckout({ created, data }: StripeEvent): ProviderPayment {
  const session = checkoutSchema.safeParse(data.object);
  if (!session.success) return { ignored: 'unreadable' };
  const { id, customer, mode, payment_status, amount_total, currency, invoice, payment_intent } =
    session.data;
  const isSubscription = mode === 'subscription';
  if (isSubscription && typeof invoice !== 'string') return { ignored: 'reported_by_invoice' };
  return paymentOf({
    paymentId: id,
    aliases: [invoice, payment_intent],
    type: isSubscription ? 'subscription' : 'sale',
    minor: payment_status === 'paid' ? (amount_total ?? 0) : 0,
    currency: currency ?? '',
    email: session.data.customer_details?.email,
    customer,
    atMs: created * 1_000,
  });
}

function readIntent({ created, data }: StripeEvent): ProviderPayment {
  const intent = intentSchema.safeParse(data.object);
  if (!intent.success) return { ignored: 'unreadable' };
  const { id, customer, amount_received, currency, receipt_email, latest_charge, invoice } = intent.data;
  return paymentOf({
    paymentId: id,
    aliases: [latest_charge, invoice],
    type: 'sale',
    minor: amount_received,
    currency,
    email: receipt_email,
    customer,
    atMs: created * 1_000,
  });
}

function readCharge({ created, data }: StripeEvent): ProviderPayment {
  const charge = chargedSchema.safeParse(data.object);
  if (!charge.success) return { ignored: 'unreadable' };
  const { id, customer, payment_intent, invoice, currency, billing_details, receipt_email } = charge.data;
  const { captured, amount, amount_captured } = charge.data;
  return paymentOf({
    paymentId: id,
    aliases: [payment_intent, invoice],
    type: 'sale',
    minor: captured ? (amount_captured ?? amount) : 0,
    currency,
    email: billing_details?.email ?? receipt_email,
    customer,
    atMs: created * 1_000,
  });
}

function readRefund({ created, data }: StripeEvent): ProviderPayment {
  const charge = refundedSchema.safeParse(data.object);
  const before = beforeSchema.safeParse(data.previous_attributes);
  if (!charge.success || !before.success) return { ignored: 'unreadable' };
  const { id, customer, invoice, payment_intent, amount_refunded, currency } = charge.data;
  return paymentOf({
    paymentId: `${id}-refunded-${amount_refunded}`,
    type: 'refund',
    minor: amount_refunded - (before.data.amount_refunded ?? amount_refunded),
    currency,
    email: charge.data.billing_details?.email ?? charge.data.receipt_email,
    customer,
    sibling: invoice ?? payment_intent ?? id,
    atMs: created * 1_000,
  });
}

/**
 * The refund of a dispute. Each event contains the dispute's own time and amount, so that any of them, in any order, records the
 * same refund. An inquiry (`warning_…`) withdraws no money.
 */
function readDispute({ type, created, data }: StripeEvent): ProviderPayment {
  const dispute = disputeSchema.safeParse(data.object);
  if (!dispute.success) return { ignored: 'unreadable' };
  const { id, charge, payment_intent, amount, currency, status } = dispute.data;
  const isInquiry = type !== 'charge.dispute.funds_withdrawn' && status.startsWith('warning_');
  return paymentOf({
    paymentId: id,
    type: 'refund',
    minor: isInquiry ? 0 : amount,
    currency,
    sibling: payment_intent ?? charge,
    atMs: (dispute.data.created ?? created) * 1_000,
  });
}

/** Money that was returned. A dispute that is closed otherwise is lost. */
function readEndOfDispute(event: StripeEvent): ProviderPayment {
  const dispute = disputeSchema.safeParse(event.data.object);
  if (!dispute.success) return { ignored: 'unreadable' };
  const isWon = event.type === 'charge.dispute.funds_reinstated' || dispute.data.status === 'won';
  return isWon ? { aliasIds: [dispute.data.id], voided: true } : readDispute(event);
}
