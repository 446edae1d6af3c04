import { stripeVisitor } from './visitor';

const of = (object: object) => stripeVisitor({ type: 'any', created: 1, data: { object } });
const REF = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const metadata = { headwater_ref: 'v1' };

const session = { object: 'checkout.session', payment_status: 'paid' };
const payer = { customer: 'cus_1' };

describe('stripeVisitor', () => {
  it.each([
    [
      'a session',
      { ...session, client_reference_id: REF, customer_details: { email: 'a@b.c' } },
      REF,
      { email: 'a@b.c' },
    ],
    [
      'a session without a payment',
      { ...session, payment_status: 'no_payment_required', client_reference_id: REF, metadata, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
    [
      'a payment intent',
      { object: 'payment_intent', status: 'succeeded', metadata, ...payer, receipt_email: null },
      'v1',
      { customerId: 'cus_1' },
    ],
    [
      'a charge',
      { object: 'charge', status: 'succeeded', metadata, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
    [
      'a subscription',
      { id: 'sub_1', object: 'subscription', status: 'trialing', metadata, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
    ['a customer', { id: 'cus_1', object: 'customer', metadata, email: 'a@b.c' }, 'v1', { email: 'a@b.c' }],
    [
      'a customer without email',
      { id: 'cus_1', object: 'customer', metadata, email: null },
      'v1',
      { customerId: 'cus_1' },
    ],
    [
      'an invoice',
      { object: 'invoice', status: 'paid', subscription_details: { metadata }, customer_email: 'a@b.c' },
      'v1',
      { email: 'a@b.c' },
    ],
    [
      'a newer invoice',
      { object: 'invoice', status: 'paid', parent: { subscription_details: { metadata } }, ...payer },
      'v1',
      { customerId: 'cus_1' },
    ],
  ])('reads the visitor of %s', (_name, object, anonymousId, found) => {
    expect(of(object)).toEqual({ anonymousId, atMs: 1_000, ...found });
  });

  it.each([
    ['no id', { ...session, ...payer }],
    ["the customer's own id", { ...session, client_reference_id: 'user_7', ...payer }],
    ['no address and no customer', { ...session, metadata }],
    ['other metadata', { ...session, metadata: { headwater_ref: 7 }, ...payer }],
    ['an unpaid session', { ...session, payment_status: 'unpaid', metadata, ...payer }],
    [
      'an expired session',
      { object: 'checkout.session', status: 'expired', payment_status: 'unpaid', metadata, ...payer },
    ],
    [
      'a payment that failed',
      { object: 'payment_intent', status: 'requires_payment_method', metadata, ...payer },
    ],
    ['a charge that failed', { object: 'charge', status: 'failed', metadata, ...payer }],
    ['an open invoice', { object: 'invoice', status: 'open', metadata, ...payer }],
    [
      'a subscription without a first payment',
      { object: 'subscription', status: 'incomplete', metadata, ...payer },
    ],
    ['an object of another kind', { object: 'setup_intent', status: 'succeeded', metadata, ...payer }],
    ['an object without a kind', { metadata, ...payer }],
  ])('finds no visitor: %s', (_name, object) => {
    expect(of(object)).toBeUndefined();
  });
});
