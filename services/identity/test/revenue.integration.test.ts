import fc from 'fast-check';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';
import { naiveRevenue, type Paid } from './naive-revenue';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const DAY_MS = 86_400_000;
const CHANNELS = ['Email', 'Direct', 'Paid Search'] as const;

const query = (parameters: object = {}) => fixture.calls.QueryRevenue({ ...parameters }, { workspaceId });
const record = (rows: readonly object[]) =>
  fixture.calls.RecordPayments(
    { payments: rows.map((payment, index) => ({ index, payment: payment as never })) },
    { workspaceId },
  );

async function account(name: string, channel: string | undefined, plan = 'pro'): Promise<void> {
  if (channel !== undefined) fixture.analytics.sees(workspaceId, name, { channel });
  await fixture.calls.Identify(
    { anonymousId: name, account: { email: `${name}@example.com`, userId: name, plan } },
    { workspaceId },
  );
}

const payment = (id: string, who: string, amount: string, more: object = {}) => ({
  paymentId: id,
  email: `${who}@example.com`,
  amount,
  currency: 'EUR',
  type: 'sale',
  occurredAt: new Date(NOW).toISOString(),
  ...more,
});

describe('QueryRevenue', () => {
  it('returns the current MRR, by channel, of accounts created in the window that match the filters', async () => {
    const identify = async (name: string, channel: string | undefined, mrr: number) => {
      if (channel !== undefined) fixture.analytics.sees(workspaceId, name, { channel });
      const { calls } = fixture;
      const account = { email: `${name}@example.com`, plan: name === 'ada' ? 'team' : 'pro', mrr };
      await calls.Identify({ anonymousId: name, account }, { workspaceId });
    };
    await identify('ada', 'Email', 5);
    await identify('ada', 'Email', 49.9);
    await identify('grace', 'Email', 0.2);
    await identify('edsger', 'Direct', 100);
    await identify('barbara', undefined, 7);
    await identify('free', 'Direct', 0);
    const email = { channel: 'Email', mrr: '50.1', accounts: 2 };
    expect((await query({ range: '1d' })).newMrr).toEqual([
      { channel: 'Direct', mrr: '100', accounts: 1 },
      email,
      { channel: '(none)', mrr: '7', accounts: 1 },
    ]);
    const filters = [{ key: 'channel', operator: 'is', value: 'Email' }];
    expect((await query({ range: '1d', filters })).newMrr).toEqual([email]);
    const byPlan = [{ key: 'plan', operator: 'starts_with', value: 'te' }, ...filters];
    expect((await query({ range: '1d', filters: byPlan })).newMrr).toMatchObject([
      { mrr: '49.9', accounts: 1 },
    ]);
    expect((await query({ from: '2026-10-01', to: '2026-10-31' })).newMrr).toEqual([]);
  });

  it('returns gross, refunds, net, customers and unattributed revenue, separately per currency', async () => {
    await account('ada', 'Email');
    await record([
      payment('1', 'ada', '49.00'),
      payment('2', 'ada', '0.10'),
      payment('3', 'ada', '0.20', { type: 'subscription' }),
      payment('4', 'ada', '9.50', { type: 'refund' }),
      payment('5', 'stranger', '5'),
      payment('6', 'ada', '700', { currency: 'JPY' }),
      payment('7', 'ada', '1.234', { currency: 'KWD' }),
    ]);
    const answer = await query({ range: '1d', dimension: 'channel' });
    expect(answer).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-01',
      timezone: 'UTC',
      model: 'first_touch',
    });
    const [eur, jpy, kwd] = answer.currencies;
    expect(eur).toMatchObject({
      currency: 'EUR',
      gross: '54.30',
      refunds: '9.50',
      net: '44.80',
      payments: 4,
      customers: 2,
      unattributed: '5.00',
      series: [{ bucket: '2026-11-01', net: '44.80', payments: 4 }],
      breakdown: [
        { key: 'Email', gross: '49.30', refunds: '9.50', net: '39.80', payments: 3, customers: 1 },
        { key: '(none)', net: '5.00' },
      ],
    });
    expect(jpy).toMatchObject({ currency: 'JPY', gross: '700', unattributed: '0' });
    expect(kwd).toMatchObject({ currency: 'KWD', gross: '1.234' });
    expect(answer.pending).toEqual([{ currency: 'EUR', net: '5.00', payments: 1 }]);
  });

  it('groups and filters by attribution and profile', async () => {
    await account('ada', 'Email', 'pro');
    await account('bob', 'Direct', 'free');
    await account('cyd', undefined, 'free');
    await record([
      payment('1', 'ada', '1'),
      payment('2', 'bob', '2'),
      payment('3', 'cyd', '4'),
      payment('4', 'nobody', '8'),
    ]);
    const keys = async (parameters: object) =>
      (await query(parameters)).currencies[0]?.breakdown.map(({ key, net }) => `${key} ${net}`) ?? [];
    expect(await keys({ dimension: 'plan' })).toEqual(['(none) 8.00', 'free 6.00', 'pro 1.00']);
    expect(await keys({ dimension: 'plan', limit: 1 })).toEqual(['(none) 8.00']);
    expect(await keys({ dimension: 'source' })).toEqual(['(none) 12.00', 'Google 3.00']);
    expect(await keys({})).toEqual([]);
    const net = async (...filters: { key: string; operator: string; value: string }[]) =>
      (await query({ filters })).currencies[0]?.net;
    const is = (key: string, value: string, operator = 'is') => ({ key, operator, value });
    expect(await net(is('plan', 'free'))).toBe('6.00');
    expect(await net(is('plan', 'free'), is('plan', 'pro'))).toBe('7.00');
    expect(await net(is('plan', 'free'), is('channel', 'Direct'))).toBe('2.00');
    expect(await net(is('plan', '(none)'))).toBe('8.00');
    expect(await net(is('plan', '(none)', 'is_not'))).toBe('7.00');
    expect(await net(is('channel', 'ma', 'contains'))).toBe('1.00');
    expect(await net(is('channel', 'ma', 'contains_not'))).toBe('14.00');
    expect(await net(is('channel', 'Dir', 'starts_with'))).toBe('2.00');
    expect(await net(is('plan', "'; --"))).toBeUndefined();
  });

  it('agrees with a naive sum for any payments, zone and grain', async () => {
    const names = ['ada', 'bob', 'cyd', 'dan'];
    const paid = fc.record({
      who: fc.constantFrom(...names),
      minor: fc.integer({ min: 0, max: 1_000_000 }),
      type: fc.constantFrom('sale' as const, 'refund' as const, 'subscription' as const),
      currency: fc.constantFrom('EUR', 'JPY'),
      atMs: fc.integer({ min: NOW - 40 * DAY_MS, max: NOW }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(paid, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'),
        fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'hour' as const),
        async (rows, zone, grain) => {
          workspaceId++;
          const channels: Record<string, string | undefined> = {};
          for (const [i, name] of names.entries()) {
            channels[name] = CHANNELS[i];
            await account(name, CHANNELS[i]);
          }
          await record(rows.map((row, i) => sent(row, i)));
          const answer = await query({ timezone: zone, grain, range: '25d', dimension: 'channel' });
          const expected = naiveRevenue(rows, { zone, grain, from: answer.from, to: answer.to, channels });
          expect(answer.currencies).toEqual(expected);
        },
      ),
      { numRuns: 15, seed: 4 },
    );
  });

  it('prefers from and to to a range', async () => {
    const dates = { from: '2026-01-01', to: '2026-01-02' };
    expect(await query({ ...dates, range: '7d' })).toMatchObject(dates);
  });

  it.each<[string, object, string, string]>([
    ['an unknown dimension', { dimension: 'Channel' }, 'unknown_dimension', 'dimension'],
    ['__proto__', { dimension: '__proto__' }, 'unknown_dimension', 'dimension'],
    [
      'an unknown filter',
      { filters: [{ key: 'props.x', operator: 'is', value: 'x' }] },
      'unknown_filter',
      'filter[props.x]',
    ],
    [
      'an unknown operator',
      { filters: [{ key: 'plan', operator: 'like', value: 'x' }] },
      'invalid_request',
      'filter[plan][like]',
    ],
    [
      '(none) with contains',
      { filters: [{ key: 'plan', operator: 'contains', value: '(none)' }] },
      'invalid_request',
      'filter[plan][contains]',
    ],
    [
      'a 21st filter',
      { filters: Array.from({ length: 21 }, () => ({ key: 'plan', operator: 'is', value: 'x' })) },
      'invalid_request',
      'filter',
    ],
    [
      'U+0000 in a filter',
      { filters: [{ key: 'plan', operator: 'is', value: '\0' }] },
      'invalid_request',
      'filter[plan]',
    ],
    ['an unknown zone', { timezone: 'Mars/Base' }, 'invalid_request', 'timezone'],
    ['an offset as the zone', { timezone: '+02:00' }, 'invalid_request', 'timezone'],
    ['a range of 731 days', { range: '731d' }, 'invalid_request', 'range'],
    ['a window without an end', { from: '2026-01-01' }, 'invalid_request', 'to'],
    ['an impossible date', { from: '2026-02-30', to: '2026-03-01' }, 'invalid_request', 'from'],
    ['dates in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, 'invalid_request', 'from'],
    ['732 days', { from: '2024-01-01', to: '2026-01-01' }, 'invalid_request', 'from'],
    ['hours over 32 days', { range: '32d', grain: 'hour' }, 'invalid_request', 'grain'],
    ['an unknown grain', { grain: 'year' }, 'invalid_request', 'grain'],
    ['a limit of 501', { limit: 501 }, 'invalid_request', 'limit'],
    ['an unknown model', { model: 'best' }, 'invalid_request', 'model'],
  ])('refuses %s', async (_why, parameters, code, field) => {
    await expect(query(parameters)).rejects.toMatchObject({ code, fields: [{ field }] });
  });
});

function sent({ who, minor, type, currency, atMs }: Paid, index: number) {
  const amount = currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2);
  return payment(`p${index}`, who, amount, { type, currency, occurredAt: new Date(atMs).toISOString() });
}
