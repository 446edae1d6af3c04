import type { ProviderAdapter } from '../provider';
import { TOLERANCE_SECONDS, isRecent, type SignatureHeaders, type SignedRequest } from '../signature';
import { stripeBilling } from './billing';
import { stripePayment } from './payment';
import { stripeVisitor } from './visitor';

const STRIPE_SIGNATURE = 'Stripe-Signature';

/** A timestamp and at least one signature of Stripe's current scheme, v1. */
const SIGNATURE = /^t=\d{1,12}(?:,v\d+=[0-9a-f]{1,128})*,v1=[0-9a-f]{64}(?:,v\d+=[0-9a-f]{1,128})*$/;

function hasStripeForm({ [STRIPE_SIGNATURE]: signature = '' }: SignatureHeaders): boolean {
  return SIGNATURE.test(signature);
}

/**
 * The event of a webhook that Stripe signed at most 5 minutes ago, or ahead by the clock of Stripe; otherwise undefined. Stripe's error
 * is omitted: it contains the body with email addresses.
 */
async function verifyStripe({ bytes, headers, secret, now }: SignedRequest): Promise<unknown> {
  // Loaded by the first webhook: most gateways receive none, and the package needs 17 MB of memory.
  const { default: Stripe } = await import('stripe');
  const { [STRIPE_SIGNATURE]: signature = '' } = headers;
  // Stripe's library only refuses old timestamps.
  if (!isRecent(/^t=(\d+)/.exec(signature)?.[1], now)) return undefined;
  try {
    return Stripe.webhooks.constructEvent(bytes, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    return undefined;
  }
}

const EVENT = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } };

const DESCRIPTION =
  'Records payments, refunds, disputes, customers and subscriptions. Ignores all other events. Enable these events for your ' +
  'Stripe endpoint:\n\n' +
  '- `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `invoice.paid` and `payment_intent.succeeded`: ' +
  'payments. `invoice.payment_succeeded`, `charge.succeeded` and `charge.captured` work too.\n' +
  '- `invoice_payment.paid`: which payment intent paid an invoice. Required with `payment_intent.succeeded` or ' +
  '`charge.succeeded` if your Stripe API version is 2025-03-31 or later.\n' +
  '- `charge.refunded`: refunds.\n' +
  '- `charge.dispute.created`, `charge.dispute.closed`, `charge.dispute.funds_withdrawn` and ' +
  '`charge.dispute.funds_reinstated`: a dispute counts as a refund, unless it is won.\n' +
  '- `customer.created` and `customer.updated`: link a Stripe customer to an account. Paid invoices and completed ' +
  'checkouts link it too.\n' +
  '- `customer.subscription.created`, `.updated` and `.deleted`: set `mrr` and `plan` of the account, as soon as the ' +
  'customer is linked to it.\n\n' +
  'Events may arrive late, twice and in any order. A payment counts once, although Stripe reports it by several events. ' +
  'Without an email address, it belongs to its Stripe customer.\n\n' +
  'The metadata `headwater_ref` of a session, payment intent or subscription links the visitor with that id to the account. The ' +
  'value of `window.headwater.ref` as `client_reference_id` does the same. Both count with a payment of more than 0. For free orders ' +
  'and trials, call identify.\n\n' +
  'The MRR of an account is the sum of its `active` and `past_due` subscriptions: unit price × quantity. A year has 12 ' +
  'months, 52 weeks and 365 days. Trials, metered and tiered prices, discounts and taxes are excluded. MRR is 0 once all ' +
  "subscriptions are canceled; `plan` is kept. `plan` is the nickname, lookup key or id of the largest subscription's " +
  'price. With several currencies, MRR uses that of the latest change. The last update wins: an identify with `mrr` or ' +
  '`plan`, or a changed subscription.';

export const STRIPE: ProviderAdapter = {
  name: 'stripe',
  label: 'Stripe',
  signatureHeaders: [STRIPE_SIGNATURE],
  secret: { pattern: /^whsec_[A-Za-z0-9+/=_-]{8,250}$/, description: 'starts with whsec_' },
  maxAge: '5 minutes',
  description: DESCRIPTION,
  example: {
    event: EVENT,
    headers: [
      `Stripe-Signature: t=$NOW,v1=$(printf '%s.%s' "$NOW" '${JSON.stringify(EVENT)}' | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d ' ' -f 1)`,
    ],
  },
  hasSignatureForm: hasStripeForm,
  verify: verifyStripe,
  typeOf: (event) => (event as { readonly type?: unknown } | null)?.type,
  read: (event) => ({
    payment: stripePayment(event),
    billing: stripeBilling(event),
    visitor: stripeVisitor(event),
  }),
};
