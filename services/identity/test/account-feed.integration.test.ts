import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const identify = (anonymousId: string, email: string, fields: object = {}) =>
  fixture.calls.Identify({ anonymousId, account: { email, ...fields } }, { workspaceId });
const pay = (paymentId: string, payer: object, amount = '10') =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, ...payer, amount, currency: 'EUR', type: 'sale' } },
    { workspaceId },
  );
const list = (after = 0, limit = 100) => fixture.calls.ListAccounts({ after, limit }, { workspaceId });

/** The state of a reader that follows the feed: accounts by id. */
async function follow(state: Map<number, object>, after: number, limit: number): Promise<number> {
  for (let position = after; ;) {
    const { accounts, more } = await list(position, limit);
    for (const account of accounts) state.set(account.id, account);
    position = accounts.at(-1)?.position ?? position;
    if (!more) return position;
  }
}

const byId = (state: ReadonlyMap<number, object>) => [...state].sort(([a], [b]) => a - b);

test('lists accounts with attribution, status and revenue, in the order of their changes', async () => {
  fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
  await identify('v1', 'ada@example.com', { userId: 'u1', plan: 'pro', company: 'acme', mrr: 49.5 });
  await identify('v2', 'bob@example.com');
  await fixture.calls.BulkIdentify(
    { users: [{ index: 0, account: { email: 'eve@example.com' } }] },
    { workspaceId },
  );
  const first = await list();
  await pay('p1', { email: 'ada@example.com' });
  await pay('p2', { userId: 'u1' }, '2.50');
  const { accounts } = await list();
  expect(accounts.map(({ status, userId }) => [status, userId])).toEqual([
    ['pending', undefined],
    ['unattributed', undefined],
    ['linked', 'u1'],
  ]);
  expect(accounts[2]).toMatchObject({
    id: first.accounts[0]?.id,
    userId: 'u1',
    plan: 'pro',
    company: 'acme',
    mrr: '49.5',
    status: 'linked',
    attribution: {
      channel: 'Email',
      source: 'Google',
      campaign: 'autumn',
      landing: 'example.com/pricing',
      referrer: 'google.com',
      country: 'DE',
      firstSeenAtMs: Date.UTC(2026, 9, 1),
      recordedAtMs: NOW,
      rulesVersion: 3,
    },
    identifiedAtMs: NOW,
    position: accounts[2]?.position,
    revenue: [
      {
        ...{ currency: 'EUR', gross: '12.50', refunds: '0.00', net: '12.50', payments: 2 },
        ...{ firstPaidAtMs: NOW, lastPaidAtMs: NOW },
      },
    ],
  });
  // Only the paying account changed since the first list.
  const changed = await list(first.accounts.at(-1)?.position);
  expect(changed).toEqual({ accounts: [accounts[2]], more: false });
});

test('reports each kind of change', async () => {
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    plan: () => identify('v1', 'ada@example.com', { plan: 'pro' }),
    'user id': () => identify('v1', 'ada@example.com', { userId: 'u1' }),
    'second visitor': () => identify('v2', 'ada@example.com'),
    channel: () => {
      fixture.analytics.sees(workspaceId, 'v3', { channel: 'Email' });
      return identify('v3', 'ada@example.com');
    },
    payment: () => pay('p1', { userId: 'u1' }),
    'payment of a customer': async () => {
      await pay('p2', { customerId: 'cus_1' });
      await fixture.calls.RecordBilling(
        { customerId: 'cus_1', atMs: NOW, email: 'ada@example.com' },
        { workspaceId },
      );
    },
    'expired link': () =>
      fixture.database.pool.query(
        'UPDATE identity.links SET expired = true WHERE workspace_id = $1 AND linked_at IS NULL',
        [workspaceId],
      ),
  };
  await identify('v1', 'ada@example.com');
  let position = await follow(new Map(), 0, 10);
  for (const [name, change] of Object.entries(changes)) {
    await change();
    const { accounts } = await list(position);
    expect([name, accounts.length]).toEqual([name, 1]);
    position = accounts[0]?.position ?? 0;
  }
  // A repeat changes nothing.
  await identify('v1', 'ada@example.com', { plan: 'pro' });
  expect(await list(position)).toEqual({ accounts: [], more: false });
});

