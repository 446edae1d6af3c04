import { stripeAmount } from './stripe-amount';
import { stripePayment } from './stripe-payment';

const invoice = {
  id: 'in_1',
  amount_paid: 4_990,
  currency: 'eur',
  customer_email: 'ada@example.com',
  billing_reason: 'subscription_cycle',
  status_transitions: { paid_at: 1_793_534_400 },
};
const charge = {
  id: 'ch_1',
  amount_refunded: 2_500,
  currency: 'usd',
  billing_details: { email: 'ada@example.com' },
  receipt_email: 'other@example.com',
};
const NO_ADDRESS = { billing_details: { email: null }, receipt_email: null };
const paid = (change: object = {}) =>
  stripePayment({
    type: 'invoice.paid',
    created: 1_793_534_401,
    data: { object: { ...invoice, ...change } },
  });
const refunded = (change: object = {}, before: object | null = { amount_refunded: 0 }) =>
  stripePayment({
    type: 'charge.refunded',
    created: 1_793_534_401,
    data: { object: { ...charge, ...change }, ...(before ? { previous_attributes: before } : {}) },
  });
const checkedOut = (change: object = {}, type = 'checkout.session.completed') =>
  stripePayment({
    type,
    created: 1_793_534_401,
    data: {
      object: {
        id: 'cs_1',
        mode: 'payment',
        payment_status: 'paid',
        amount_total: 1_234,
        currency: 'eur',
        invoice: null,
        customer_details: { email: 'ada@example.com' },
        ...change,
      },
    },
  });

describe('what an event of Stripe records', () => {
  it('is a subscription of the sum, the time and the id of a paid invoice', () => {
    expect(paid()).toEqual({
      payment: {
        paymentId: 'in_1',
        email: 'ada@example.com',
        amount: '49.9',
        currency: 'EUR',
        type: 'subscription',
        occurredAt: '2026-11-01T12:00:00.000Z',
      },
    });
  });

  it('is a sale when no subscription billed the invoice, at the time of the event when it tells none', () => {
    expect(paid({ billing_reason: 'manual', status_transitions: null })).toMatchObject({
      payment: { type: 'sale', occurredAt: '2026-11-01T12:00:01.000Z' },
    });
  });

  it('is a sale of a paid checkout, at once or when the money comes later', () => {
    const sale = {
      payment: {
        paymentId: 'cs_1',
        email: 'ada@example.com',
        amount: '12.34',
        currency: 'EUR',
        type: 'sale',
        occurredAt: '2026-11-01T12:00:01.000Z',
      },
    };
    expect(checkedOut()).toEqual(sale);
    expect(checkedOut({}, 'checkout.session.async_payment_succeeded')).toEqual(sale);
  });

  it('is what this refund gave back, under an id of its own for each refund of a charge', () => {
    expect(refunded({ amount_refunded: 1_000 }, { amount_refunded: 0 })).toMatchObject({
      payment: { paymentId: 'ch_1-refunded-1000', amount: '10', currency: 'USD', type: 'refund' },
    });
    expect(refunded({}, { amount_refunded: 1_000 })).toMatchObject({
      payment: { paymentId: 'ch_1-refunded-2500', amount: '15', email: 'ada@example.com' },
    });
  });

  it('takes the address of the receipt for want of one of the card', () => {
    expect(refunded({ billing_details: { email: null } })).toMatchObject({
      payment: { email: 'other@example.com' },
    });
  });

  it.each([
    ['an invoice', paid({ customer: 'cus_1', customer_email: null }), { customerId: 'cus_1' }],
    ['a checkout', checkedOut({ customer: 'cus_1', customer_details: null }), { customerId: 'cus_1' }],
    ['a refund', refunded({ customer: 'cus_1', ...NO_ADDRESS }), { customerId: 'cus_1' }],
    [
      'a refund of an invoice',
      refunded({ customer: 'cus_1', invoice: 'in_1', ...NO_ADDRESS }),
      { customerId: 'cus_1', siblingPaymentId: 'in_1' },
    ],
    [
      'a refund with an address',
      refunded({ customer: 'cus_1', invoice: 'in_1' }),
      { email: 'ada@example.com' },
    ],
  ])('is of the customer of %s, where no address is told', (_what, told, payer) => {
    const { email, customerId, siblingPaymentId } = 'payment' in told ? told.payment : {};
    expect({ email, customerId, siblingPaymentId }).toEqual({
      email: undefined,
      customerId: undefined,
      siblingPaymentId: undefined,
      ...payer,
    });
  });

  it.each([
    ['an invoice of nothing', paid({ amount_paid: 0 }), 'no_amount'],
    ['an invoice without an address', paid({ customer_email: null }), 'no_email'],
    ['a refund of nobody', refunded({ customer: { id: 'cus_1' }, ...NO_ADDRESS }), 'no_email'],
    ['an invoice of half a cent', paid({ amount_paid: 0.5 }), 'unreadable'],
    ['an invoice without an id', paid({ id: undefined }), 'unreadable'],
    ['a refund that gave nothing back', refunded({}, { amount_refunded: 2_500 }), 'no_amount'],
    [
      'a change of a refunded charge that gave nothing back',
      refunded({}, { receipt_url: null }),
      'no_amount',
    ],
    ['a refund that does not tell what was refunded before', refunded({}, null), 'unreadable'],
    ['a checkout whose money is not there yet', checkedOut({ payment_status: 'unpaid' }), 'no_amount'],
    ['a checkout of a subscription, which has invoices', checkedOut({ mode: 'subscription' }), 'invoiced'],
    ['a checkout with an invoice', checkedOut({ invoice: 'in_1' }), 'invoiced'],
    [
      'a subscription',
      stripePayment({ type: 'customer.subscription.updated', created: 1, data: {} }),
      'event_type',
    ],
    ['no event', stripePayment('constructor'), 'unreadable'],
  ])('is nothing for %s', (_what, told, ignored) => {
    expect(told).toEqual({ ignored });
  });
});

it.each([
  [4_900, 'EUR', '49'],
  [4_905, 'EUR', '49.05'],
  [5, 'EUR', '0.05'],
  [500, 'JPY', '500'],
  [1_500, 'KWD', '1.5'],
  [5, 'KWD', '0.005'],
  [50_000, 'ISK', '500'],
  [50_000, 'UGX', '500'],
  [500, 'MGA', '500'],
  [999_999_999_999, 'USD', '9999999999.99'],
])('reads %d smallest units of %s as %s', (minor, currency, amount) => {
  expect(stripeAmount(minor, currency)).toBe(amount);
});
