import { digestEmail } from '../src/domain/email';
import { hmacKeys, identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const emailOf = (n: number): string => `account-${n}@example.com`;
const payments = (ids: readonly string[], userId: string) => ({
  payments: ids.map((paymentId, index) => ({
    index,
    payment: { paymentId, userId, amount: '10', currency: 'EUR', type: 'sale' },
  })),
});
const pay = (paymentIds: readonly string[], userId: string) =>
  fixture.calls.RecordPayments(payments(paymentIds, userId), { workspaceId });
const identify = (numbers: readonly number[], userId: string) =>
  fixture.calls.BulkIdentify(
    { users: numbers.map((n, index) => ({ index, account: { email: emailOf(n), userId } })) },
    { workspaceId },
  );
const unset = (n: number) =>
  fixture.calls.BulkIdentify(
    { users: [{ index: 0, account: { email: emailOf(n), unset: ['user_id'] } }] },
    { workspaceId },
  );

/** Stores accounts of a user id with one statement, and returns the id of the first. */
async function storeAccounts(count: number, userId: string): Promise<number> {
  const [key] = hmacKeys();
  const digests = Array.from(
    { length: count },
    (_, n) => digestEmail([key], workspaceId, emailOf(n))[0].digest,
  );
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, created_at, updated_at)
     SELECT $1, digest, $2, $3, $4, $4 FROM unnest($5::bytea[]) AS digest RETURNING id`,
    [workspaceId, key.id, userId, new Date(NOW), digests],
  );
  // As autovacuum does within a minute.
  await fixture.database.pool.query('ANALYZE identity.profiles');
  return Number(rows[0]?.id);
}

let position = 0;
beforeEach(() => (position = 0));

/** The numbers of the accounts that changed since the last call, counted from the account `first`, each once. */
async function changedSince(first: number): Promise<number[]> {
  const found = new Set<number>();
  for (let more = true; more;) {
    const page = await fixture.calls.ListAccounts({ after: position, limit: 1_000 }, { workspaceId });
    for (const { id } of page.accounts) found.add(id - first);
    position = page.accounts.at(-1)?.position ?? position;
    ({ more } = page);
  }
  return [...found].sort((a, b) => a - b);
}

/** The account that lookups and payments by a user id find, counted from the account `first`. */
async function ownerOf(userId: string, first: number): Promise<number | undefined> {
  const { accounts } = await fixture.calls.LookUpAttributions({ accounts: [{ userId }] }, { workspaceId });
  const id = accounts[0]?.account?.id;
  return id === undefined ? undefined : id - first;
}

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);

test('payments by a user id of 12,000 accounts are stored, and change one account', async () => {
  const first = await storeAccounts(12_000, 'guest');
  await changedSince(first);
  const ids = numbers(1_000).map((n) => `p${n}`);
  expect(await pay(ids, 'guest')).toMatchObject({ imported: 1_000, skipped: 0 });
  expect(await changedSince(first)).toEqual([0]);
  expect(await ownerOf('guest', first)).toBe(0);
});

test('1,000 accounts that leave a user id of 12,000 change themselves and the next owner', async () => {
  const first = await storeAccounts(12_000, 'guest');
  await pay(
    numbers(1_000).map((n) => `p${n}`),
    'guest',
  );
  await changedSince(first);
  expect(await identify(numbers(1_000), 'other')).toMatchObject({ imported: 1_000 });
  expect(await changedSince(first)).toEqual(numbers(1_001));
});

test('a session of one of 12,000 accounts changes this account only', async () => {
  const first = await storeAccounts(12_000, 'guest');
  await changedSince(first);
  fixture.analytics.sees(workspaceId, 'v', { channel: 'Email' });
  await fixture.calls.Identify({ anonymousId: 'v', account: { email: emailOf(7_000) } }, { workspaceId });
  expect(await changedSince(first)).toEqual([7_000]);
  expect(await ownerOf('guest', first)).toBe(0);
});

describe('accounts 0 to 3 have the user id u1, account 4 has u2', () => {
  interface Change {
    readonly name: string;
    readonly change: () => Promise<unknown>;
    readonly changed: readonly number[];
    readonly userId: string;
    readonly owner?: number;
  }
  const move = (accounts: readonly number[], to: string) => () => identify(accounts, to);
  const payBy = (userId: string) => () => pay(['p1', 'p2'], userId);
  const CHANGES: readonly Change[] = [
    { name: 'the owner moves', change: move([0], 'u3'), changed: [0, 1], userId: 'u1', owner: 1 },
    { name: 'the owner loses its id', change: () => unset(0), changed: [0, 1], userId: 'u1', owner: 1 },
    { name: 'another account moves', change: move([2], 'u3'), changed: [2], userId: 'u1', owner: 0 },
    {
      name: 'two older accounts join',
      change: move([1, 2], 'u2'),
      changed: [1, 2, 4],
      userId: 'u2',
      owner: 1,
    },
    { name: 'a newer account joins', change: move([4], 'u1'), changed: [4], userId: 'u1', owner: 0 },
    { name: 'all accounts move', change: move([0, 1, 2, 3], 'u3'), changed: [0, 1, 2, 3], userId: 'u1' },
    { name: 'the owner is erased', change: () => erase(0), changed: [1], userId: 'u1', owner: 1 },
    { name: 'another account is erased', change: () => erase(3), changed: [], userId: 'u1', owner: 0 },
    { name: 'two payments arrive', change: payBy('u1'), changed: [0], userId: 'u1', owner: 0 },
    { name: 'payments without an account arrive', change: payBy('u9'), changed: [], userId: 'u9' },
  ];
  const erase = (n: number) => fixture.calls.EraseAccount({ email: emailOf(n) }, { workspaceId });

  test.each(CHANGES)('$name: changes $changed', async ({ change, changed, userId, owner }) => {
    const first = await storeAccounts(5, 'u1');
    await identify([4], 'u2');
    await changedSince(first);
    await change();
    expect(await changedSince(first)).toEqual(changed);
    expect(await ownerOf(userId, first)).toBe(owner);
  });
});

test('payments of an owner that leaves its user id are attributed to the next owner, and checked again', async () => {
  fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
  const first = await storeAccounts(2, 'u1');
  await fixture.calls.Identify({ anonymousId: 'v1', account: { email: emailOf(1) } }, { workspaceId });
  await pay(['p1'], 'u1');
  await fixture.database.pool.query(
    `UPDATE identity.payments SET notice = 'waiting' WHERE workspace_id = $1`,
    [workspaceId],
  );
  await identify([0], 'u2');
  expect(await ownerOf('u1', first)).toBe(1);
  const { rows } = await fixture.database.pool.query(
    'SELECT notice FROM identity.payments WHERE workspace_id = $1',
    [workspaceId],
  );
  expect(rows).toEqual([{ notice: 'look' }]);
});

test('the change feed reports the accounts that lose and get the payments', async () => {
  const list = (after: number) => fixture.calls.ListAccounts({ after, limit: 10 }, { workspaceId });
  const first = await storeAccounts(3, 'u1');
  await pay(['p1'], 'u1');
  const before = await list(0);
  await identify([0], 'u2');
  const { accounts } = await list(before.accounts.at(-1)?.position ?? 0);
  expect(accounts.map(({ id, revenue }) => [id - first, revenue.length])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('lists and reports answer with 12,000 accounts of a user id, one of which has its payments', async () => {
  const first = await storeAccounts(12_000, 'guest');
  await pay(['p1'], 'guest');
  const revenues = new Map<number, number>();
  for (let after = 0, more = true; more;) {
    const page = await fixture.calls.ListAccounts({ after, limit: 1_000 }, { workspaceId });
    for (const { id, revenue } of page.accounts) revenues.set(id, revenue.length);
    ({ more } = page);
    after = page.accounts.at(-1)?.position ?? after;
  }
  expect(revenues.size).toBe(12_000);
  expect([...revenues].filter(([, currencies]) => currencies > 0)).toEqual([[first, 1]]);
  const window = { range: '30d' };
  const { total } = await fixture.calls.QueryCustomers(window, { workspaceId });
  expect(total).toMatchObject({ customers: 12_000, paying: 1, revenue: [{ currency: 'EUR', net: '10.00' }] });
  const { cohorts } = await fixture.calls.QueryCohorts(window, { workspaceId });
  expect(cohorts[0]).toMatchObject({ customers: 12_000, periods: [{ value: '10.00' }] });
  const { currencies } = await fixture.calls.QueryRevenue(window, { workspaceId });
  expect(currencies).toMatchObject([{ currency: 'EUR', net: '10.00' }]);
});
