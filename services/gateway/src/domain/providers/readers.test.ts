import { LEMON_SQUEEZY } from './lemon-squeezy';
import { PADDLE } from './paddle';
import { POLAR } from './polar';

const AT = '2026-11-24T09:30:00.123456Z';
const AT_MS = Date.parse(AT);

const paddle = (event_type: string, data: object) => PADDLE.read({ event_type, occurred_at: AT, data });
const adjustment = (change: object) =>
  paddle('adjustment.updated', {
    ...{ id: 'adj_1', action: 'refund', status: 'approved', transaction_id: 'txn_1', customer_id: 'ctm_1' },
    ...{ currency_code: 'USD', created_at: AT, totals: { total: '150' } },
    ...change,
  });
const paddlePrice = (interval: string, frequency: number, amount: string) => ({
  ...{ id: 'pri_1', name: null, description: 'per seat', unit_price: { amount, currency_code: 'USD' } },
  billing_cycle: { interval, frequency },
});
const paddleSubscription = (change: object) =>
  paddle('subscription.updated', {
    ...{ id: 'sub_1', customer_id: 'ctm_1', status: 'active', currency_code: 'USD', updated_at: AT },
    items: [{ quantity: 2, price: paddlePrice('year', 1, '12000'), product: { name: 'Pro' } }],
    ...change,
  });

describe('Paddle', () => {
  it('reads a transaction with its tax for its customer, and links the visitor', () => {
    const transaction = {
      ...{ id: 'txn_1', customer_id: 'ctm_1', subscription_id: 'sub_1', currency_code: 'JPY' },
      ...{ billed_at: AT, created_at: AT, details: { totals: { grand_total: '5000' } } },
      custom_data: { headwater_ref: 'v1', other: 7 },
    };
    expect(paddle('transaction.completed', transaction)).toEqual({
      payment: {
        payment: {
          ...{ paymentId: 'txn_1', customerId: 'ctm_1', amount: '5000', currency: 'JPY' },
          ...{ type: 'subscription', occurredAt: '2026-11-24T09:30:00.123Z' },
        },
        aliasIds: ['txn_1'],
      },
      visitor: { anonymousId: 'v1', atMs: AT_MS, customerId: 'ctm_1' },
    });
    const free = { ...transaction, details: { totals: { grand_total: '0' } } };
    expect(paddle('transaction.completed', free)).toEqual({
      payment: { ignored: 'no_amount' },
      visitor: undefined,
    });
  });

  it('links no visitor of a customer or a subscription, which may cost nothing', () => {
    const custom_data = { headwater_ref: 'v1' };
    expect(paddle('customer.created', { id: 'ctm_1', email: 'ada@example.com', custom_data })).toEqual({
      billing: { billing: { customerId: 'ctm_1', email: 'ada@example.com', atMs: AT_MS } },
    });
    for (const status of ['active', 'trialing'])
      expect(paddleSubscription({ status, custom_data }).visitor).toBeUndefined();
  });

  it('reads approved refunds and chargebacks, and the reversal of a chargeback', () => {
    const refund = { type: 'refund', amount: '1.5', customerId: 'ctm_1', siblingPaymentId: 'txn_1' };
    expect(adjustment({})).toMatchObject({ payment: { payment: { paymentId: 'adj_1', ...refund } } });
    expect(adjustment({ action: 'chargeback' })).toMatchObject({
      payment: { payment: { paymentId: 'txn_1-chargeback', ...refund } },
    });
    const voided = { payment: { aliasIds: ['txn_1-chargeback'], voided: true } };
    expect(adjustment({ action: 'chargeback_reverse', id: 'adj_2' })).toEqual(voided);
    expect(adjustment({ action: 'chargeback', status: 'reversed' })).toEqual(voided);
    for (const change of [
      { status: 'pending_approval' },
      { status: 'rejected' },
      { action: 'credit' },
      { action: 'chargeback_warning' },
    ])
      expect(adjustment(change)).toEqual({ payment: { ignored: 'no_amount' } });
  });

  it('reads the MRR and the plan of a subscription, ordered by its last change', () => {
    const subscription = { subscriptionId: 'sub_1', eventId: AT, mrr: '20', currency: 'USD', plan: 'Pro' };
    expect(paddleSubscription({})).toEqual({
      billing: { billing: { customerId: 'ctm_1', atMs: AT_MS, subscription } },
    });
    const items = [{ quantity: 1, price: paddlePrice('month', 3, '3000') }];
    expect(paddleSubscription({ items })).toMatchObject({
      billing: { billing: { subscription: { mrr: '10', plan: 'per seat' } } },
    });
    for (const status of ['trialing', 'paused', 'canceled'])
      expect(paddleSubscription({ status })).toMatchObject({
        billing: { billing: { subscription: { mrr: '0' } } },
      });
  });
});

