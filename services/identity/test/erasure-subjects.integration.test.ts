import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const lookUp = (who: { email?: string; userId?: string }) =>
  fixture.calls.LookUpAttribution(who, { workspaceId });
async function pay(paymentId: string, payer: { email?: string; userId?: string }) {
  const payment = { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' };
  return fixture.calls.RecordPayment({ payment }, { workspaceId });
}

describe('EraseAccount by user id or visitor', () => {
  const eraseBy = (
    subject: { userId?: string; anonymousId?: string; email?: string },
    operationId?: string,
  ) => fixture.calls.EraseAccount(subject, { workspaceId, ...(operationId ? { operationId } : {}) });
  const link = (anonymousId: string, account: { email: string; userId?: string }) =>
    fixture.calls.Identify({ anonymousId, account }, { workspaceId });

  it('erases every account with the user id, and detaches payments that name it', async () => {
    await link('v1', { email: 'ada@example.com', userId: 'u1' });
    await link('v2', { email: 'ada@old.example', userId: 'u1' });
    await link('v3', { email: 'bob@example.com', userId: 'u2' });
    await pay('p1', { email: 'ada@example.com' });
    await pay('p2', { userId: 'u1' });
    const certificate = await eraseBy({ userId: 'u1' });
    expect(certificate).toMatchObject({ profiles: 2, links: 2, payments: 2, visitors: 2, webhookEvents: 1 });
    expect(certificate.completedAtMs).toBe(NOW);
    expect(await lookUp({ email: 'ada@old.example' })).toMatchObject({ found: false });
    expect(await lookUp({ email: 'bob@example.com' })).toMatchObject({ found: true });
    expect(fixture.sites.redacted).toContainEqual({ workspaceId, userId: 'u1' });
    expect(await fixture.dump()).not.toMatch(new RegExp(`\\(${workspaceId},.*\\bu1\\b`));
  });

  it('removes earlier user ids of the account from webhook events, and detaches payments that name them', async () => {
    await link('v1', { email, userId: 'u-first' });
    await pay('p1', { userId: 'u-first' });
    await link('v1', { email, userId: 'u-second' });
    await fixture.calls.BulkIdentify(
      { users: [{ index: 0, account: { email, userId: 'u-third' } }] },
      { workspaceId },
    );
    expect(await eraseBy({ email })).toMatchObject({ profiles: 1, payments: 1, webhookEvents: 3 });
    for (const userId of ['u-first', 'u-second', 'u-third'])
      expect(fixture.sites.redacted).toContainEqual({ workspaceId, userId });
    expect(await fixture.dump()).not.toMatch(new RegExp(`\\(${workspaceId},.*\\bu-(first|second|third)\\b`));
  });

  it('erases an account with more earlier user ids than a call to sites accepts', async () => {
    await link('v1', { email, userId: 'u-0' });
    await fixture.database.pool.query(
      `DO $$ BEGIN FOR n IN 1..1500 LOOP
         UPDATE identity.profiles SET user_id = 'u-' || n WHERE workspace_id = ${workspaceId};
       END LOOP; END $$`,
    );
    expect(await eraseBy({ email })).toMatchObject({ profiles: 1, webhookEvents: 1_501 });
  });

  it('keeps an earlier user id that another account has now', async () => {
    await link('v1', { email, userId: 'u-moved' });
    await link('v1', { email, userId: 'u-second' });
    await link('v2', { email: 'bob@example.com', userId: 'u-moved' });
    await pay('p1', { userId: 'u-moved' });
    expect(await eraseBy({ email })).toMatchObject({ payments: 0, webhookEvents: 1 });
    expect(fixture.sites.redacted).not.toContainEqual({ workspaceId, userId: 'u-moved' });
  });

  it('detaches payments of a user id without an account', async () => {
    await pay('p1', { userId: 'u1' });
    expect(await eraseBy({ userId: 'u1' })).toMatchObject({ profiles: 0, payments: 1 });
    await link('v1', { email: 'ada@example.com', userId: 'u1' });
    expect(await lookUp({ userId: 'u1' })).toMatchObject({ found: true, payments: 0 });
  });

  it('erases one visitor, linked or not, and keeps its accounts', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await link('v1', { email: 'ada@example.com' });
    await link('v2', { email: 'ada@example.com' });
    expect(await eraseBy({ anonymousId: 'v1' })).toMatchObject({
      profiles: 0,
      links: 1,
      visitors: 1,
      events: 1,
    });
    expect(await lookUp({ email: 'ada@example.com' })).toMatchObject({
      found: true,
      attribution: { channel: 'Email' },
      visitors: 1,
    });
    expect(await link('v1', { email: 'bob@example.com' })).toMatchObject({ linked: false });
    expect(await eraseBy({ anonymousId: 'never linked' })).toMatchObject({ links: 0, visitors: 1 });
    // Earlier versions stored such ids.
    expect(await eraseBy({ anonymousId: 'a@b' })).toMatchObject({ links: 0, visitors: 1 });
  });

  it('erases a visitor that a payment provider names for a customer without an account', async () => {
    await fixture.calls.RecordBilling(
      { customerId: 'cus_1', anonymousId: 'provider-v1', atMs: NOW },
      { workspaceId },
    );
    expect(await fixture.dump()).toContain('provider-v1');
    expect(await eraseBy({ anonymousId: 'provider-v1' })).toMatchObject({ visitors: 1 });
    expect(await fixture.dump()).not.toContain('provider-v1');
  });

  it('removes user ids also if a replica of the previous release has completed the erasure', async () => {
    await link('v1', { email: 'ada@example.com', userId: 'u1' });
    fixture.sites.failWith(failure('upstream_unavailable', 'down'));
    const { id } = await eraseBy({ email: 'ada@example.com' });
    await fixture.database.pool.query(
      'UPDATE identity.erasures SET completed_at = now() WHERE workspace_id = $1',
      [workspaceId],
    );
    fixture.sites.failWith(undefined);
    const replica = await fixture.start({ LINK_REPAIR_PAUSE_MS: '10' });
    await waitFor('the user ids to be removed', async () => {
      const { rows } = await fixture.database.pool.query<{ user_ids: string[] }>(
        'SELECT user_ids FROM identity.erasures WHERE id = $1',
        [id],
      );
      return rows[0]?.user_ids.length === 0;
    });
    expect(fixture.sites.redacted).toContainEqual({ workspaceId, userId: 'u1' });
    await replica.stop();
  });

  it('takes exactly one subject', async () => {
    for (const subject of [
      {},
      { email, userId: 'u1' },
      { userId: 'u1', anonymousId: 'v1' },
      { anonymousId: '' },
      { anonymousId: 'ada@example.com' },
    ])
      await expect(eraseBy(subject)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('finishes after an outage of sites, and its certificate shows when', async () => {
    await link('v1', { email: 'ada@example.com', userId: 'u1' });
    fixture.sites.failWith(failure('upstream_unavailable', 'down'));
    const running = await eraseBy({ email: 'ada@example.com' });
    expect(running.completedAtMs).toBeUndefined();
    fixture.sites.failWith(undefined);
    await fixture.start({ LINK_REPAIR_PAUSE_MS: '10' });
    const { id } = running;
    const complete = await waitFor('the erasure to be complete', async () => {
      const erasure = await fixture.calls.GetErasure({ id }, { workspaceId });
      return erasure.completedAtMs === undefined ? undefined : erasure;
    });
    expect(complete).toMatchObject({ id, profiles: 1, webhookEvents: 1 });
    expect(await fixture.dump()).not.toMatch(new RegExp(`\\(${workspaceId},.*\\bu1\\b`));
  });

  it('keeps certificates, newest first, out of the reach of other workspaces', async () => {
    const made = [
      await eraseBy({ email }),
      await eraseBy({ userId: 'u1' }),
      await eraseBy({ anonymousId: 'v1' }),
    ];
    const list = async (before?: { atMs: number; id: string }) =>
      (await fixture.calls.ListErasures({ limit: 2, ...(before ? { before } : {}) }, { workspaceId }))
        .erasures;
    const first = await list();
    const second = await list(first[1]);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(first).toHaveLength(2);
    expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    const id = made[0]?.id ?? '';
    await expect(
      fixture.calls.GetErasure({ id }, { workspaceId: workspaceId + 1_000 }),
    ).rejects.toMatchObject({ code: 'erasure_not_found' });
    await expect(fixture.calls.GetErasure({ id: 'x' }, { workspaceId })).rejects.toMatchObject({
      code: 'erasure_not_found',
    });
  });
});

describe('the certificate of an erasure', () => {
  const identify = (account: object = {}) =>
    fixture.calls.Identify({ anonymousId: 'v1', account: { email, ...account } }, { workspaceId });
  const erase = () => fixture.calls.EraseAccount({ email }, { workspaceId });

  it('counts the rows that it deletes, in every table', async () => {
    const { pool } = fixture.database;
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    for (const userId of ['u1', 'u2']) await identify({ userId });
    await pay('p1', { email });
    await pay('p2', { userId: 'u2' });
    const customer = {
      atMs: NOW,
      subscription: { subscriptionId: 's1', eventId: 'e1', mrr: '1', currency: 'EUR' },
    };
    await fixture.calls.RecordBilling({ customerId: 'c1', email, ...customer }, { workspaceId });
    await fixture.calls.RecordBilling({ customerId: 'c2', anonymousId: 'v1', atMs: NOW }, { workspaceId });
    const { rows: touched } = await pool.query(
      `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer)
       SELECT workspace_id, profile_id, anonymous_id, now(), 'Email', '', '', '', '' FROM identity.links
        WHERE workspace_id = $1 RETURNING profile_id`,
      [workspaceId],
    );
    // Replicas of the previous release write these rows.
    await pool.query(
      `INSERT INTO identity.account_sums (workspace_id, profile_id, currency, gross, refunds, payments)
       SELECT workspace_id, id, 'EUR', 0, 0, 0 FROM identity.profiles WHERE workspace_id = $1`,
      [workspaceId],
    );
    // Numbers the changes, which fills the tables of facts.
    await fixture.calls.ListAccounts({ limit: 1 }, { workspaceId });
    expect(touched).toHaveLength(1);
    const allRows = async (): Promise<Record<string, number>> => {
      const tables = await pool.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'identity' AND column_name = 'workspace_id'`,
      );
      const counts: Record<string, number> = {};
      for (const { name } of tables.rows) {
        const { rows } = await pool.query<{ rows: number }>(
          `SELECT count(*)::int AS rows FROM identity.${name} WHERE workspace_id = $1`,
          [workspaceId],
        );
        counts[name] = rows[0]?.rows ?? 0;
      }
      return counts;
    };
    const before = await allRows();
    const { rows, profiles, links, touches, customers, subscriptions } = await erase();
    const after = await allRows();
    // In analytics, according to its answer; and a customer that only lost the id of the visitor.
    const { dead_letters, billing_customers, ...tables } = rows?.tables ?? {};
    expect({ dead_letters, billing_customers }).toEqual({ dead_letters: 1, billing_customers: 1 });
    const deleted = Object.entries(before)
      .map(([table, number]) => [table, number - (after[table] ?? 0)] as const)
      .filter(([, number]) => number > 0);
    expect(Object.fromEntries(deleted)).toEqual({
      ...{ profiles, links, touches, billing_customers: customers, billing_subscriptions: subscriptions },
      ...tables,
    });
    expect(Object.keys(tables).sort()).toEqual([
      ...['account_facts', 'account_positions', 'account_sums'],
      ...['attributions', 'former_user_ids', 'payment_facts'],
    ]);
  });

  it('returns no rows of tables and no exports if an older version erased', async () => {
    fixture.analytics.sees(workspaceId, 'v1', {});
    await identify();
    const { id, rows, closedExports } = await erase();
    expect({ rows, closedExports }).toMatchObject({
      rows: { tables: { dead_letters: 1 } },
      closedExports: 0,
    });
    await fixture.database.pool.query(
      'UPDATE identity.erasures SET rows = NULL, closed_exports = NULL WHERE workspace_id = $1',
      [workspaceId],
    );
    const stored = await fixture.calls.GetErasure({ id }, { workspaceId });
    expect({ rows: stored.rows, closedExports: stored.closedExports }).toEqual({ rows: null });
  });
});
