import fc from 'fast-check';
import { ATTRIBUTION_MODELS } from '@headwater/protos/vocabulary';
import { concurrently } from './concurrently';
import { identityFixture, type IdentityFixture } from './identity-fixture';

/** 10,000 in `npm run test:identity`. */
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 300);
const ACCOUNTS = 50;
const USER_IDS = 5;
const CONCURRENCY = 20;
const WORKSPACE = { workspaceId: 1, deadlineMs: 60_000 };

let fixture: IdentityFixture;
let calls: IdentityFixture['calls'];
beforeAll(async () => {
  fixture = await identityFixture();
  // A replica that numbers changes meanwhile; the fixture stops it. A busy machine needs longer than the default timeouts, and a
  // connection for each concurrent call: a workspace gets 60 % of the pool.
  const limits = { DATABASE_POOL_SIZE: '40', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  ({ calls } = await fixture.start({ NOTICE_PAUSE_MS: '50', ...limits }));
});
afterAll(() => fixture.stop());

const operation = fc.record({
  account: fc.nat(ACCOUNTS - 1),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('identify', 'sale', 'subscription', 'refund') },
    { weight: 1, arbitrary: fc.constant('erase') },
  ),
  minor: fc.integer({ min: 0, max: 1_000_000 }),
  byUserId: fc.boolean(),
});

const emailOf = (account: number): string => `account-${account}@example.com`;
const channelOf = (account: number): string => (account % 2 ? 'Email' : 'Direct');
const minorOf = (amount = '0'): number => Math.round(Number(amount) * 100);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The net of the payments of each account, from the payments themselves. */
async function paidByOwner(): Promise<[id: number, net: number][]> {
  const { rows } = await fixture.database.pool.query<{ id: string; net: string }>(
    `SELECT owner.id, sum(CASE WHEN p.type = 'refund' THEN -p.amount_minor ELSE p.amount_minor END) AS net
       FROM identity.payments AS p
       JOIN identity.profiles AS owner
         ON owner.id = coalesce(p.profile_id, (SELECT min(x.id) FROM identity.profiles AS x WHERE x.user_id = p.user_id))
      GROUP BY owner.id`,
  );
  return rows.map(({ id, net }) => [Number(id), Number(net)]);
}

test('concurrent operations keep one profile and one channel for each account, and exact sums', async () => {
  for (let n = 0; n < ACCOUNTS; n++) fixture.analytics.sees(1, `v${n}`, { channel: channelOf(n) });
  const [operations = []] = fc.sample(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), {
    ...{ numRuns: 1, seed: 21 },
  });
  await concurrently(CONCURRENCY, operations, async ({ account, kind, minor, byUserId }, i) => {
    const email = emailOf(account);
    const userId = `u${account % USER_IDS}`;
    if (kind === 'erase') return calls.EraseAccount({ email }, WORKSPACE);
    if (kind === 'identify')
      return calls.Identify({ anonymousId: `v${account}`, account: { email, userId } }, WORKSPACE);
    const payment = { paymentId: `p${i}`, amount: (minor / 100).toFixed(2), currency: 'EUR', type: kind };
    return calls.RecordPayment(
      { payment: { ...payment, ...(byUserId ? { userId } : { email }) } },
      WORKSPACE,
    );
  });

  const { accounts } = await calls.ListAccounts({ after: 0, limit: 1_000 }, WORKSPACE);
  const found = await calls.LookUpAttributions(
    { accounts: Array.from({ length: ACCOUNTS }, (_, n) => ({ email: emailOf(n) })) },
    WORKSPACE,
  );
  const known = found.accounts.flatMap(({ account }, n) => (account ? [{ n, ...account }] : []));
  expect(known.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    accounts.map(({ id }) => id).sort((a, b) => a - b),
  );
  for (const { n, attribution } of known)
    if (attribution) expect([n, attribution.channel]).toEqual([n, channelOf(n)]);

  const net = sum(
    operations.map(({ kind, minor }) =>
      kind === 'refund' ? -minor : kind === 'sale' || kind === 'subscription' ? minor : 0,
    ),
  );
  for (const model of ATTRIBUTION_MODELS) {
    const { currencies } = await calls.QueryRevenue({ range: '30d', model, dimension: 'channel' }, WORKSPACE);
    const [euro] = currencies;
    expect([model, minorOf(euro?.net)]).toEqual([model, net]);
    expect([model, sum((euro?.breakdown ?? []).map((row) => minorOf(row.net)))]).toEqual([model, net]);
  }
  expect(accounts.flatMap(({ id, revenue }) => revenue.map(({ net }) => [id, minorOf(net)])).sort()).toEqual(
    (await paidByOwner()).sort(),
  );
  const ofAccounts = sum(accounts.flatMap(({ revenue }) => revenue.map((each) => minorOf(each.net))));
  const customers = await calls.QueryCustomers({ range: '30d', dimension: 'channel' }, WORKSPACE);
  expect(customers.total?.customers).toBe(accounts.length);
  expect(minorOf(customers.total?.revenue[0]?.net)).toBe(ofAccounts);
  const cohorts = await calls.QueryCohorts({ range: '30d', currency: 'EUR' }, WORKSPACE);
  expect(sum(cohorts.cohorts.map(({ periods }) => minorOf(periods.at(-1)?.cumulative)))).toBe(ofAccounts);
});