const order = { status: 'paid', total: 1_199, currency: 'EUR', created_at: AT };
const squeezed = (event_name: string, attributes: object, custom_data?: object) =>
  LEMON_SQUEEZY.read({
    meta: { event_name, custom_data },
    data: {
      type: 'any',
      id: '7',
      attributes: { customer_id: 2, user_email: 'ada@example.com', updated_at: AT, ...attributes },
    },
  });

describe('Lemon Squeezy', () => {
  it('reads an order with its customer and visitor', () => {
    expect(squeezed('order_created', order, { headwater_ref: 'v1' })).toEqual({
      payment: {
        payment: {
          ...{ paymentId: 'lemon-squeezy-order-7', email: 'ada@example.com', amount: '11.99' },
          ...{ currency: 'EUR', type: 'sale', occurredAt: '2026-11-24T09:30:00.123Z' },
        },
        aliasIds: ['lemon-squeezy-order-7'],
      },
      billing: {
        billing: { customerId: 'lemon-squeezy-customer-2', email: 'ada@example.com', atMs: AT_MS },
      },
      visitor: { anonymousId: 'v1', email: 'ada@example.com', atMs: AT_MS },
    });
    for (const change of [{ status: 'pending' }, { total: 0 }])
      expect(squeezed('order_created', { ...order, ...change }, { headwater_ref: 'v1' })).toMatchObject({
        payment: { ignored: 'no_amount' },
        visitor: undefined,
      });
  });

  it('reads the visitor of a further payment, but not of a refund or a subscription', () => {
    const custom = { headwater_ref: 'v1' };
    const renewal = { ...order, billing_reason: 'renewal' };
    expect(squeezed('subscription_payment_success', renewal, custom).visitor).toMatchObject({
      anonymousId: 'v1',
    });
    const refunded = { ...order, status: 'refunded', refunded_amount: 1_199, refunded_at: AT };
    expect(squeezed('order_refunded', refunded, custom).visitor).toBeUndefined();
    for (const status of ['on_trial', 'active'])
      expect(squeezed('subscription_created', { status }, custom).visitor).toBeUndefined();
  });

  it('reads the sum of all refunds of an order', () => {
    const refunded = { ...order, status: 'partial_refund', refunded_amount: 500, refunded_at: AT };
    expect(squeezed('order_refunded', refunded).payment).toMatchObject({
      payment: { paymentId: 'lemon-squeezy-order-7-refunded', amount: '5', type: 'refund' },
      cumulative: true,
    });
  });

  it('reads further payments of a subscription, not the first one, which its order reports', () => {
    const invoice = { ...order, billing_reason: 'renewal' };
    expect(squeezed('subscription_payment_success', invoice).payment).toMatchObject({
      payment: { paymentId: 'lemon-squeezy-invoice-7', type: 'subscription' },
    });
    for (const name of ['subscription_payment_success', 'subscription_payment_refunded'])
      expect(squeezed(name, { ...invoice, billing_reason: 'initial' }).payment).toEqual({
        ignored: 'reported_by_order',
      });
  });

  it.each([
    ['active', {}],
    ['cancelled', {}],
    ['on_trial', {}],
    ['paused', {}],
    ['expired', { mrr: '0' }],
  ])('reads the plan of a subscription without a price: %s', (status, mrr) => {
    const attributes = { status, product_name: 'Product', variant_name: 'Pro' };
    expect(squeezed('subscription_updated', attributes).billing).toEqual({
      billing: {
        customerId: 'lemon-squeezy-customer-2',
        email: 'ada@example.com',
        atMs: AT_MS,
        subscription: { subscriptionId: 'lemon-squeezy-subscription-7', eventId: AT, plan: 'Pro', ...mrr },
      },
    });
  });
});

const polar = (type: string, data: object) => POLAR.read({ type, timestamp: AT, data });
const customer = { email: 'ada@example.com', metadata: {} };

