import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { identityFixture, KEY_NEW, KEY_OLD, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const identify = (anonymousId: string, account: object = {}) =>
  fixture.calls.Identify({ anonymousId, account: { email, ...account } }, { workspaceId });
const lookUp = (who: { email?: string; userId?: string }) =>
  fixture.calls.LookUpAttribution(who, { workspaceId });
const erase = (
  address: string,
  { calls = fixture.calls, ...more }: { calls?: IdentityFixture['calls']; operationId?: string } = {},
  workspace = workspaceId,
) => calls.EraseAccount({ email: address }, { workspaceId: workspace, ...more });
const revenue = async () =>
  (await fixture.calls.QueryRevenue({ dimension: 'channel' }, { workspaceId })).currencies[0];

async function pay(paymentId: string, payer: { email?: string; userId?: string }) {
  const payment = { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' };
  return fixture.calls.RecordPayment({ payment }, { workspaceId });
}

describe('EraseAccount', () => {
  it('deletes the account and its links, and keeps its payments in the totals', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify('v1', { userId: 'u1' });
    await identify('v2');
    await pay('p1', { email });
    await pay('p2', { userId: 'u1' });
    await pay('p3', { email: 'bob@example.com' });
    const before = await revenue();
    const certificate = await erase(email);
    expect(certificate).toMatchObject({ atMs: NOW, profiles: 1, links: 2, payments: 2 });
    expect(certificate.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await lookUp({ email })).toMatchObject({ found: false });
    expect(await fixture.count('links', workspaceId)).toBe(0);
    expect(await fixture.count('attributions', workspaceId)).toBe(0);
    const after = await revenue();
    expect(after).toMatchObject({ gross: before?.gross, unattributed: before?.unattributed, customers: 1 });
    expect(after?.breakdown.map(({ key, net }) => [key, net])).toEqual([
      ['Email', '20.00'],
      ['(none)', '10.00'],
    ]);
  });

  it('returns zeros for an unknown address, and for a repeat as a new operation', async () => {
    expect(await erase(email)).toMatchObject({
      profiles: 0,
      links: 0,
      payments: 0,
      id: expect.any(String) as unknown,
    });
    await identify('v1');
    await erase(email);
    expect(await erase(email)).toMatchObject({ profiles: 0, links: 0, payments: 0 });
    await expect(erase('ada')).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'email' }],
    });
  });

  it('returns the first certificate for a repeat with the same operation id, under every live key', async () => {
    await identify('v1');
    const first = await erase(email, { operationId: 'op-1' });
    expect(first).toMatchObject({ profiles: 1, links: 1 });
    await identify('v2');
    expect(await erase(' ADA@example.com', { operationId: 'op-1' })).toEqual(first);
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    expect(await erase(email, { calls: rotated.calls, operationId: 'op-1' })).toEqual(first);
    expect(await erase(email, { operationId: 'op-2' })).toMatchObject({ profiles: 1, links: 1 });
  });

  it('never returns the certificate of another account or workspace', async () => {
    await identify('v1');
    await identify('v1', { email: 'bob@example.com' });
    const first = await erase(email, { operationId: 'op-1' });
    const others = [
      await erase('bob@example.com', { operationId: 'op-1' }),
      await erase('cyd@example.com', { operationId: 'op-1' }),
      await erase(email, { operationId: 'op-1' }, workspaceId + 1_000_000),
    ];
    expect(others).toMatchObject([{ profiles: 1 }, { profiles: 0 }, { profiles: 0 }]);
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
  });

  it('erases again under the same operation id after 24 hours', async () => {
    const expire = () =>
      fixture.database.pool.query(
        "UPDATE identity.erasures SET erased_at = erased_at - interval '24 hours' WHERE workspace_id = $1",
        [workspaceId],
      );
    const ids = new Set<string>();
    for (let n = 0; n < 3; n++) {
      await identify(`v${n}`);
      const certificate = await erase(email, { operationId: 'op-1' });
      expect(certificate).toMatchObject({ profiles: 1 });
      expect(await erase(email, { operationId: 'op-1' })).toEqual(certificate);
      ids.add(certificate.id);
      await expire();
    }
    expect(ids.size).toBe(3);
  });

  it('issues one certificate for concurrent calls with the same operation id', async () => {
    await identify('v1');
    const certificates = await Promise.all(
      Array.from({ length: 10 }, () => erase(email, { operationId: 'op-1' })),
    );
    expect(new Set(certificates.map(({ id, profiles }) => `${id} ${profiles}`)).size).toBe(1);
    expect(certificates[0]).toMatchObject({ profiles: 1 });
  });

  it('links no account to an erased visitor again', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    expect(await identify('v1')).toMatchObject({ linked: true });
    await erase(email);
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    const again = (address: string, calls = fixture.calls) =>
      calls.Identify({ anonymousId: 'v1', account: { email: address } }, { workspaceId });
    const unlinked = { linked: false, enriched: true };
    expect(await again(email)).toMatchObject(unlinked);
    // The first call creates the account, the second finds it.
    expect(await again(email)).toMatchObject(unlinked);
    expect(await again('bob@example.com', rotated.calls)).toMatchObject(unlinked);
    const customer = { customerId: 'cus_1', email: 'cyd@example.com', atMs: NOW, anonymousId: 'v1' };
    await fixture.calls.RecordBilling(customer, { workspaceId });
    expect(await fixture.count('profiles', workspaceId)).toBe(3);
    expect(await fixture.count('links', workspaceId)).toBe(0);
    expect(await fixture.count('attributions', workspaceId)).toBe(0);
    // The digest under each key: the rotated replica stores it under the new one.
    const digests = async () =>
      (
        await fixture.database.pool.query<{ row: string }>(
          'SELECT t::text AS row FROM identity.erased_visitors AS t WHERE workspace_id = $1',
          [workspaceId],
        )
      ).rows.map(({ row }) => row);
    await waitFor('the digest under the new key', async () => (await digests()).length === 2);
    expect((await digests()).join()).not.toContain(Buffer.from('v1').toString('hex'));
    expect(await identify('v2')).toMatchObject(unlinked);
    expect(await fixture.count('links', workspaceId)).toBe(1);
  });

  it('keeps the link of an erased visitor to another account, also while it is pending', async () => {
    await identify('v1');
    await identify('v1', { email: 'bob@example.com' });
    await erase(email);
    expect(await fixture.count('links', workspaceId)).toBe(1);
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const account = { email: 'bob@example.com' };
    expect(await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId })).toMatchObject({
      linked: true,
      channel: 'Email',
    });
  });

  it('deletes the rows of visitors without another account in analytics', async () => {
    for (const visitor of ['v1', 'v2', 'v3']) fixture.analytics.sees(workspaceId, visitor, {});
    await identify('v1');
    await identify('v2');
    await identify('v2', { email: 'bob@example.com' });
    const certificate = {
      links: 2,
      visitors: 1,
      events: 1,
      firstTouches: 1,
      clickIds: 2,
      completedAtMs: NOW,
    };
    expect(await erase(email)).toMatchObject(certificate);
    const link = (anonymousId: string) => identify(anonymousId, { email: 'bob@example.com' });
    expect(await link('v2')).toMatchObject({ linked: true });
    expect(await link('v3')).toMatchObject({ linked: true });
    expect(await erase('cyd@example.com')).toMatchObject({ visitors: 0, events: 0, completedAtMs: NOW });
  });

  it('returns no number of click ids if an older version counted the rows', async () => {
    fixture.analytics.sees(workspaceId, 'v1', {});
    await identify('v1');
    await erase(email);
    await fixture.database.pool.query(
      'UPDATE identity.erasures SET click_ids = NULL WHERE workspace_id = $1',
      [workspaceId],
    );
    const { erasures } = await fixture.calls.ListErasures({ limit: 1 }, { workspaceId });
    expect(erasures).toEqual([expect.objectContaining({ events: 1, firstTouches: 1 })]);
    expect(erasures[0]).not.toHaveProperty('clickIds');
    expect(await erase('cyd@example.com')).toMatchObject({ events: 0, clickIds: 0 });
  });

  it('finishes an erasure after an outage of analytics, and forgets its visitors', async () => {
    fixture.analytics.sees(workspaceId, 'v1', {});
    await identify('v1', { userId: 'u1' });
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    const running = await erase(email, { operationId: 'op-1' });
    expect(running).toMatchObject({ profiles: 1, visitors: 1, events: 0 });
    expect(running.completedAtMs).toBeUndefined();
    // The rows of the account still exist: this certificate must not be complete, either.
    for (const subject of [{ email }, { userId: 'u1' }]) {
      const again = await fixture.calls.EraseAccount(subject, { workspaceId });
      expect(again).toMatchObject({ profiles: 0, visitors: 0 });
      expect(again.completedAtMs).toBeUndefined();
    }
    fixture.analytics.failWith(undefined);
    await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}`, LINK_REPAIR_PAUSE_MS: '10' });
    const { pool } = fixture.database;
    await waitFor('all erasures to be complete', async () => {
      const { rowCount } = await pool.query(
        'SELECT FROM identity.erasures WHERE workspace_id = $1 AND completed_at IS NOT NULL',
        [workspaceId],
      );
      return rowCount === 3;
    });
    const { id } = running;
    expect(await erase(email, { operationId: 'op-1' })).toMatchObject({ id, events: 1, completedAtMs: NOW });
    expect((await pool.query('SELECT FROM identity.erasure_visitors')).rowCount).toBe(0);
  });

  it('completes no repeat while user ids of the account are in webhook events', async () => {
    const account = { email, userId: 'u1' };
    await fixture.calls.BulkIdentify({ users: [{ index: 0, account }] }, { workspaceId });
    fixture.sites.failWith(failure('upstream_unavailable', 'down'));
    const certificates = [await erase(email), await erase(email)];
    fixture.sites.failWith(undefined);
    expect(certificates.map(({ profiles, completedAtMs }) => [profiles, completedAtMs])).toEqual([
      [1, undefined],
      [0, undefined],
    ]);
  });

  it('answers before its deadline while analytics is slow with many visitors', async () => {
    await identify('v0');
    await fixture.database.pool.query(
      `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at)
       SELECT p.workspace_id, p.id, 'v' || n, p.created_at
         FROM identity.profiles AS p, generate_series(1, 12000) AS n WHERE p.workspace_id = $1`,
      [workspaceId],
    );
    fixture.analytics.delayErasures(1_000);
    const running = await erase(email);
    fixture.analytics.delayErasures(0);
    expect(running).toMatchObject({ profiles: 1, visitors: 12_001 });
    expect(running.completedAtMs).toBeUndefined();
  });

  it('keeps a repeated payment detached, and creates no account for it', async () => {
    await pay('p1', { email });
    await erase(email);
    expect(await pay('p1', { email })).toMatchObject({ created: false, attributed: false });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('finds the account under every live key', async () => {
    await identify('v1');
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    expect(await erase(email, { calls: rotated.calls })).toMatchObject({ profiles: 1, links: 1 });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });
});
