import { stripeVisitor } from './visitor';

const of = (object: object) => stripeVisitor({ type: 'any', created: 1, data: { object } });
const REF = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const metadata = { headwater_ref: 'v1' };

describe('stripeVisitor', () => {
  it.each([
    [
      'a session',
      { client_reference_id: REF, customer_details: { email: 'a@b.c' } },
      REF,
      { email: 'a@b.c' },
    ],
    [
      'a session with metadata',
      { client_reference_id: REF, metadata, customer: 'cus_1' },
      'v1',
      { customerId: 'cus_1' },
    ],
    ['a payment intent', { metadata, customer: 'cus_1', receipt_email: null }, 'v1', { customerId: 'cus_1' }],
    ['a subscription', { id: 'sub_1', metadata, customer: 'cus_1' }, 'v1', { customerId: 'cus_1' }],
    ['a customer', { id: 'cus_1', object: 'customer', metadata, email: 'a@b.c' }, 'v1', { email: 'a@b.c' }],
    [
      'a customer without email',
      { id: 'cus_1', object: 'customer', metadata, email: null },
      'v1',
      { customerId: 'cus_1' },
    ],
    ['an invoice', { subscription_details: { metadata }, customer_email: 'a@b.c' }, 'v1', { email: 'a@b.c' }],
    [
      'a newer invoice',
      { parent: { subscription_details: { metadata } }, customer: 'cus_1' },
      'v1',
      { customerId: 'cus_1' },
    ],
  ])('reads the visitor of %s', (_name, object, anonymousId, payer) => {
    expect(of(object)).toEqual({ anonymousId, atMs: 1_000, ...payer });
  });

  it.each([
    ['no id', { customer: 'cus_1' }],
    ["the customer's own id", { client_reference_id: 'user_7', customer: 'cus_1' }],
    ['no address and no customer', { metadata }],
    ['other metadata', { metadata: { headwater_ref: 7 }, customer: 'cus_1' }],
  ])('finds no visitor: %s', (_name, object) => {
    expect(of(object)).toBeUndefined();
  });
});