describe('Polar', () => {
  it('reads a paid order with its customer and visitor', () => {
    const paid = {
      ...{ id: 'o1', created_at: AT, total_amount: 1_199, currency: 'usd', customer_id: 'c1', customer },
      ...{ billing_reason: 'subscription_create', metadata: { headwater_ref: 'v1' } },
    };
    expect(polar('order.paid', paid)).toMatchObject({
      payment: {
        payment: { paymentId: 'o1', email: 'ada@example.com', amount: '11.99', type: 'subscription' },
      },
      billing: { billing: { customerId: 'c1', email: 'ada@example.com', atMs: AT_MS } },
      visitor: { anonymousId: 'v1', email: 'ada@example.com' },
    });
    const guest = { ...paid, billing_reason: 'purchase', customer: { email: null } };
    expect(polar('order.paid', guest)).toMatchObject({
      payment: { payment: { customerId: 'c1', type: 'sale' } },
      billing: { ignored: 'no_email' },
      visitor: { anonymousId: 'v1', customerId: 'c1' },
    });
    expect(polar('order.paid', { ...paid, total_amount: 0 })).toMatchObject({
      payment: { ignored: 'no_amount' },
      visitor: undefined,
    });
  });

  it('reads a refund with its tax once it has succeeded', () => {
    const refund = {
      ...{ id: 'r1', created_at: AT, amount: 500, tax_amount: 95, currency: 'usd', status: 'succeeded' },
      ...{ order_id: 'o1', customer_id: 'c1' },
    };
    expect(polar('refund.updated', refund).payment).toMatchObject({
      payment: { paymentId: 'r1', amount: '5.95', type: 'refund', siblingPaymentId: 'o1' },
    });
    expect(polar('refund.created', { ...refund, status: 'pending' }).payment).toEqual({
      ignored: 'no_amount',
    });
  });

  it('reads the MRR and the plan of a subscription, ordered by its last change', () => {
    const subscription = {
      ...{ id: 's1', created_at: '2026-01-01T00:00:00Z', modified_at: AT, status: 'active', amount: 12_000 },
      ...{ currency: 'usd', recurring_interval: 'year', recurring_interval_count: 1 },
      ...{ customer_id: 'c1', customer, product: { name: 'Pro' } },
    };
    expect(polar('subscription.updated', subscription).billing).toEqual({
      billing: {
        ...{ customerId: 'c1', email: 'ada@example.com', atMs: AT_MS },
        subscription: { subscriptionId: 's1', eventId: AT, mrr: '10', currency: 'USD', plan: 'Pro' },
      },
    });
    for (const name of ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'ada@example.com'])
      expect(
        polar('subscription.updated', { ...subscription, product: { name } }).billing,
      ).not.toHaveProperty('billing.subscription.plan');
    // A subscription may cost nothing.
    const metadata = { headwater_ref: 'v1' };
    expect(polar('subscription.created', { ...subscription, metadata }).visitor).toBeUndefined();
    expect(polar('subscription.revoked', { ...subscription, status: 'canceled' })).toMatchObject({
      billing: { billing: { subscription: { mrr: '0' } } },
    });
  });
});

it.each([
  ['Paddle', PADDLE, { event_type: 'transaction.completed', occurred_at: AT, data: { id: 7 } }],
  ['Paddle', PADDLE, 'constructor'],
  ['Paddle', PADDLE, { event_type: 'adjustment.created', occurred_at: 'yesterday', data: {} }],
  ['Lemon Squeezy', LEMON_SQUEEZY, null],
  ['Lemon Squeezy', LEMON_SQUEEZY, { meta: { event_name: 'order_created' }, data: {} }],
  ['Polar', POLAR, []],
  ['Polar', POLAR, { type: 'order.paid', timestamp: AT, data: null }],
])('%s: reports an event that it cannot read: %#', (_name, adapter, event) => {
  expect(adapter.read(event)).toEqual({ payment: { ignored: 'unreadable' } });
});

it.each([
  [PADDLE, { event_type: 'transaction.created', occurred_at: AT, data: {} }],
  [LEMON_SQUEEZY, { meta: { event_name: 'license_key_created' }, data: {} }],
  [POLAR, { type: 'constructor', timestamp: AT, data: {} }],
])('ignores other events: %#', (adapter, event) => {
  expect(adapter.read(event)).toEqual({});
});
