import { randomBytes } from 'node:crypto';
import type { PoolClient } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { checkPayments } from '../src/store/webhook-events';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;
let first: PoolClient;
let second: PoolClient;

beforeAll(async () => {
  fixture = await identityFixture();
  first = await fixture.database.pool.connect();
  second = await fixture.database.pool.connect();
});
afterAll(async () => {
  first.release();
  second.release();
  await fixture.stop();
});
beforeEach(async () => {
  workspaceId++;
  for (const client of [first, second]) await client.query('BEGIN');
});
afterEach(async () => {
  for (const client of [first, second]) await client.query('ROLLBACK');
});

type Client = Pick<PoolClient, 'query'>;

/** Stores an account with a SQL statement. @returns its id */
async function insertAccount(client: Client, userId: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, created_at, updated_at)
     VALUES ($1, $2, 'old', $3, $4, $4) RETURNING id`,
    [workspaceId, randomBytes(32), userId, new Date(NOW)],
  );
  return Number(rows[0]?.id);
}

const insertPayment = (client: Client, userId: string) =>
  client.query(
    `INSERT INTO identity.payments (workspace_id, payment_id, user_id, currency, amount_minor, type, occurred_at, created_at)
     VALUES ($1, 'p1', $2, 'EUR', 1000, 'sale', $3, $3)`,
    [workspaceId, userId, new Date(NOW)],
  );

const move = (client: Client, id: number, userId: string | null) =>
  client.query('UPDATE identity.profiles SET user_id = $3 WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    id,
    userId,
  ]);

/** Numbers all changes. @returns the accounts with revenue, with their gross revenue */
async function revenues(): Promise<[id: number, gross: string][]> {
  const { accounts } = await fixture.calls.ListAccounts({ after: 0, limit: 100 }, { workspaceId });
  return accounts.flatMap(({ id, revenue }) => revenue.map(({ gross }): [number, string] => [id, gross]));
}

async function expectOwner(owner: number): Promise<void> {
  expect(await revenues()).toEqual([[owner, '10.00']]);
  const { total } = await fixture.calls.QueryCustomers({ range: '30d' }, { workspaceId });
  expect(total?.revenue).toMatchObject([{ currency: 'EUR', gross: '10.00' }]);
  const { currencies } = await fixture.calls.QueryRevenue({ range: '30d' }, { workspaceId });
  expect(currencies).toMatchObject([{ currency: 'EUR', gross: '10.00', payments: 1, customers: 1 }]);
}

test('an older account whose transaction commits later takes the payments from a numbered one', async () => {
  await insertPayment(fixture.database.pool, 'guest');
  const older = await insertAccount(first, 'guest');
  const newer = await insertAccount(second, 'guest');
  await second.query('COMMIT');
  await expectOwner(newer);
  await first.query('COMMIT');
  await expectOwner(older);
});

test('a payment is reported while its user id has no account, and stays when the account leaves', async () => {
  const { pool } = fixture.database;
  await insertPayment(pool, 'u1');
  await move(pool, await insertAccount(pool, 'u2'), 'u3');
  const sums = async () => {
    const query = { range: '30d', dimension: 'plan' };
    const { currencies } = await fixture.calls.QueryRevenue(query, { workspaceId });
    return currencies.map(({ gross, customers, breakdown }) => [gross, customers, breakdown[0]?.key]);
  };
  expect(await sums()).toEqual([['10.00', 1, '(none)']]);
  const account = await insertAccount(pool, 'u1');
  await pool.query(`UPDATE identity.profiles SET plan = 'pro' WHERE workspace_id = $1 AND id = $2`, [
    workspaceId,
    account,
  ]);
  expect(await sums()).toEqual([['10.00', 1, 'pro']]);
  await move(pool, account, null);
  expect(await sums()).toEqual([['10.00', 1, '(none)']]);
  await pool.query('DELETE FROM identity.payments WHERE workspace_id = $1', [workspaceId]);
  expect(await sums()).toEqual([]);
});

test('a payment whose new owner has a channel gets its event, if the old one leaves concurrently', async () => {
  const { pool } = fixture.database;
  const leaving = await insertAccount(pool, 'u1');
  const joining = await insertAccount(pool, 'u2');
  await pool.query(
    `INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer, first_seen_at,
                                        rules_version, recorded_at)
     VALUES ($1, $2, 'Email', '', '', '', '', $3, 1, $3)`,
    [workspaceId, joining, new Date(NOW)],
  );
  await insertPayment(pool, 'u1');
  // The account with the channel joins while the leaving one still has the id.
  await move(second, joining, 'u1');
  await move(first, leaving, null);
  await first.query('COMMIT');
  const check = () => acrossWorkspaces(() => checkPayments(pool, 100));
  const notices = async () =>
    (
      await pool.query<{ notice: string }>('SELECT notice FROM identity.payments WHERE workspace_id = $1', [
        workspaceId,
      ])
    ).rows;
  await check();
  expect(await notices()).toEqual([{ notice: 'waiting' }]);
  await second.query('COMMIT');
  await expectOwner(joining);
  await check();
  expect(await notices()).toEqual([{ notice: 'due' }]);
});

test('a payment and its account have each other when both transactions are open', async () => {
  const account = await insertAccount(first, 'u1');
  await insertPayment(second, 'u1');
  await first.query('COMMIT');
  expect(await revenues()).toEqual([]);
  await second.query('COMMIT');
  await expectOwner(account);
});

test('an account that joins a user id gets the payments of an owner that leaves it concurrently', async () => {
  const leaving = await insertAccount(fixture.database.pool, 'u1');
  const joining = await insertAccount(fixture.database.pool, 'u2');
  await insertPayment(fixture.database.pool, 'u1');
  await move(first, leaving, null);
  await move(second, joining, 'u1');
  await second.query('COMMIT');
  await expectOwner(leaving);
  await first.query('COMMIT');
  await expectOwner(joining);
});

test('an account that is erased while another one joins its user id leaves its payments', async () => {
  const erased = await insertAccount(fixture.database.pool, 'u1');
  const joining = await insertAccount(second, 'u1');
  await insertPayment(fixture.database.pool, 'u1');
  await first.query('DELETE FROM identity.profiles WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    erased,
  ]);
  await second.query('COMMIT');
  await expectOwner(erased);
  await first.query('COMMIT');
  await expectOwner(joining);
});

describe('the facts of payments that leave while their user id gets another account', () => {
  const sum = async () => (await fixture.calls.QueryRevenue({ range: '30d' }, { workspaceId })).currencies;
  const facts = async () =>
    (
      await fixture.database.pool.query<object>(
        'SELECT payment_id, user_id, plan, company FROM identity.payment_facts WHERE workspace_id = $1',
        [workspaceId],
      )
    ).rows;
  const storedFact = async (): Promise<unknown> => {
    const { rows } = await fixture.database.pool.query<{ fact: unknown }>(
      'SELECT to_jsonb(f) AS fact FROM identity.payment_facts AS f WHERE workspace_id = $1',
      [workspaceId],
    );
    return rows[0]?.fact;
  };
  /** As a concurrent numbering does, whose statement began before the payment left. */
  const writeAgain = (fact: unknown) =>
    fixture.database.pool.query(
      `INSERT INTO identity.payment_facts SELECT * FROM jsonb_populate_record(NULL::identity.payment_facts, $1)
       ON CONFLICT DO NOTHING`,
      [fact],
    );

  test('a deleted payment leaves no facts', async () => {
    const { pool } = fixture.database;
    const joining = await insertAccount(pool, 'u2');
    await insertPayment(pool, 'u1');
    expect(await sum()).toMatchObject([{ gross: '10.00' }]);
    await pool.query('DELETE FROM identity.payments WHERE workspace_id = $1', [workspaceId]);
    await move(pool, joining, 'u1');
    expect(await sum()).toEqual([]);
    expect(await facts()).toEqual([]);
  });

  test('facts that a concurrent numbering wrote after the deletion are deleted by the next one', async () => {
    const { pool } = fixture.database;
    const joining = await insertAccount(pool, 'u2');
    await insertPayment(pool, 'u1');
    await sum();
    const written = await storedFact();
    await pool.query('DELETE FROM identity.payments WHERE workspace_id = $1', [workspaceId]);
    await writeAgain(written);
    await move(pool, joining, 'u1');
    expect(await sum()).toEqual([]);
    expect(await facts()).toEqual([]);
  });

  test('an erasure leaves no facts of the erased account', async () => {
    const { pool } = fixture.database;
    const erased = await insertAccount(pool, 'u1');
    await pool.query(
      `UPDATE identity.profiles SET plan = 'pro', company = 'Acme' WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, erased],
    );
    const joining = await insertAccount(pool, 'u2');
    await insertPayment(pool, 'u1');
    await sum();
    const written = await storedFact();
    expect(await fixture.calls.EraseAccount({ userId: 'u1' }, { workspaceId })).toMatchObject({
      profiles: 1,
    });
    await sum();
    await writeAgain(written);
    await move(pool, joining, 'u1');
    expect(await sum()).toEqual([expect.objectContaining({ gross: '10.00', payments: 1 })]);
    expect(await facts()).toEqual([]);
  });
});
