import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

const DAY_MS = 86_400_000;
const SITE = 7;

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const click = (visitor: string, parameter: string, atMs: number, siteId = SITE): void =>
  fixture.analytics.clicks(workspaceId, visitor, { siteId, atMs, parameter, sealed: `sealed ${parameter}` });

const identify = (visitor: string, userId: string) =>
  fixture.calls.Identify(
    { anonymousId: visitor, account: { email: `${userId}@example.com`, userId } },
    { workspaceId },
  );

const pay = (paymentId: string, userId: string, occurredAtMs: number, more: object = {}) => {
  const payment = { paymentId, userId, amount: '49.5', currency: 'EUR', type: 'sale', ...more };
  const occurredAt = new Date(occurredAtMs).toISOString();
  return fixture.calls.RecordPayment({ payment: { ...payment, occurredAt } }, { workspaceId });
};

const list = (request: object = {}, workspace = workspaceId) =>
  fixture.calls.ListConversions({ siteIds: [SITE], limit: 10, ...request }, { workspaceId: workspace });

const idsOf = async (request: object = {}, workspace = workspaceId) =>
  (await list(request, workspace)).conversions.map(
    ({ conversionId, parameter }) => `${conversionId} ${parameter}`,
  );

it('lists payments with the latest click of each platform before them', async () => {
  await identify('v1', 'u1');
  await identify('v2', 'u1');
  click('v1', 'gclid', NOW - 3 * DAY_MS);
  click('v2', 'gclid', NOW - 2 * DAY_MS);
  click('v1', 'fbclid', NOW - 4 * DAY_MS);
  click('v1', 'wbraid', NOW - 1);
  await pay('p1', 'u1', NOW - DAY_MS);
  const { conversions, next } = await list();
  expect(conversions).toEqual([
    {
      ...{ conversionId: 'p1', occurredAtMs: NOW - DAY_MS, amount: '49.50', currency: 'EUR', type: 'sale' },
      ...{ platform: 'google', siteId: SITE, clickedAtMs: NOW - 2 * DAY_MS, parameter: 'gclid' },
      sealed: 'sealed gclid',
    },
    expect.objectContaining({ platform: 'meta', clickedAtMs: NOW - 4 * DAY_MS }),
  ]);
  expect(next).toBeUndefined();
  expect(await idsOf({ platform: 'meta' })).toEqual(['p1 fbclid']);
});

it('leaves out refunds, payments without a click, and clicks on other sites', async () => {
  await identify('v1', 'u1');
  await identify('v2', 'u2');
  click('v1', 'gclid', NOW - 5 * DAY_MS);
  click('v2', 'gclid', NOW - 5 * DAY_MS, SITE + 1);
  await pay('sale', 'u1', NOW - DAY_MS);
  await pay('renewal', 'u1', NOW - DAY_MS + 1, { type: 'subscription' });
  await pay('refund', 'u1', NOW - DAY_MS + 2, { type: 'refund' });
  await pay('other site', 'u2', NOW - DAY_MS);
  await pay('nobody', 'u3', NOW - DAY_MS);
  expect(await idsOf()).toEqual(['sale gclid', 'renewal gclid']);
  expect(await idsOf({ siteIds: [] })).toEqual([]);
  expect(await idsOf({}, workspaceId + 1_000)).toEqual([]);
});

it('lists each payment once over all pages', async () => {
  await identify('v1', 'u1');
  click('v1', 'msclkid', NOW - 20 * DAY_MS);
  const ids = Array.from({ length: 7 }, (_, n) => `p${n}`);
  for (const [n, id] of ids.entries()) await pay(id, 'u1', NOW - 10 * DAY_MS + Math.floor(n / 3));
  const found: string[] = [];
  let after: object | undefined;
  do {
    const page = await list({ limit: 2, ...(after ? { after } : {}) });
    found.push(...page.conversions.map(({ conversionId }) => conversionId));
    after = page.next ?? undefined;
  } while (after);
  expect(found).toEqual(ids);
});

