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
  fixture.calls.QueryCohorts({ ...WINDOW, ...parameters }, { workspaceId });

test('credits revenue to a channel without customers, and filters it by the credited channel', async () => {
  fixture.analytics.sees(workspaceId, 'v0', { channel: 'Email', firstSeenAtMs: NOW - 2 * DAY_MS });
  const email = 'account-0@example.com';
  await fixture.calls.Identify({ anonymousId: 'v0', account: { email } }, { workspaceId });
  await fixture.database.pool.query(
    `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer)
     SELECT workspace_id, profile_id, anonymous_id, $2, 'Referral', '', '', '', '' FROM identity.links WHERE workspace_id = $1`,
    [workspaceId, new Date(NOW - DAY_MS)],
  );
  const paid = { paymentId: 'p1', email, amount: '10.01', currency: 'EUR', type: 'subscription' };
  await fixture.calls.RecordPayment({ payment: paid }, { workspaceId });
  const linear = { model: 'linear', dimension: 'channel' };
  const answer = await customers(linear);
  expect([answer.model, answer.lookback]).toEqual(['linear', 90]);
  expect(answer.breakdown.map(({ key, sums }) => [key, sums?.customers, sums?.revenue[0]?.net])).toEqual([
    ['Email', 1, '5.01'],
    ['Referral', 0, '5.00'],
  ]);
  const filters = [{ key: 'channel', operator: 'is', value: 'Referral' }];
  const { total } = await customers({ ...linear, filters });
  expect([total?.customers, total?.revenue[0]?.net]).toEqual([0, '5.00']);
  for (const metric of ['net', 'mrr']) {
    const { cohorts: rows, model } = await cohorts({ ...linear, metric, periods: 0 });
    expect([
      model,
      rows.map(({ key, customers: n, periods }) => [key, n, periods[0]?.value, periods[0]?.perCustomer]),
    ]).toEqual([
      'linear',
      [
        ['Email', 1, '5.01', '5.01'],
        ['Referral', 0, '5.00', undefined],
      ],
    ]);
  }
  const payers = await cohorts({ ...linear, metric: 'paying', periods: 0 });
  expect(payers.cohorts.map(({ key, periods }) => [key, periods[0]?.value])).toEqual([
    ['Email', '1'],
    ['Referral', '0'],
  ]);
  await expect(customers({ model: 'linear', dimension: 'country' })).rejects.toMatchObject({
    code: 'unknown_dimension',
  });
  await expect(cohorts({ model: 'best' })).rejects.toMatchObject({ code: 'invalid_request' });
});
