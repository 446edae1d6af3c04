import { identityFixture, KEY_NEW, KEY_OLD, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const [ADA, BOB] = ['ada@example.com', 'bob@example.com'];
const SECOND = 1_000;

const record = (report: object, calls = fixture.calls) =>
  calls.RecordBilling({ customerId: 'cus_1', atMs: NOW, ...report }, { workspaceId });
let events = 0;
const subscription = (mrr: string, change: object = {}) => ({
  subscription: { subscriptionId: 'sub_1', eventId: `evt_${events++}`, mrr, currency: 'EUR', ...change },
});
const identify = (account: object = {}) =>
  fixture.calls.Identify({ anonymousId: 'v1', account: { email: ADA, ...account } }, { workspaceId });

/** The MRR and plan of each account of the workspace, in the order of creation. */
async function accounts() {
  const { rows } = await fixture.database.pool.query<{ mrr: string | null; plan: string | null }>(
    'SELECT mrr::float8::text AS mrr, plan FROM identity.profiles WHERE workspace_id = $1 ORDER BY id',
    [workspaceId],
  );
  return rows.map(({ mrr, plan }) => [mrr, plan]);
}

describe('RecordBilling', () => {
  it('sets the MRR and the plan of the account from its subscription', async () => {
    await identify({ mrr: 1 });
    expect(await record({ email: ' ADA@example.com' })).toEqual({ known: true });
    expect(await accounts()).toEqual([['1', null]]);
    expect(await record(subscription('49.00', { plan: 'pro' }))).toEqual({ known: true });
    expect(await accounts()).toEqual([['49', 'pro']]);
  });

  it('stores a subscription until its account is known, and creates a missing account', async () => {
    expect(await record(subscription('49', { plan: 'pro' }))).toEqual({ known: false });
    expect(await accounts()).toEqual([]);
    expect(await record({ email: ADA })).toEqual({ known: true });
    expect(await accounts()).toEqual([['49', 'pro']]);
  });

  it('refuses a plan with a token', async () => {
    for (const plan of ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', `plan ${'0a'.repeat(16)}`])
      await expect(record({ email: ADA, ...subscription('49.00', { plan }) })).rejects.toMatchObject({
        fields: [{ field: 'subscription.plan', message: 'must not contain a token such as a JWT' }],
      });
  });

  it('sets the MRR to 0 after the last subscription has ended, and keeps the plan', async () => {
    await record({ email: ADA, ...subscription('49', { plan: 'pro' }) });
    await record({ atMs: NOW + SECOND, ...subscription('0', { plan: 'pro' }) });
    expect(await accounts()).toEqual([['0', 'pro']]);
  });

  it('ignores outdated and repeated changes', async () => {
    await record({ email: ADA });
    const latest = { atMs: NOW, ...subscription('20') };
    await record(latest);
    await record({ atMs: NOW - SECOND, ...subscription('10') });
    expect(await accounts()).toEqual([['20', null]]);
    await identify({ mrr: 5 });
    await record(latest);
    expect(await accounts()).toEqual([['5', null]]);
  });

  it('applies simultaneous changes in the order of arrival, each once', async () => {
    const [first, second] = [subscription('10'), subscription('20')];
    await record({ email: ADA });
    for (const report of [first, second, first, second, first]) await record(report);
    expect(await accounts()).toEqual([['20', null]]);
  });

  it('sums the subscriptions of all customers of an account, in one currency only', async () => {
    await record({ email: ADA, ...subscription('10.10', { plan: 'small' }) });
    await record({ email: ADA, ...subscription('20.20', { subscriptionId: 'sub_2', plan: 'large' }) });
    await record({ customerId: 'cus_2', email: ADA, ...subscription('5', { subscriptionId: 'sub_3' }) });
    expect(await accounts()).toEqual([['35.3', 'large']]);
    const inDollars = { subscriptionId: 'sub_4', currency: 'usd', plan: 'us' };
    await record({ atMs: NOW + SECOND, ...subscription('7', inDollars) });
    expect(await accounts()).toEqual([['7', 'us']]);
    await record({ atMs: NOW + 2 * SECOND, ...subscription('0', inDollars) });
    expect(await accounts()).toEqual([['35.3', 'large']]);
  });

  it('stays as it is while a subscription of unknown MRR runs, with the plan of the subscription', async () => {
    await record({ email: ADA, ...subscription('10', { plan: 'pro' }) });
    const unpriced = { subscriptionId: 'sub_2', eventId: 'evt_2', plan: 'unpriced' };
    await record({ atMs: NOW + SECOND, subscription: unpriced });
    await record({ atMs: NOW + 2 * SECOND, ...subscription('20', { plan: 'pro' }) });
    expect(await accounts()).toEqual([['10', 'pro']]);
    await record({ atMs: NOW + 3 * SECOND, ...subscription('0') });
    expect(await accounts()).toEqual([['10', 'unpriced']]);
    const ended = { subscriptionId: 'sub_2', eventId: 'evt_3', mrr: '0' };
    await record({ atMs: NOW + 4 * SECOND, subscription: ended });
    await record({ atMs: NOW + SECOND, subscription: unpriced });
    expect(await accounts()).toEqual([['0', 'unpriced']]);
    await expect(record({ subscription: { ...ended, mrr: '1' } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('moves with its customer to another address, unless the report is outdated', async () => {
    await record({ email: ADA, ...subscription('10', { plan: 'pro' }) });
    await record({ email: BOB, atMs: NOW - SECOND });
    expect(await accounts()).toEqual([['10', 'pro']]);
    await record({ email: BOB, atMs: NOW + SECOND });
    expect(await accounts()).toEqual([
      ['0', 'pro'],
      ['10', 'pro'],
    ]);
  });

  it('leads to the same state in any order of arrival', async () => {
    const reports = [
      { email: ADA, atMs: NOW },
      { email: BOB, atMs: NOW + 3 * SECOND },
      { atMs: NOW + SECOND, ...subscription('10', { plan: 'small' }) },
      { atMs: NOW + 2 * SECOND, ...subscription('20', { plan: 'large' }) },
      { atMs: NOW, ...subscription('5', { subscriptionId: 'sub_2' }) },
      { atMs: NOW + 4 * SECOND, ...subscription('0', { subscriptionId: 'sub_2' }) },
    ];
    const states = new Set<string>();
    for (let shift = 0; shift < reports.length; shift++) {
      for (const order of [reports, [...reports].reverse()]) {
        workspaceId++;
        for (const one of [...order.slice(shift), ...order.slice(0, shift)]) await record(one);
        states.add(JSON.stringify((await accounts()).filter(([mrr]) => Number(mrr) > 0)));
      }
    }
    expect([...states]).toEqual([JSON.stringify([['20', 'large']])]);
  });

  it('handles concurrent, repeated reports during identifies and an erasure', async () => {
    const reports = Array.from({ length: 12 }, (_, i) => ({
      customerId: `cus_${i % 3}`,
      email: i % 2 === 0 ? ADA : BOB,
      atMs: NOW + i,
      ...subscription(String(i), { subscriptionId: `sub_${i % 4}-${i % 3}` }),
    }));
    await Promise.all([
      ...[...reports, ...reports].map((one) => record(one)),
      ...[ADA, BOB].map((email) => identify({ email })),
      fixture.calls.EraseAccount({ email: 'cyd@example.com' }, { workspaceId }),
    ]);
    // In the latest reports, cus_1 is Ada's, with 1 + 4 + 7 + 10, and the other two customers are Bob's.
    const sums = await accounts();
    expect(sums.map(([mrr]) => mrr).sort()).toEqual(['22', '44']);
    const revenue = await fixture.calls.QueryRevenue({}, { workspaceId });
    expect(revenue.newMrr).toEqual([{ channel: '(none)', mrr: '66', accounts: 2 }]);
  });

  it('finds the account under an older key, and moves it to the current key', async () => {
    await identify();
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await record({ email: ADA, ...subscription('3') }, rotated.calls);
    expect(await accounts()).toEqual([['3', null]]);
    const { rows } = await fixture.database.pool.query<{ key_id: string }>(
      'SELECT key_id FROM identity.profiles WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ key_id: 'new' }]);
    await rotated.stop();
  });

  it('never deadlocks with identifies of its account while two keys are live', async () => {
    await identify();
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0
          ? record({ email: ADA, atMs: NOW + i }, rotated.calls)
          : rotated.calls.Identify({ anonymousId: `v${i}`, account: { email: ADA } }, { workspaceId }),
      ),
    );
    expect(await accounts()).toEqual([[null, null]]);
    await rotated.stop();
  });

  it('is deleted and counted when its account is erased', async () => {
    await record({ email: ADA, ...subscription('10') });
    await record({ customerId: 'cus_2', email: ADA, ...subscription('5', { subscriptionId: 'sub_2' }) });
    await record({ customerId: 'cus_3', email: BOB, ...subscription('7', { subscriptionId: 'sub_3' }) });
    const certificate = await fixture.calls.EraseAccount({ email: ADA }, { workspaceId });
    expect(certificate).toMatchObject({ profiles: 1, customers: 2, subscriptions: 2 });
    expect(await accounts()).toEqual([['7', null]]);
    const dump = await fixture.dump();
    const ours = dump.split('\n').filter((row) => row.startsWith(`(${workspaceId},`));
    expect(ours.filter((row) => /cus_|sub_/.test(row))).toHaveLength(2);
    expect(await fixture.calls.EraseAccount({ email: ADA }, { workspaceId })).toMatchObject({ customers: 0 });
  });

  it.each([
    [{ customerId: '' }, 'customer_id'],
    [{ customerId: ADA }, 'customer_id'],
    [{ email: 'ada' }, 'email'],
    [{ atMs: 0 }, 'at_ms'],
    [{ atMs: NOW + 2 * 86_400_000 }, 'at_ms'],
    [subscription('-1'), 'subscription.mrr'],
    [subscription('1e3'), 'subscription.mrr'],
    [subscription('0.00001'), 'subscription.mrr'],
    [subscription('1', { currency: 'EURO' }), 'currency'],
    [subscription('1', { subscriptionId: '' }), 'subscription.subscription_id'],
    [subscription('1', { eventId: '' }), 'subscription.event_id'],
    [subscription('1', { plan: `for ${ADA}` }), 'subscription.plan'],
  ])('refuses %j and writes nothing', async (report, field) => {
    await expect(record(report)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    const { rowCount } = await fixture.database.pool.query(
      'SELECT FROM identity.billing_customers WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rowCount).toBe(0);
  });
});
