import { createPool } from '@headwater/kit/pg/pool';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { numberAllChanges } from '../src/store/account-changes';
import { identityFixture, type IdentityFixture, type Running } from './identity-fixture';

const WORKSPACE = { workspaceId: 1 };

let fixture: IdentityFixture;
let replica: Running;

beforeAll(async () => {
  fixture = await identityFixture();
  replica = await fixture.start({ DATABASE_STATEMENT_TIMEOUT_MS: '500' });
});
afterAll(() => fixture.stop());

const pay = (paymentId: string, email: string) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, email, amount: '10', currency: 'EUR', type: 'sale' } },
    WORKSPACE,
  );

async function revenues(): Promise<string[]> {
  const call = { ...WORKSPACE, deadlineMs: 60_000 };
  for (;;) {
    const { accounts, more } = await replica.calls.ListAccounts({ after: 0, limit: 10 }, call);
    if (!more) return accounts.flatMap(({ revenue }) => revenue.map(({ gross }) => gross)).sort();
  }
}

test('an account whose facts exceed the statement timeout is postponed, and blocks no other account', async () => {
  const { pool } = fixture.database;
  for (const name of ['ada', 'bob']) {
    await fixture.calls.Identify({ anonymousId: name, account: { email: `${name}@example.com` } }, WORKSPACE);
    await pay(`${name}-1`, `${name}@example.com`);
  }
  expect(await revenues()).toEqual(['10.00', '10.00']);
  const { rows } = await pool.query<{ profile_id: string }>(
    `SELECT profile_id FROM identity.payments WHERE payment_id = 'ada-1'`,
  );
  const slow = rows[0]?.profile_id;

  // Another transaction has the row: writing the facts takes longer than the timeout.
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM identity.account_facts WHERE profile_id = $1 FOR UPDATE', [slow]);
    await pay('ada-2', 'ada@example.com');
    await pay('bob-2', 'bob@example.com');
    expect(await revenues()).toEqual(['10.00', '20.00']);
    expect(fixture.lines.join('\n')).toContain(
      `"accountId":"${slow}","msg":"account has too many payments to number`,
    );
    await pay('ada-3', 'ada@example.com');
    await pay('bob-3', 'bob@example.com');
    expect(await revenues()).toEqual(['10.00', '30.00']);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }

  await pool.query(`UPDATE identity.account_changes SET postponed_at = now() - interval '11 minutes'`);
  await acrossWorkspaces(() => numberAllChanges(pool, silentLog(), new AbortController().signal));
  expect(await revenues()).toEqual(['30.00', '30.00']);
  const left = await pool.query('SELECT FROM identity.account_changes');
  expect(left.rowCount).toBe(0);
});

test('changed touches of an account that exceed the statement timeout are postponed, and block no other account', async () => {
  const { pool } = fixture.database;
  const channels = async () => {
    const query = { dimension: 'channel', model: 'last_touch' };
    const { currencies } = await replica.calls.QueryRevenue(query, { ...WORKSPACE, deadlineMs: 60_000 });
    return currencies[0]?.breakdown.map(({ key, gross }) => `${key} ${gross}`).sort();
  };
  for (const name of ['eve', 'fay']) {
    await fixture.calls.Identify({ anonymousId: name, account: { email: `${name}@example.com` } }, WORKSPACE);
    await pay(`${name}-1`, `${name}@example.com`);
  }
  const before = await channels();
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM identity.payment_facts WHERE payment_id = 'eve-1' FOR UPDATE`);
    await pool.query(
      `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer)
       SELECT l.workspace_id, l.profile_id, l.anonymous_id, p.occurred_at, 'Touch of ' || l.anonymous_id, '', '', '', ''
         FROM identity.links AS l JOIN identity.payments AS p ON p.profile_id = l.profile_id
        WHERE p.payment_id IN ('eve-1', 'fay-1')`,
    );
    expect(await channels()).toContain('Touch of fay 10.00');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(before).not.toContain('Touch of fay 10.00');
  expect(await channels()).not.toContain('Touch of eve 10.00');
  await pool.query(`UPDATE identity.account_changes SET postponed_at = now() - interval '11 minutes'`);
  await acrossWorkspaces(() => numberAllChanges(pool, silentLog(), new AbortController().signal));
  expect(await channels()).toEqual(expect.arrayContaining(['Touch of eve 10.00', 'Touch of fay 10.00']));
});

describe('facts of a payment that take longer to write than pg waits for a statement by default', () => {
  beforeEach(() =>
    fixture.database.pool.query(
      `CREATE FUNCTION identity.test_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NEW; END';
       CREATE TRIGGER test_slow BEFORE INSERT ON identity.payment_facts
         FOR EACH ROW WHEN (NEW.payment_id LIKE 'slow%') EXECUTE FUNCTION identity.test_slow()`,
    ),
  );
  afterEach(() => fixture.database.pool.query('DROP FUNCTION identity.test_slow CASCADE'));

  const fact = async (paymentId: string) =>
    (
      await fixture.database.pool.query<{ minor: string }>(
        'SELECT minor FROM identity.payment_facts WHERE payment_id = $1',
        [paymentId],
      )
    ).rows;

  test('are written for a user id without an account', async () => {
    await fixture.calls.RecordPayment(
      {
        payment: { paymentId: 'slow-1', userId: 'guest', amount: '10', currency: 'EUR', type: 'sale' },
      },
      WORKSPACE,
    );
    await revenues();
    expect(await fact('slow-1')).toEqual([{ minor: '1000' }]);
  });

  test('are written for a postponed account', async () => {
    const { pool, url } = fixture.database;
    await pay('slow-2', 'ada@example.com');
    await revenues();
    expect(await fact('slow-2')).toEqual([]);
    await pool.query(`UPDATE identity.account_changes SET postponed_at = now() - interval '11 minutes'`);
    const limits = { statementTimeoutMs: 500 };
    const slow = createPool({ databaseUrl: url, applicationName: 'test', limits, log: silentLog() });
    try {
      await acrossWorkspaces(() => numberAllChanges(slow, silentLog(), new AbortController().signal));
    } finally {
      await slow.end();
    }
    expect(await fact('slow-2')).toEqual([{ minor: '1000' }]);
  });
});
