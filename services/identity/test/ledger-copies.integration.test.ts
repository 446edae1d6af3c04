import { ATTRIBUTION_MODELS, CUSTOMER_DIMENSIONS, REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { identityFixture, NOW, type IdentityFixture, type Running } from './identity-fixture';

/** Reads the same database as `fixture`, from copies. */
let copying: Running;
let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  copying = await fixture.start({ LEDGER_COPY_ROWS: '0' });
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

/** 5,000 in `npm run test:identity`. */
const HISTORIES = Number(process.env['LEDGER_HISTORIES'] ?? 10);
const WINDOW = { from: '2026-01-01', to: '2026-11-01', grain: 'month' };
const CURRENCIES = ['EUR', 'JPY'];
const PAYERS = ['email', 'userId', 'customerId'];

const person = fc.integer({ min: 0, max: 4 });
const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: NOW });
const channel = fc.constantFrom('Email', 'Direct', 'Referral');
const payment = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  payer: fc.constantFrom(...PAYERS),
  by: person,
  minor: fc.integer({ min: 0, max: 999 }),
  currency: fc.constantFrom(...CURRENCIES),
  type: fc.constantFrom('sale', 'refund', 'subscription'),
  atMs: time,
});
const command = fc.oneof(
  fc.record({
    kind: fc.constant('identify' as const),
    by: person,
    userId: fc.option(person),
    plan: fc.constantFrom('pro', 'free', null),
    company: fc.constantFrom('Acme', '(none)', null),
    mrr: fc.constantFrom(0, 7, 9.5, null),
    channel: fc.option(channel),
  }),
  fc.record({ kind: fc.constant('pay' as const), payment }),
  fc.record({ kind: fc.constant('pay' as const), payment }),
  fc.record({ kind: fc.constant('void' as const), id: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ kind: fc.constant('bill' as const), customer: person, by: person }),
  fc.record({
    kind: fc.constant('touch' as const),
    by: person,
    channel,
    atMs: time,
    arrivedAtMs: fc.option(time),
  }),
  fc.record({ kind: fc.constant('erase' as const), by: person }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const emailOf = (index: number) => `account-${index}@example.com`;
const ignoreRefusal = (error: unknown) => {
  if ((error as { kind?: string }).kind === 'internal') throw error;
};

async function execute(step: Command): Promise<void> {
  const { calls, analytics, database } = fixture;
  const workspace = { workspaceId };
  if (step.kind === 'identify') {
    const { by, userId, plan, company, mrr } = step;
    const account = {
      email: emailOf(by),
      ...(plan === null ? {} : { plan }),
      ...(company === null ? {} : { company }),
      ...(mrr === null ? {} : { mrr }),
      ...(userId === null ? {} : { userId: `user-${userId}` }),
    };
    if (step.channel !== null) analytics.sees(workspaceId, `v${by}`, { channel: step.channel });
    await calls.Identify({ anonymousId: `v${by}`, account }, workspace);
  } else if (step.kind === 'pay') {
    const { id, payer, by, minor, currency, type, atMs } = step.payment;
    const payers = { email: emailOf(by), userId: `user-${by}`, customerId: `customer-${by}` };
    const amount = currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2);
    const paid = { amount, currency, type, occurredAt: new Date(atMs).toISOString() };
    await calls.RecordPayment(
      { payment: { paymentId: `p${id}`, [payer]: payers[payer as 'email'], ...paid } },
      workspace,
    );
  } else if (step.kind === 'void')
    await calls.RecordPayment({ aliasIds: [`p${step.id}`], voided: true }, workspace);
  else if (step.kind === 'bill')
    await calls.RecordBilling(
      { customerId: `customer-${step.customer}`, email: emailOf(step.by), atMs: NOW },
      workspace,
    );
  else if (step.kind === 'touch')
    await database.pool.query(
      `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, arrived_at, channel, source, campaign, landing, referrer)
       SELECT workspace_id, profile_id, anonymous_id, $3, $4, $5, 'news', 'spring', '', '' FROM identity.links
        WHERE workspace_id = $1 AND anonymous_id = $2 AND linked_at IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [
        ...[workspaceId, `v${step.by}`, new Date(step.atMs)],
        ...[step.arrivedAtMs === null ? null : new Date(step.arrivedAtMs), step.channel],
      ],
    );
  else await calls.EraseAccount({ email: emailOf(step.by) }, workspace);
}

const oneOf = <T>(values: readonly T[], seed: number): T => values[seed % values.length] as T;

/** Reports with one model, dimension and filter, chosen by a number. */
async function reports({ calls }: Running, seed: number): Promise<unknown[]> {
  const model = oneOf(ATTRIBUTION_MODELS, seed);
  const isRecorded = model === 'first_touch';
  const lookback = oneOf([0, 30], seed >> 3);
  const of = (dimensions: readonly string[]) => {
    const dimension = oneOf(
      isRecorded ? dimensions : ['channel', 'source', 'utm_campaign', 'plan', 'company'],
      seed >> 4,
    );
    const filter = oneOf(
      [
        { key: 'channel', operator: 'is_not', value: 'Direct' },
        { key: 'company', operator: 'is', value: '(none)' },
        { key: 'plan', operator: 'contains', value: 'r' },
        { key: 'source', operator: 'contains_not', value: 'new' },
      ],
      seed >> 8,
    );
    return {
      ...WINDOW,
      model,
      lookback,
      dimension,
      filters: oneOf([[], [filter]], seed >> 10),
      limit: oneOf([500, 2], seed >> 11),
    };
  };
  const workspace = { workspaceId };
  const ofCustomers = of(CUSTOMER_DIMENSIONS);
  const [currency, basis] = [oneOf(CURRENCIES, seed >> 12), oneOf(['identified', 'first_visit'], seed >> 13)];
  return Promise.all([
    calls.QueryRevenue(of(REVENUE_DIMENSIONS), workspace),
    calls.QueryCustomers({ ...ofCustomers, basis }, workspace),
    calls.QueryCohorts(
      { ...ofCustomers, currency, metric: oneOf(['net', 'mrr', 'paying'], seed >> 14) },
      workspace,
    ),
  ]);
}

test('copies answer like the database after each change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.integer({ min: 0, max: 2 ** 20 })), { minLength: 8, maxLength: 16 }),
      async (steps) => {
        workspaceId += 1;
        for (const [step, seed] of steps) {
          await execute(step).catch(ignoreRefusal);
          expect([step, await reports(copying, seed)]).toEqual([step, await reports(fixture, seed)]);
        }
      },
    ),
    { numRuns: HISTORIES },
  );
});

test('a copy follows payments without an account that it contained when it was loaded', async () => {
  const ids = Array.from({ length: 9 }, (_, id) => id);
  // The payments of different payers alternate.
  for (const id of ids) {
    const payer = PAYERS[1 + (id % 2)] ?? '';
    const paid = { currency: 'EUR', type: 'sale' as const, atMs: NOW - id, minor: 2 ** id };
    await execute({ kind: 'pay', payment: { id, payer, by: id % 3, ...paid } });
  }
  const changes: readonly Command[] = [
    { kind: 'void', id: 4 },
    { kind: 'identify', by: 1, userId: 1, plan: null, company: 'Acme', mrr: null, channel: 'Direct' },
    { kind: 'bill', customer: 2, by: 3 },
    ...ids.map((id): Command => ({ kind: 'void', id })),
  ];
  expect(await reports(copying, 0)).toEqual(await reports(fixture, 0));
  for (const change of changes) {
    await execute(change).catch(ignoreRefusal);
    for (const seed of [0, 16, 32])
      expect([change, await reports(copying, seed)]).toEqual([change, await reports(fixture, seed)]);
  }
});

test('a copy that loads during changes contains all of them', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    workspaceId += 1;
    const changes = Array.from({ length: 60 }, async (_, index) => {
      const by = index % 5;
      if (index % 6 === 0)
        await execute({
          kind: 'identify',
          by,
          userId: by,
          plan: 'pro',
          company: null,
          mrr: 7,
          channel: 'Email',
        });
      else
        await execute({
          kind: 'pay',
          payment: {
            ...{ id: index, payer: PAYERS[index % 3] ?? 'email', by, minor: index, currency: 'EUR' },
            ...{ type: index % 7 === 0 ? 'refund' : 'sale', atMs: NOW - index },
          },
        });
    });
    const reads = Array.from({ length: 10 }, (_, seed) => reports(copying, seed * 7_919));
    await Promise.all([...changes, ...reads]);
    for (const seed of [0, 4_321, 98_765])
      expect(await reports(copying, seed)).toEqual(await reports(fixture, seed));
  }
});

test('a copy that can not follow the changes is loaded again', async () => {
  const { pool } = fixture.database;
  const revenue = async (seen: Running) => {
    const { currencies } = await seen.calls.QueryRevenue({ range: '30d', filters: [] }, { workspaceId });
    return currencies.map(({ net, payments }) => [net, payments]);
  };
  const insert = (name: string, count: number) =>
    pool.query(
      `INSERT INTO identity.payments (workspace_id, payment_id, customer_id, currency, amount_minor, type, occurred_at, created_at)
       SELECT $1, $2 || n, 'customer', 'EUR', 100, 'sale', $3, $3 FROM generate_series(1, $4::int) AS n`,
      [workspaceId, name, new Date(NOW), count],
    );
  await insert('first', 1);
  expect(await revenue(copying)).toEqual([['1.00', 1]]);
  // As after a day without reports.
  await pool.query('DELETE FROM identity.ledger_copies WHERE workspace_id = $1', [workspaceId]);
  await insert('unrecorded', 1);
  for (const read of ['database', 'copy'])
    expect([read, await revenue(copying)]).toEqual([read, [['2.00', 2]]]);
  await insert('many', 20_001);
  for (const read of ['database', 'copy'])
    expect([read, await revenue(copying)]).toEqual([read, [['20003.00', 20_003]]]);
  await insert('later', 1);
  expect(await revenue(copying)).toEqual([['20004.00', 20_004]]);
});

test('reads the database while a ledger is larger than the memory for copies', async () => {
  const small = await fixture.start({ LEDGER_COPY_ROWS: '0', LEDGER_MEMORY_MB: '1' });
  await fixture.database.pool.query(
    `INSERT INTO identity.payments (workspace_id, payment_id, customer_id, currency, amount_minor, type, occurred_at, created_at)
     SELECT $1, 'many-' || n, 'customer-' || n % 1000, 'EUR', 100, 'sale', $2, $2 FROM generate_series(1, 20000) AS n`,
    [workspaceId, new Date(NOW)],
  );
  const { currencies } = await small.calls.QueryRevenue({ range: '30d', filters: [] }, { workspaceId });
  expect(currencies).toMatchObject([{ payments: 20_000, customers: 1_000 }]);
  const messages = fixture.lines.filter((line) => line.includes('could not be copied into memory'));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('LEDGER_MEMORY_MB');
});
