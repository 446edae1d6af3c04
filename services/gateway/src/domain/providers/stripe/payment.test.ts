import { majorUnits } from '../payment';
import { stripePayment } from './payment';

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

const eventOf = (type: string, object: object) =>
  stripePayment({ type, created: 1_793_534_401, data: { object } });
const charged = (change: object = {}) =>
  eventOf('charge.succeeded', {
    ...charge,
    payment_intent: 'pi_1',
    amount: 4_990,
    amount_captured: 4_990,
    captured: true,
    ...change,
  });
const disputed = (event: string, change: object = {}) =>
  eventOf(`charge.dispute.${event}`, {
    id: 'dp_1',
    created: 1_793_530_000,
    charge: 'ch_1',
    payment_intent: 'pi_1',
    amount: 4_990,
    currency: 'eur',
    status: 'needs_response',
    ...change,
  });
const paidBy = (payment: object) =>
  eventOf('invoice_payment.paid', { id: 'inpay_1', invoice: 'in_1', payment });

describe('stripePayment', () => {
  it('returns all ids of a payment, so that it counts once', () => {
    const intent = { id: 'pi_1', amount_received: 4_990, currency: 'eur', customer: null };
    expect([
      checkedOut({ payment_intent: 'pi_1' }),
      checkedOut({ mode: 'subscription', invoice: 'in_1' }),
      paid({ payment_intent: 'pi_1', charge: 'ch_1' }),
      eventOf('invoice.payment_succeeded', invoice),
      eventOf('payment_intent.succeeded', { ...intent, latest_charge: 'ch_1' }),
      charged(),
      paidBy({ type: 'payment_intent', payment_intent: 'pi_1' }),
    ]).toMatchObject([
      { payment: { type: 'sale' }, aliasIds: ['cs_1', 'pi_1'] },
      { payment: { type: 'subscription' }, aliasIds: ['cs_1', 'in_1'] },
      { payment: { type: 'subscription' }, aliasIds: ['in_1', 'pi_1', 'ch_1'] },
      { payment: { type: 'subscription' }, aliasIds: ['in_1'] },
      { payment: { type: 'sale', amount: '49.9', customerId: 'pi_1' }, aliasIds: ['pi_1', 'ch_1'] },
      { payment: { type: 'sale', amount: '49.9', email: 'ada@example.com' }, aliasIds: ['ch_1', 'pi_1'] },
      { aliasIds: ['in_1', 'pi_1'] },
    ]);
  });

  it('reads a dispute as a refund, which a won dispute voids', () => {
    const refund = {
      payment: { paymentId: 'dp_1', type: 'refund', amount: '49.9', siblingPaymentId: 'pi_1' },
      aliasIds: ['dp_1'],
    };
    expect(disputed('created')).toMatchObject(refund);
    expect(disputed('funds_withdrawn')).toMatchObject(refund);
    const voided = { aliasIds: ['dp_1'], voided: true };
    expect(disputed('closed', { status: 'won' })).toEqual(voided);
    expect(disputed('funds_reinstated')).toEqual(voided);
  });

  it.each([
    ['created', { status: 'needs_response' }],
    ['created', { status: 'lost' }],
    ['funds_withdrawn', { status: 'needs_response' }],
    ['closed', { status: 'lost' }],
  ])('reads the same refund from each event of a dispute that is not won: %s %j', (event, change) => {
    expect(disputed(event, change)).toEqual({
      payment: {
        paymentId: 'dp_1',
        customerId: 'pi_1',
        siblingPaymentId: 'pi_1',
        amount: '49.9',
        currency: 'EUR',
        type: 'refund',
        occurredAt: '2026-11-01T10:46:40.000Z',
      },
      aliasIds: ['dp_1'],
    });
  });

  it('reads a paid invoice as a subscription payment with its amount, time and id', () => {
    expect(paid()).toEqual({
      payment: {
        paymentId: 'in_1',
        email: 'ada@example.com',
        amount: '49.9',
        currency: 'EUR',
        type: 'subscription',
        occurredAt: '2026-11-01T12:00:00.000Z',
      },
      aliasIds: ['in_1'],
    });
  });

  it('reads an invoice without a subscription as a sale, at the time of the event if it has no payment time', () => {
    expect(paid({ billing_reason: 'manual', status_transitions: null })).toMatchObject({
      payment: { type: 'sale', occurredAt: '2026-11-01T12:00:01.000Z' },
    });
  });

  it('reads a checkout as a sale, whether it is paid immediately or later', () => {
    const sale = {
      payment: {
        paymentId: 'cs_1',
        email: 'ada@example.com',
        amount: '12.34',
        currency: 'EUR',
        type: 'sale',
        occurredAt: '2026-11-01T12:00:01.000Z',
      },
      aliasIds: ['cs_1'],
    };
    expect(checkedOut()).toEqual(sale);
    expect(checkedOut({}, 'checkout.session.async_payment_succeeded')).toEqual(sale);
  });

  it('reads the amount of each refund of a charge, with a payment id per refund', () => {
    expect(refunded({ amount_refunded: 1_000 }, { amount_refunded: 0 })).toMatchObject({
      payment: { paymentId: 'ch_1-refunded-1000', amount: '10', currency: 'USD', type: 'refund' },
    });
    expect(refunded({}, { amount_refunded: 1_000 })).toMatchObject({
      payment: { paymentId: 'ch_1-refunded-2500', amount: '15', email: 'ada@example.com' },
    });
  });

  it('uses the receipt address if the card has no address', () => {
    expect(refunded({ billing_details: { email: null } })).toMatchObject({
      payment: { email: 'other@example.com' },
    });
  });

  it.each([
    ['an invoice', paid({ customer: 'cus_1', customer_email: null }), { customerId: 'cus_1' }],
    ['a checkout', checkedOut({ customer: 'cus_1', customer_details: null }), { customerId: 'cus_1' }],
    [
      'a refund',
      refunded({ customer: 'cus_1', ...NO_ADDRESS }),
      { customerId: 'cus_1', siblingPaymentId: 'ch_1' },
    ],
    [
      'a refund of a guest',
      refunded({ payment_intent: 'pi_1', ...NO_ADDRESS }),
      { customerId: 'pi_1', siblingPaymentId: 'pi_1' },
    ],
    ['an invoice of a guest', paid({ customer_email: null }), { customerId: 'in_1' }],
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
  ])('uses the customer of %s without an address', (_case, result, payer) => {
    const { email, customerId, siblingPaymentId } = ('payment' in result && result.payment) || {};
    expect({ email, customerId, siblingPaymentId }).toEqual({
      email: undefined,
      customerId: undefined,
      siblingPaymentId: undefined,
      ...payer,
    });
  });

  it.each([
    ['an invoice of nothing', paid({ amount_paid: 0 }), 'no_amount'],
    ['an invoice of half a cent', paid({ amount_paid: 0.5 }), 'unreadable'],
    ['an invoice without an id', paid({ id: undefined }), 'unreadable'],
    ['a refund of 0', refunded({}, { amount_refunded: 2_500 }), 'no_amount'],
    ['a change of a refunded charge without a refund', refunded({}, { receipt_url: null }), 'no_amount'],
    ['a refund without the earlier total', refunded({}, null), 'unreadable'],
    ['an unpaid checkout', checkedOut({ payment_status: 'unpaid' }), 'no_amount'],
    [
      'a checkout of a subscription, which has invoices',
      checkedOut({ mode: 'subscription' }),
      'reported_by_invoice',
    ],
    ['an authorised charge', charged({ captured: false }), 'no_amount'],
    ['an inquiry', disputed('created', { status: 'warning_needs_response' }), 'no_amount'],
    ['an inquiry that is closed', disputed('closed', { status: 'warning_closed' }), 'no_amount'],
    ['an invoice paid outside Stripe', paidBy({ type: 'out_of_band' }), 'no_amount'],
    ['a charge without an id', charged({ id: undefined }), 'unreadable'],
    ['a dispute without a status', disputed('closed', { status: undefined }), 'unreadable'],
    [
      'a subscription',
      stripePayment({ type: 'customer.subscription.updated', created: 1, data: {} }),
      'event_type',
    ],
    ['no event', stripePayment('constructor'), 'unreadable'],
  ])('ignores %s', (_case, result, ignored) => {
    expect(result).toEqual({ ignored });
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
])('converts %d smallest units of %s to %s', (minor, currency, amount) => {
  expect(majorUnits(minor, currency)).toBe(amount);
});
