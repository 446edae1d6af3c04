import type { NaiveAccount } from './naive-customers';
import { storeAccounts } from './store-accounts';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const DAY_MS = 86_400_000;
const WINDOW = { from: '2026-01-01', to: '2026-11-01' };

const customers = (parameters: object = {}) =>
  fixture.calls.QueryCustomers({ ...WINDOW, ...parameters }, { workspaceId });
const cohorts = (parameters: object = {}) =>
  fixture.calls.QueryCohorts({ ...WINDOW, periods: 36, ...parameters }, { workspaceId });
const putCosts = (costs: readonly object[]) =>
  fixture.calls.PutCosts(
    { costs: costs.map((cost, index) => ({ index, cost: { day: '2026-10-05', currency: 'EUR', ...cost } })) },
    { workspaceId },
  );

test('counts accounts on the day of their first visit', async () => {
  fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - 40 * DAY_MS });
  for (const visitor of ['v1', 'v2'])
    await fixture.calls.Identify(
      { anonymousId: visitor, account: { email: `${visitor}@example.com` } },
      { workspaceId },
    );
  const window = { from: undefined, to: undefined, range: '30d' };
  expect((await customers(window)).total?.customers).toBe(2);
  expect((await customers({ ...window, basis: 'first_visit' })).total?.customers).toBe(0);
  const visited = await customers({ basis: 'first_visit', dimension: 'landing' });
  expect(visited.breakdown.map(({ key, sums }) => [key, sums?.customers])).toEqual([
    ['example.com/pricing', 1],
  ]);
});

test('returns costs, CAC and ROAS by channel, never across currencies', async () => {
  for (const [i, channel] of ['Email', 'Email', 'Email', 'Direct'].entries()) {
    fixture.analytics.sees(workspaceId, `v${i}`, { channel });
    const email = `account-${i}@example.com`;
    await fixture.calls.Identify({ anonymousId: `v${i}`, account: { email } }, { workspaceId });
    const paid = { paymentId: `p${i}`, email, amount: '10.00', currency: 'EUR', type: 'sale' };
    await fixture.calls.RecordPayment({ payment: paid }, { workspaceId });
  }
  await putCosts([
    { channel: 'Email', amount: '10.00' },
    { channel: 'Email', source: 'Letter', amount: '10' },
    { channel: 'Email', amount: '700', currency: 'JPY' },
    { channel: 'Paid Search', amount: '5' },
    { channel: 'Email', day: '2025-12-31', amount: '99' },
  ]);
  const { breakdown } = await customers({ dimension: 'channel' });
  const rows = breakdown.map(({ key, costs }) => ({ key, costs: costs.map((each) => ({ ...each })) }));
  expect(rows).toMatchObject([
    {
      key: 'Email',
      costs: [
        { currency: 'EUR', amount: '20.00', cac: '6.67', roas: '1.50' },
        { currency: 'JPY', amount: '700', cac: '233', roas: '0.00' },
      ],
    },
    { key: 'Direct', costs: [] },
    { key: 'Paid Search', costs: [{ currency: 'EUR', amount: '5.00', roas: '0.00' }] },
  ]);
  const email = { key: 'channel', operator: 'is', value: 'Email' };
  const bySource = await customers({ dimension: 'source', filters: [email] });
  expect(bySource.breakdown.map(({ key, costs }) => [key, costs[0]?.amount])).toEqual([
    ['Google', undefined],
    ['(none)', '10.00'],
    ['Letter', '10.00'],
  ]);
  // Costs have no country.
  const country = { key: 'country', operator: 'is', value: 'DE' };
  expect((await customers({ dimension: 'channel', filters: [country] })).breakdown[0]?.costs).toEqual([]);
});

test('returns the months until each cost of a channel is paid back, also by accounts of several months', async () => {
  // Each pays 10 in the month of its identification and in the two months after it.
  const accounts = [6, 7].map((month): NaiveAccount => ({
    ...{ email: `m${month}@example.com`, plan: 'pro', channel: 'Email', link: 'none', mrr: 10 },
    identifiedAtMs: Date.UTC(2026, month, 15),
    touches: [],
    payments: [0, 1, 2].map((later) => ({
      ...{ paymentId: `m${month}-${later}`, currency: 'EUR', minor: 1_000, type: 'subscription' as const },
      atMs: Date.UTC(2026, month + later, 20),
    })),
  }));
  await storeAccounts(fixture, { workspaceId, accounts, order: [1, 2] });
  const months = async (amount: string, parameters: object = {}) => {
    await putCosts([
      { day: '2026-07-03', channel: 'Email', amount },
      { day: '2026-07-03', channel: 'Email', amount: '1', currency: 'USD' },
      { day: '2026-07-03', channel: 'Direct', amount: '0' },
    ]);
    const { breakdown } = await customers({
      ...{ from: '2026-07-01', to: '2026-08-31', dimension: 'channel', withPayback: true, ...parameters },
    });
    return breakdown.map(({ key, costs }) => [key, costs.map(({ paybackMonths }) => paybackMonths)]);
  };
  const free = ['Direct', [0]];
  expect(await months('20')).toEqual([['Email', [0, undefined]], free]);
  expect(await months('20.01')).toEqual([['Email', [1, undefined]], free]);
  expect(await months('60', { model: 'last_touch' })).toEqual([['Email', [2, undefined]], free]);
  expect(await months('60', { basis: 'first_visit' })).toEqual([free, ['Email', [undefined, undefined]]]);
  expect(await months('60.01')).toEqual([['Email', [undefined, undefined]], free]);
  expect(await months('20', { limit: 1 })).toEqual([['Email', [0, undefined]]]);
  expect(await months('20', { withPayback: false })).toEqual([
    ['Email', [undefined, undefined]],
    ['Direct', [undefined]],
  ]);
});