test('contains a change whose transaction commits after later ones', async () => {
  const client = await fixture.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
       VALUES ($1, decode(repeat('ab', 32), 'hex'), 'old', now(), now())`,
      [workspaceId],
    );
    await identify('v1', 'ada@example.com');
    const position = await follow(new Map(), 0, 10);
    expect(position).toBeGreaterThan(0);
    await client.query('COMMIT');
    expect((await list(position)).accounts).toHaveLength(1);
  } finally {
    client.release();
  }
});

test('a reader that follows concurrent changes ends with the state of a full read', async () => {
  const emails = Array.from({ length: 12 }, (_, i) => `account-${i}@example.com`);
  for (const [i] of emails.entries())
    fixture.analytics.sees(workspaceId, `v${i}`, { channel: i % 2 ? 'Email' : 'Direct' });
  const followed = new Map<number, object>();
  let position = 0;
  const done = new AbortController();
  const reader = (async () => {
    while (!done.signal.aborted) position = await follow(followed, position, 3);
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let i = 0; i < 20; i++) {
      const n = (writer * 7 + i * 5) % emails.length;
      const email = emails[n] ?? '';
      await identify(`v${n}`, email, { userId: `u${n % 5}`, plan: `plan-${i}` });
      await pay(`p-${writer}-${i}`, i % 2 ? { email } : { userId: `u${n % 5}` });
    }
  });
  await Promise.all(writers);
  done.abort();
  await reader;
  await follow(followed, position, 3);
  const full = new Map<number, object>();
  await follow(full, 0, 1000);
  expect(full.size).toBe(emails.length);
  expect(byId(followed)).toEqual(byId(full));
});

test('leaves out erased accounts, and other workspaces', async () => {
  await identify('v1', 'ada@example.com');
  const { accounts } = await list();
  const id = accounts[0]?.id ?? 0;
  const other = { workspaceId: workspaceId + 1_000 };
  expect(await fixture.calls.ListAccounts({ after: 0, limit: 10 }, other)).toEqual({
    accounts: [],
    more: false,
  });
  await expect(fixture.calls.GetAccount({ id }, other)).rejects.toMatchObject({ code: 'account_not_found' });
  expect((await fixture.calls.GetAccount({ id }, { workspaceId })).account).toEqual(accounts[0]);
  await fixture.calls.EraseAccount({ email: 'ada@example.com' }, { workspaceId });
  expect(await list()).toEqual({ accounts: [], more: false });
  await expect(fixture.calls.GetAccount({ id }, { workspaceId })).rejects.toMatchObject({
    code: 'account_not_found',
  });
});

test('an account that was erased after the numbering takes no place of a page', async () => {
  for (const name of ['ada', 'bob', 'eve']) await identify(name, `${name}@example.com`);
  const { accounts } = await list();
  await fixture.database.pool.query(
    `INSERT INTO identity.account_positions (workspace_id, profile_id, position) VALUES ($1, 999999999, $2)`,
    [workspaceId, (accounts[0]?.position ?? 0) - 1],
  );
  expect(await list(0, 2)).toEqual({ accounts: accounts.slice(0, 2), more: true });
});

test('accounts of before the migration are numbered', async () => {
  await identify('v1', 'ada@example.com');
  await fixture.database.pool.query('DELETE FROM identity.account_changes WHERE workspace_id = $1', [
    workspaceId,
  ]);
  expect((await list()).accounts).toEqual([]);
  const file = join(packageRoot('@headwater/identity'), 'migrations/0040_account_changes.sql');
  const statements = readFileSync(file, 'utf8').split('-- Accounts that were created before the triggers.\n');
  await fixture.database.pool.query(statements[1] ?? '');
  expect((await list()).accounts).toHaveLength(1);
});

test('looks many accounts up by address and by user id, in the order of the request', async () => {
  fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
  await identify('v1', 'ada@example.com', { userId: 'u1' });
  const { accounts } = await fixture.calls.LookUpAttributions(
    { accounts: [{ userId: 'u2' }, { email: 'ADA@example.com' }, {}, { userId: 'u1' }] },
    { workspaceId },
  );
  expect(accounts.map(({ account, problem }) => [account?.attribution?.channel, problem])).toEqual([
    [undefined, ''],
    ['Email', ''],
    [undefined, 'email or user_id must be given, and only one of them'],
    ['Email', ''],
  ]);
  expect(accounts[1]).toMatchObject({ visitors: 1, pendingVisitors: 0 });
});

test('a receiver of attribution.changed ends with the channels of the feed', async () => {
  const replica = await fixture.start({ NOTICE_PAUSE_MS: '50', LINK_REPAIR_PAUSE_MS: '50' });
  try {
    for (const i of [1, 2, 3, 4]) {
      if (i % 2)
        fixture.analytics.arrives(workspaceId, `v${i}`, { channel: 'Direct', firstSeenAtMs: NOW - 1_000 });
      await identify(`v${i}`, `account-${i}@example.com`);
    }
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - 2_000 });
    fixture.analytics.arrives(workspaceId, 'v2', { channel: 'Referral', firstSeenAtMs: NOW - 2_000 });
    const received = () => {
      const latest = new Map<unknown, string>();
      const events = fixture.sites.published.filter(
        (each) => each.workspaceId === workspaceId && each.type === 'attribution.changed',
      );
      const inOrder = [...events].sort(
        (a, b) => Number(a.data['previousChannel'] !== null) - Number(b.data['previousChannel'] !== null),
      );
      for (const { data } of inOrder) latest.set(data['accountId'], String(data['channel']));
      return [...latest].sort();
    };
    const recorded = async () => {
      const { accounts } = await list();
      return accounts
        .flatMap(({ id, attribution }) => (attribution ? [[id, attribution.channel]] : []))
        .sort();
    };
    await waitFor('the corrected and the late channel', async () => {
      const channels = (await recorded()).map(([, channel]) => channel);
      return channels.includes('Email') && channels.includes('Referral');
    });
    await waitFor(
      'the same state',
      async () => JSON.stringify(received()) === JSON.stringify(await recorded()),
    );
    expect(
      received()
        .map(([, channel]) => channel)
        .sort(),
    ).toEqual(['Direct', 'Email', 'Referral']);
  } finally {
    await replica.stop();
  }
});

test('numbers changes without a reader', async () => {
  const replica = await fixture.start({ NOTICE_PAUSE_MS: '50' });
  try {
    await identify('v1', 'ada@example.com');
    await waitFor('an empty queue', async () => {
      const { rows } = await fixture.database.pool.query(
        `SELECT FROM identity.account_changes WHERE workspace_id = $1
          UNION ALL SELECT FROM identity.user_id_changes WHERE workspace_id = $1`,
        [workspaceId],
      );
      return rows.length === 0;
    });
  } finally {
    await replica.stop();
  }
});
