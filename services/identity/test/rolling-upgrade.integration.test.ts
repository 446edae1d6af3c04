import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { queueAccountsWithoutFacts } from '../src/store/account-changes';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const sql = (text: string) => fixture.database.pool.query(text, [workspaceId]);

/** Numbers all changes with the statements of the previous release, which writes `account_sums` instead of `account_facts`. */
async function numberWithPreviousRelease(): Promise<void> {
  await sql(
    `WITH taken AS (DELETE FROM identity.account_changes WHERE workspace_id = $1 RETURNING profile_id),
     changed AS (
       SELECT t.profile_id, o.id IS NULL AS is_erased
         FROM taken AS t LEFT JOIN identity.profiles AS o ON o.workspace_id = $1 AND o.id = t.profile_id
        GROUP BY t.profile_id, o.id),
     erased AS (
       DELETE FROM identity.account_positions
        WHERE workspace_id = $1 AND profile_id IN (SELECT profile_id FROM changed WHERE is_erased))
     INSERT INTO identity.account_positions AS p (workspace_id, profile_id, position)
     SELECT $1, profile_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + row_number() OVER ()
       FROM changed WHERE NOT is_erased
     ON CONFLICT (workspace_id, profile_id) DO UPDATE SET position = excluded.position`,
  );
  await sql(`DELETE FROM identity.account_sums WHERE workspace_id = $1`);
  await sql(
    `INSERT INTO identity.account_sums (workspace_id, profile_id, currency, gross, refunds, payments)
     SELECT $1, profile_id, currency, sum(amount_minor), 0, count(*)
       FROM identity.payments WHERE workspace_id = $1 AND profile_id IS NOT NULL GROUP BY profile_id, currency`,
  );
}

const identify = (userId: string) =>
  fixture.calls.Identify(
    { anonymousId: 'v1', account: { email: 'ada@example.com', userId } },
    { workspaceId },
  );
const pay = (paymentId: string, payer: object) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' } },
    { workspaceId },
  );
const queue = () => acrossWorkspaces(() => queueAccountsWithoutFacts(fixture.database.pool));

async function revenue(): Promise<string | undefined> {
  const { total } = await fixture.calls.QueryCustomers({ range: '30d' }, { workspaceId });
  return total?.revenue[0]?.gross;
}

async function queued(): Promise<number> {
  const { rowCount } = await sql('SELECT FROM identity.account_changes WHERE workspace_id = $1');
  return rowCount ?? 0;
}

test('accounts that a replica of the previous release numbered get their facts', async () => {
  await identify('u1');
  await pay('p1', { email: 'ada@example.com' });
  await numberWithPreviousRelease();
  await queue();
  expect(await queued()).toBe(1);
  await queue();
  expect(await queued()).toBe(1);
  expect(await revenue()).toBe('10.00');
  await pay('p2', { email: 'ada@example.com' });
  await numberWithPreviousRelease();
  await queue();
  expect(await revenue()).toBe('20.00');
  await queue();
  expect(await queued()).toBe(0);
});

test('a replica of the previous release takes no changes by user id', async () => {
  await identify('u1');
  expect(await revenue()).toBeUndefined();
  await pay('p1', { userId: 'u1' });
  await numberWithPreviousRelease();
  expect(await revenue()).toBe('10.00');
});

test('an erasure leaves no sums of the previous release, and no facts when that release numbers it', async () => {
  await identify('u1');
  await pay('p1', { email: 'ada@example.com' });
  await numberWithPreviousRelease();
  await queue();
  expect(await revenue()).toBe('10.00');
  for (const table of ['payments', 'links', 'profiles'])
    await sql(`DELETE FROM identity.${table} WHERE workspace_id = $1`);
  await numberWithPreviousRelease();
  const facts = await sql('SELECT FROM identity.account_facts WHERE workspace_id = $1');
  expect(facts.rowCount).toBe(0);

  await identify('u1');
  await pay('p2', { email: 'ada@example.com' });
  await numberWithPreviousRelease();
  await fixture.calls.EraseAccount({ email: 'ada@example.com' }, { workspaceId });
  const sums = await sql('SELECT FROM identity.account_sums WHERE workspace_id = $1');
  expect(sums.rowCount).toBe(0);
});

test('a payment that a replica of the previous release checks again is marked when its account gets a channel', async () => {
  await identify('u1');
  await pay('p1', { email: 'ada@example.com' });
  await pay('p2', { userId: 'u1' });
  await sql(`UPDATE identity.payments SET notice = 'waiting' WHERE workspace_id = $1`);
  await sql(
    `INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer, first_seen_at,
                                        rules_version, recorded_at)
     SELECT $1, id, 'Email', '', '', '', '', created_at, 1, created_at FROM identity.profiles WHERE workspace_id = $1`,
  );
  const { rows } = await sql('SELECT DISTINCT notice FROM identity.payments WHERE workspace_id = $1');
  expect(rows).toEqual([{ notice: 'look' }]);
});
