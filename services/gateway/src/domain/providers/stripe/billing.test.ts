import { stripeBilling } from './billing';

const CREATED = 1_793_534_401;
const eventOf = (type: string, object: object, change: object = {}) =>
  stripeBilling({ id: 'evt_1', type, created: CREATED, data: { object }, ...change });

const price = (unit_amount: number, change: object = {}, recurring: object = {}) => ({
  quantity: 1,
  price: {
    id: 'price_1',
    nickname: null,
    lookup_key: null,
    unit_amount,
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', ...recurring },
    ...change,
  },
});
const subscribed = (change: object = {}, type = 'customer.subscription.updated') =>
  eventOf(type, {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    currency: 'eur',
    items: { data: [price(4_900)] },
    ...change,
  });
const mrrOf = (items: object[], change: object = {}): string | undefined => {
  const result = subscribed({ items: { data: items }, ...change });
  return 'billing' in result ? result.billing.subscription?.mrr : undefined;
};

describe('the email address of a customer', () => {
  it.each([
    ['customer.created', { id: 'cus_1', email: 'ada@example.com' }, CREATED],
    ['customer.updated', { id: 'cus_1', email: 'ada@example.com' }, CREATED],
    ['invoice.paid', { customer: 'cus_1', customer_email: 'ada@example.com' }, CREATED],
    [
      'invoice.paid',
      {
        customer: 'cus_1',
        customer_email: 'ada@example.com',
        status_transitions: { finalized_at: CREATED - 60 },
      },
      CREATED - 60,
    ],
    [
      'checkout.session.completed',
      { customer: 'cus_1', customer_details: { email: 'ada@example.com' } },
      CREATED,
    ],
  ])('is read from %s', (type, object, at) => {
    expect(eventOf(type, object)).toEqual({
      billing: { customerId: 'cus_1', email: 'ada@example.com', atMs: at * 1_000 },
    });
  });

  it.each([
    ['customer.created', { id: 'cus_1', email: null }, 'no_email'],
    ['invoice.paid', { customer: 'cus_1', customer_email: null }, 'no_email'],
    ['invoice.paid', { customer: null, customer_email: 'ada@example.com' }, 'no_customer'],
    ['checkout.session.completed', { customer: null }, 'no_customer'],
    ['customer.created', {}, 'unreadable'],
    ['customer.deleted', { id: 'cus_1', email: 'ada@example.com' }, 'event_type'],
    ['constructor', {}, 'event_type'],
  ])('is not read from %s with %j', (type, object, ignored) => {
    expect(eventOf(type, object)).toEqual({ ignored });
  });
});