test('returns the payback period of a cohort, and no economics in a currency without costs', async () => {
  const account_: NaiveAccount = {
    ...{ email: 'ada@example.com', plan: 'pro', channel: 'Email', link: 'none', mrr: 10 },
    identifiedAtMs: Date.UTC(2026, 7, 15),
    touches: [],
    payments: [0, 1, 2].map((month) => ({
      ...{ paymentId: `p${month}`, currency: 'EUR', minor: 1_000, type: 'subscription' as const },
      atMs: Date.UTC(2026, 7 + month, 20),
    })),
  };
  await storeAccounts(fixture, { workspaceId, accounts: [account_], order: [1] });
  await putCosts([{ day: '2026-08-03', channel: 'Email', amount: '15' }]);
  const { cohorts: found, currency } = await cohorts();
  expect(currency).toBe('EUR');
  expect(found).toMatchObject([
    {
      ...{ cohort: '2026-08', customers: 1, cost: '15.00', cac: '15.00', roas: '2.00', paybackPeriod: 1 },
      periods: [
        { period: 0, value: '10.00', cumulative: '10.00', perCustomer: '10.00' },
        { period: 1, value: '10.00', cumulative: '20.00', perCustomer: '20.00' },
        { period: 2, value: '10.00', cumulative: '30.00', perCustomer: '30.00' },
        { period: 3, value: '0.00', cumulative: '30.00', perCustomer: '30.00' },
      ],
    },
  ]);
  const yen = (await cohorts({ currency: 'JPY' })).cohorts[0];
  expect([yen?.cost, yen?.cac, yen?.roas, yen?.paybackPeriod]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const paying = (await cohorts({ metric: 'paying', cohort: 'week', periods: 1 })).cohorts[0];
  expect(paying).toMatchObject({
    cohort: '2026-08-10',
    periods: [
      { value: '0', cumulative: '0', perCustomer: '0.00' },
      { value: '1', cumulative: '1', perCustomer: '100.00' },
    ],
  });
});

test('takes the currency of cohorts without payments from the costs, unless the caller excludes them', async () => {
  await fixture.calls.Identify({ anonymousId: 'v1', account: { email: 'ada@example.com' } }, { workspaceId });
  await putCosts([{ day: '2026-11-01', channel: 'Email', amount: '15', currency: 'SEK' }]);
  expect(await cohorts()).toMatchObject({ currency: 'SEK', cohorts: [{ cost: '15.00' }] });
  const without = await cohorts({ excludesCosts: true });
  expect(without).toMatchObject({ currency: '', cohorts: [{ customers: 1 }] });
  expect(without.cohorts[0]?.cost).toBeUndefined();
});

test('refuses cohorts with more values than an answer has', async () => {
  const years = { from: '2024-11-02', to: '2026-11-01', cohort: 'week', dimension: 'company' };
  await cohorts({ ...years, periods: 12 });
  await expect(cohorts(years)).rejects.toMatchObject({
    code: 'invalid_request',
    fields: [
      { field: 'limit', message: expect.stringContaining('must be at most 46 for these cohorts') as string },
    ],
  });
  await cohorts({ ...years, limit: 46 });
  await cohorts({ ...years, dimension: undefined });
});

test('replaces costs with the same key, skips invalid rows, and deletes a window', async () => {
  expect(
    await putCosts([
      { channel: 'Email', amount: '1' },
      { channel: 'Email', amount: '2' },
    ]),
  ).toMatchObject({
    ...{ imported: 2, replaced: 1, skipped: 0 },
  });
  expect(
    await putCosts([
      { channel: 'Email', amount: '3', clicks: 7 },
      { channel: 'TV', amount: '3' },
      { amount: '-1' },
      { amount: '1', day: '2026-02-30' },
      { amount: '1', campaign: 'ada@example.com' },
      { amount: '1', campaign: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl' },
      { amount: '0.001' },
    ]),
  ).toMatchObject({
    ...{ imported: 1, replaced: 1, skipped: 6 },
    errors: ['channel', 'amount', 'day', 'campaign', 'campaign', 'amount'].map((field, i) => ({
      index: i + 1,
      field,
    })),
  });
  const list = async () => (await fixture.calls.ListCosts({ limit: 10 }, { workspaceId })).costs;
  expect(await list()).toMatchObject([{ day: '2026-10-05', channel: 'Email', amount: '3.00', clicks: 7 }]);
  await putCosts([{ day: '2026-10-06', amount: '1' }]);
  const days = { from: '2026-10-05', to: '2026-10-05' };
  expect(await fixture.calls.DeleteCosts(days, { workspaceId })).toEqual({ deleted: 1 });
  expect((await list()).map(({ day }) => day)).toEqual(['2026-10-06']);
});

test.each([
  [{ dimension: 'colour' }, 'unknown_dimension'],
  [{ basis: 'signup' }, 'invalid_request'],
  [{ filters: [{ key: 'colour', operator: 'is', value: 'x' }] }, 'unknown_filter'],
])('refuses %j', async (parameters, code) => {
  await expect(customers(parameters)).rejects.toMatchObject({ code });
});
