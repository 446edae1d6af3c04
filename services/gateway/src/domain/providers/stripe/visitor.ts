import { z } from 'zod';
import type { ProviderVisitor } from '../provider';
import { stripeEventSchema } from './event';

const text = z.string().min(1).max(320).nullish().catch(null);
const metadata = z.object({ headwater_ref: text }).nullish().catch(null);
const withEmail = z.object({ email: text }).nullish().catch(null);
const withMetadata = z.object({ metadata }).nullish().catch(null);

const objectSchema = z.object({
  id: text,
  object: text,
  customer: text,
  metadata,
  status: text,
  payment_status: text,
  client_reference_id: text,
  // Of an invoice: a copy of the subscription's metadata. API versions since 2025-03-31 have it in `parent`.
  subscription_details: withMetadata,
  parent: z.object({ subscription_details: withMetadata }).nullish().catch(null),
  customer_details: withEmail,
  customer_email: text,
  billing_details: withEmail,
  receipt_email: text,
  email: text,
});

/** Visitor ids of the browser script. Customers also use `client_reference_id` for their own ids. */
const SCRIPT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether an object shows that its customer has paid, or agreed to pay. Anyone can begin a payment with the email address of another
 * person: it must not decide that person's channel. Customers have an address and metadata of the workspace's own server.
 */
const IS_CONFIRMED: Readonly<Record<string, (object: z.infer<typeof objectSchema>) => boolean>> = {
  customer: () => true,
  'checkout.session': ({ payment_status }) =>
    payment_status === 'paid' || payment_status === 'no_payment_required',
  payment_intent: ({ status }) => status === 'succeeded',
  charge: ({ status }) => status === 'succeeded',
  invoice: ({ status }) => status === 'paid',
  subscription: ({ status }) => typeof status === 'string' && !status.startsWith('incomplete'),
};

/**
 * The visitor in the metadata `headwater_ref` of the event's object, or in `client_reference_id` if that is an id of the
 * browser script. Undefined without one of them, without an email address and a customer, and before a payment.
 */
export function stripeVisitor(event: unknown): ProviderVisitor | undefined {
  const parsed = stripeEventSchema.safeParse(event);
  if (!parsed.success) return undefined;
  const { created, data } = parsed.data;
  const read = objectSchema.safeParse(data.object);
  if (!read.success) return undefined;
  const object = read.data;
  if (!IS_CONFIRMED[object.object ?? '']?.(object)) return undefined;
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
    object.receipt_email ??
    object.email;
  const customerId = object.object === 'customer' ? object.id : object.customer;
  if (typeof anonymousId !== 'string') return undefined;
  const visitor = { anonymousId, atMs: created * 1_000 };
  if (typeof email === 'string') return { ...visitor, email };
  return typeof customerId === 'string' ? { ...visitor, customerId } : undefined;
}