it('lists no payment of an erased account', async () => {
  await identify('v1', 'u1');
  click('v1', 'gclid', NOW - 2 * DAY_MS);
  await pay('p1', 'u1', NOW - DAY_MS);
  expect(await idsOf()).toEqual(['p1 gclid']);
  await fixture.calls.EraseAccount({ userId: 'u1' }, { workspaceId });
  expect(await idsOf()).toEqual([]);
});

it('lists the first identification of each account with the clicks before it', async () => {
  const { pool } = fixture.database;
  const signups = async (request: object = {}) =>
    fixture.calls.ListSignups({ siteIds: [SITE], limit: 10, ...request }, { workspaceId });
  click('v1', 'gclid', NOW - 2 * DAY_MS);
  click('v2', 'fbclid', NOW - 3 * DAY_MS);
  click('v3', 'gclid', NOW - 3 * DAY_MS, SITE + 1);
  for (const n of [1, 2, 3, 4, 5]) await identify(`v${n}`, `u${n}`);
  // A repeat is no further signup. The visitor's later click counts for no account.
  await identify('v4', 'u1');
  click('v4', 'gclid', NOW + 1);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM identity.profiles WHERE workspace_id = $1 AND user_id IN ('u1', 'u2') ORDER BY user_id`,
    [workspaceId],
  );
  const ids = rows.map(({ id }) => `signup-${id}`);
  const { conversions, next } = await signups();
  expect(conversions.sort((a, b) => a.platform.localeCompare(b.platform))).toEqual([
    {
      ...{ conversionId: ids[0], occurredAtMs: NOW, amount: '', currency: '', type: 'signup' },
      ...{ platform: 'google', siteId: SITE, clickedAtMs: NOW - 2 * DAY_MS, parameter: 'gclid' },
      sealed: 'sealed gclid',
    },
    expect.objectContaining({ conversionId: ids[1], platform: 'meta' }),
  ]);
  expect(next).toBeUndefined();
  expect((await signups({ platform: 'meta' })).conversions).toHaveLength(1);

  const found: string[] = [];
  let pages = 0;
  let after: object | undefined;
  do {
    const page = await signups({ limit: 2, ...(after ? { after } : {}) });
    found.push(...page.conversions.map(({ conversionId }) => conversionId));
    after = page.next ?? undefined;
    pages += 1;
  } while (after);
  expect([pages, found.sort()]).toEqual([3, [...ids].sort()]);

  await fixture.calls.EraseAccount({ userId: 'u1' }, { workspaceId });
  expect((await signups()).conversions.map(({ conversionId }) => conversionId)).toEqual([ids[1]]);
  expect((await signups({ from: '2020-01-01', to: '2020-01-02' })).conversions).toEqual([]);
});

it('lists no signup of an account that was stored over a day before its first visitor', async () => {
  const { pool } = fixture.database;
  for (const n of [1, 2]) {
    const account = { email: `u${n}@example.com`, userId: `u${n}` };
    await fixture.calls.BulkIdentify({ users: [{ index: 0, account }] }, { workspaceId });
    await pool.query(
      `UPDATE identity.profiles SET created_at = $3 WHERE workspace_id = $1 AND user_id = $2`,
      [workspaceId, account.userId, new Date(NOW - n * DAY_MS + 1)],
    );
    click(`v${n}`, 'gclid', NOW - 3 * DAY_MS);
    await identify(`v${n}`, account.userId);
  }
  const { conversions } = await fixture.calls.ListSignups({ siteIds: [SITE], limit: 10 }, { workspaceId });
  expect(conversions.map(({ occurredAtMs }) => occurredAtMs)).toEqual([NOW - DAY_MS + 1]);
});

it.each([{ limit: 0 }, { limit: 501 }, { platform: 'yahoo' }, { range: 'x' }, { from: '2026-10-01' }])(
  'refuses %j',
  async (request) => {
    await expect(list(request)).rejects.toMatchObject({ code: 'invalid_request' });
  },
);