describe('a changed subscription', () => {
  it('has its MRR, its customer and its plan', () => {
    expect(subscribed({}, 'customer.subscription.created')).toEqual({
      billing: {
        customerId: 'cus_1',
        atMs: CREATED * 1_000,
        subscription: {
          subscriptionId: 'sub_1',
          eventId: 'evt_1',
          mrr: '49',
          currency: 'EUR',
          plan: 'price_1',
        },
      },
    });
  });

  it('is ordered by its life cycle within a second', () => {
    const times = ['created', 'updated', 'deleted'].map((step) => {
      const result = subscribed({}, `customer.subscription.${step}`);
      return 'billing' in result ? result.billing.atMs : undefined;
    });
    expect(times).toEqual([CREATED * 1_000, CREATED * 1_000 + 1, CREATED * 1_000 + 2]);
  });

  it.each([
    ['active', '49'],
    ['past_due', '49'],
    ['trialing', '0'],
    ['incomplete', '0'],
    ['incomplete_expired', '0'],
    ['unpaid', '0'],
    ['paused', '0'],
    ['canceled', '0'],
    ['a status to come', '0'],
  ])('with the status %s has an MRR of %s', (status, mrr) => {
    expect(subscribed({ status })).toMatchObject({ billing: { subscription: { mrr } } });
  });

  it('has an MRR of 0 once deleted, whatever its status', () => {
    expect(subscribed({}, 'customer.subscription.deleted')).toMatchObject({
      billing: { subscription: { mrr: '0' } },
    });
  });

  it.each([
    ['a year', [price(58_800, {}, { interval: 'year' })], '49'],
    ['two years', [price(117_600, {}, { interval: 'year', interval_count: 2 })], '49'],
    ['a quarter', [price(10_000, {}, { interval_count: 3 })], '33.33'],
    ['a week', [price(300, {}, { interval: 'week' })], '13'],
    ['two weeks', [price(300, {}, { interval: 'week', interval_count: 2 })], '6.5'],
    ['a day', [price(12, {}, { interval: 'day' })], '3.65'],
    ['30 days', [price(1_200, {}, { interval: 'day', interval_count: 30 })], '12.17'],
    ['seven seats', [{ ...price(999), quantity: 7 }], '69.93'],
    ['no seat', [{ ...price(999), quantity: 0 }], '0'],
    ['an item without a quantity', [{ ...price(999), quantity: undefined }], '9.99'],
    ['fractions of a cent', [{ ...price(0, { unit_amount_decimal: '0.05' }), quantity: 1_000 }], '0.5'],
    ['items, rounded together', [1, 2, 3].map(() => price(100, {}, { interval: 'year' })), '0.25'],
    ['several items', [price(1_000), price(12_000, {}, { interval: 'year' })], '20'],
    [
      'packages, rounded up',
      [{ ...price(500, { transform_quantity: { divide_by: 10, round: 'up' } }), quantity: 21 }],
      '15',
    ],
    [
      'packages, rounded down',
      [{ ...price(500, { transform_quantity: { divide_by: 10, round: 'down' } }), quantity: 21 }],
      '10',
    ],
    ['metered usage without a fixed price', [price(100, {}, { usage_type: 'metered' })], '0'],
    ['tiered prices without a fixed price', [price(0, { unit_amount: null })], '0'],
    ['a one-time item', [price(100, { recurring: null })], '0'],
    ['no item', [], '0'],
    [
      'a plan of an older API version',
      [
        {
          quantity: 2,
          plan: { id: 'gold', amount: 6_000, interval: 'year', interval_count: 1, usage_type: 'licensed' },
        },
      ],
      '10',
    ],
  ])('has the MRR of %s', (_case, items, mrr) => {
    expect(mrrOf(items)).toBe(mrr);
  });

  it.each([
    ['jpy', [price(6_000, {}, { interval: 'year' })], '500'],
    ['kwd', [price(1_500)], '1.5'],
  ])('uses the decimals of %s', (currency, items, mrr) => {
    expect(mrrOf(items, { currency })).toBe(mrr);
  });

  it('uses the currency of its price if it has none itself', () => {
    const items = { data: [price(4_900, { currency: 'usd' })] };
    expect(subscribed({ currency: undefined, items })).toMatchObject({
      billing: { subscription: { currency: 'USD' } },
    });
  });

  it.each([
    [{ nickname: 'Pro', lookup_key: 'pro_monthly' }, 'Pro'],
    [{ lookup_key: 'pro_monthly' }, 'pro_monthly'],
    [{}, 'price_1'],
    [{ nickname: 'for ada@example.com' }, 'price_1'],
    [{ nickname: 'for ada%40example.com' }, 'price_1'],
    [{ nickname: 'for ada\uff20example.com' }, 'price_1'],
    [{ nickname: ' ' }, 'price_1'],
    [{ nickname: 'x'.repeat(201) }, 'price_1'],
    [{ nickname: 'two\nlines' }, 'price_1'],
  ])('has the plan name of a price with %j', (names, plan) => {
    expect(subscribed({ items: { data: [price(1, names)] } })).toMatchObject({
      billing: { subscription: { plan } },
    });
  });

  it.each([
    ['no customer', { customer: null }],
    ['no items', { items: undefined }],
    ['a negative price', { items: { data: [price(-1)] } }],
    ['half a seat', { items: { data: [{ ...price(1), quantity: 0.5 }] } }],
    ['an interval of no length', { items: { data: [price(1, {}, { interval_count: 0 })] } }],
    ['an unknown interval', { items: { data: [price(1, {}, { interval: 'decade' })] } }],
  ])('is unreadable with %s', (_case, change) => {
    expect(subscribed(change)).toEqual({ ignored: 'unreadable' });
  });

  it('is unreadable without the event id, which identifies repeats', () => {
    expect(eventOf('customer.subscription.updated', {}, { id: undefined })).toEqual({
      ignored: 'unreadable',
    });
  });
});
