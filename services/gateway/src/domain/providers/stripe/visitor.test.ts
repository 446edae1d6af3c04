import { stripeVisitor } from './visitor';

const of = (type: string, object: object) => stripeVisitor({ type, created: 1, data: { object } });
const REF = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const metadata = { headwater_ref: 'v1' };
const payer = { customer: 'cus_1' };

const COMPLETED = 'checkout.session.completed';
const session = {
  ...{ object: 'checkout.session', status: 'complete', payment_status: 'paid', amount_total: 100 },
};
const invoice = { object: 'invoice', status: 'paid', amount_paid: 100 };
const intent = { object: 'payment_intent', status: 'succeeded', amount_received: 100, metadata, ...payer };
const charge = {
  ...{ object: 'charge', status: 'succeeded', captured: true, amount: 100, metadata },
  billing_details: { email: 'a@b.c' },
};

describe('stripeVisitor', () => {
  it.each([
    [
      COMPLETED,
      { ...session, client_reference_id: REF, customer_details: { email: 'a@b.c' } },
      REF,
      { email: 'a@b.c' },
    ],
    [
      'checkout.session.async_payment_succeeded',
      { ...session, client_reference_id: REF, metadata, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
    ['payment_intent.succeeded', { ...intent, receipt_email: null }, 'v1', { customerId: 'cus_1' }],
    ['charge.succeeded', charge, 'v1', { email: 'a@b.c' }],
    ['charge.captured', { ...charge, amount_captured: 50 }, 'v1', { email: 'a@b.c' }],
    [
      'invoice.paid',
      { ...invoice, subscription_details: { metadata }, customer_email: 'a@b.c' },
      'v1',
      { email: 'a@b.c' },
    ],
    [
      'invoice.payment_succeeded',
      { ...invoice, parent: { subscription_details: { metadata } }, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
  ])('reads the visitor of %s', (type, object, anonymousId, found) => {
    expect(of(type, object)).toEqual({ anonymousId, atMs: 1_000, ...found });
  });

  it.each([
    ['no id', COMPLETED, { ...session, ...payer }],
    ["the customer's own id", COMPLETED, { ...session, client_reference_id: 'user_7', ...payer }],
    ['no address and no customer', COMPLETED, { ...session, metadata }],
    ['other metadata', COMPLETED, { ...session, metadata: { headwater_ref: 7 }, ...payer }],
    ['an unpaid session', COMPLETED, { ...session, payment_status: 'unpaid', metadata, ...payer }],
    ['a session of 0', COMPLETED, { ...session, amount_total: 0, metadata, ...payer }],
    [
      'a session without a payment',
      COMPLETED,
      { ...session, payment_status: 'no_payment_required', amount_total: 0, metadata, ...payer },
    ],
    [
      'a session without a payment, with an amount',
      COMPLETED,
      { ...session, payment_status: 'no_payment_required', metadata, ...payer },
    ],
    ['a session that is not complete', COMPLETED, { ...session, status: 'expired', metadata, ...payer }],
    [
      'an expired session',
      'checkout.session.expired',
      {
        ...{ ...session, mode: 'setup', status: 'expired', payment_status: 'no_payment_required' },
        ...{ metadata, ...payer },
      },
    ],
    [
      'an event of another type with a paid object',
      'checkout.session.expired',
      { ...session, metadata, ...payer },
    ],
    ['a payment intent that received nothing', 'payment_intent.succeeded', { ...intent, amount_received: 0 }],
    ['a payment that failed', 'payment_intent.payment_failed', intent],
    ['a charge that is not captured', 'charge.succeeded', { ...charge, captured: false }],
    ['an invoice of 0', 'invoice.paid', { ...invoice, amount_paid: 0, metadata, ...payer }],
    ['an invoice without an amount', 'invoice.paid', { object: 'invoice', metadata, ...payer }],
    ['a refund', 'charge.refunded', charge],
    [
      'a subscription',
      'customer.subscription.created',
      { id: 'sub_1', object: 'subscription', status: 'active', metadata, ...payer },
    ],
    ['a customer', 'customer.updated', { id: 'cus_1', object: 'customer', metadata, email: 'a@b.c' }],
    ...['__proto__', '__defineGetter__', 'constructor', 'toString', 'valueOf'].flatMap(
      (name): [string, string, object][] => [
        [`an event of the type ${name}`, name, { ...session, metadata, ...payer }],
        [`an object of the kind ${name}`, COMPLETED, { object: name, metadata, ...payer }],
      ],
    ),
  ] as [string, string, object][])('finds no visitor: %s', (_name, type, object) => {
    expect(of(type, object)).toBeUndefined();
  });
});
