import { dashboardBrowser } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path = '';
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'shared.example' } });
  path = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());

const BEGIN = Date.parse('2026-11-01T12:00:00.123Z');
const MINUTE_MS = 60_000;
const later = (ms: number): string => new Date(BEGIN + ms).toISOString();
const createLink = (json: object) => gateway.request('POST', `${path}/share-links`, { json });
const slugOf = ({ body }: { readonly body: Record<string, unknown> }): string =>
  String(body['url']).split('/').at(-1) ?? '';
const open = (json: object, origin = gateway.origin) =>
  dashboardBrowser(origin).request('POST', '/dashboard/share', { json });
const readStats = (key: unknown, origin = gateway.origin) =>
  dashboardBrowser(origin).request('GET', `${path}/stats`, {
    headers: { 'x-headwater-share': String(key) },
  });
/** The answer without its request id. */
const answerOf = ({ status, body }: { readonly status: number; readonly body: Record<string, unknown> }) => ({
  status,
  body: { ...body, requestId: '' },
});

async function at<T>(ms: number, run: () => Promise<T>): Promise<T> {
  gateway.clock.set(BEGIN + ms);
  try {
    return await run();
  } finally {
    gateway.clock.set(BEGIN);
  }
}

it.each([
  ['2026-11-08T13:00:00+01:00', '2026-11-08T12:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  [null, null],
])('a share link created with the expiry %s is listed with it', async (expiresAt, listed) => {
  const created = await createLink({ expiresAt });
  expect(created).toMatchObject({ status: 201, body: { expiresAt: listed } });
  const { body } = await gateway.request('GET', `${path}/share-links`);
  expect(body['shareLinks']).toContainEqual(created.body);
});

it.each([
  ['2026-11-01T12:00:00.123Z', 'in the future'],
  ['2020-01-01T00:00:00Z', 'in the future'],
  ['9999-12-31T23:59:59-14:00', 'before the year 10000 in UTC'],
  ['2026-11-08T13:00:00', ''],
  ['2026-11-08', ''],
  ['tomorrow', ''],
  [1_793_534_400, ''],
])('no share link or token is created with the expiry %j', async (expiresAt, reason) => {
  for (const answer of [
    await createLink({ expiresAt }),
    await gateway.request('POST', '/api/v1/tokens', { json: { name: 'x', scopes: ['identify'], expiresAt } }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['errors']).toEqual([
      { field: 'expiresAt', message: expect.stringContaining(reason) as unknown },
    ]);
  }
});

it('an expired link and its open page get the answers of a deleted link, until it is deleted', async () => {
  const created = await createLink({ password: 'open sesame', expiresAt: later(10 * MINUTE_MS) });
  const [slug, id] = [slugOf(created), Number(created.body['id'])];
  const page = { slug, password: 'open sesame' };
  const opened = await open(page);
  // The key ends with the link.
  expect(opened).toMatchObject({ status: 200, body: { expiresAt: later(10 * MINUTE_MS) } });
  const { key } = opened.body;
  await at(10 * MINUTE_MS - 1, async () => {
    expect((await open(page)).status).toBe(200);
    expect((await readStats(key)).status).toBe(200);
  });
  const answers = async () => [await open(page), await open({ slug }), await readStats(key)].map(answerOf);
  const expired = await at(10 * MINUTE_MS, answers);
  expect(expired).toMatchObject([
    { status: 404, body: { code: 'share_link_not_found' } },
    { status: 404, body: { code: 'share_link_not_found' } },
    { status: 401, body: { code: 'session_ended' } },
  ]);
  const listed = await at(10 * MINUTE_MS, () => gateway.request('GET', `${path}/share-links`));
  expect(listed.body['shareLinks']).toContainEqual(created.body);
  await gateway.request('DELETE', `${path}/share-links/${id}`);
  expect(await at(10 * MINUTE_MS, answers)).toEqual(expired);
});

it('every replica refuses a longer key of a gateway of the previous release within 5 seconds of the expiry', async () => {
  const created = await createLink({});
  const id = Number(created.body['id']);
  const { key, expiresAt } = (await open({ slug: slugOf(created) })).body;
  expect(expiresAt).toBe(later(60 * MINUTE_MS));
  await gateway.database.pool.query('UPDATE gateway.share_links SET expires_at = $2 WHERE id = $1', [
    id,
    later(MINUTE_MS),
  ]);
  const replica = await gateway.startReplica();
  try {
    replica.clock.set(BEGIN + MINUTE_MS - 1);
    expect((await readStats(key, replica.origin)).status).toBe(200);
    replica.clock.set(BEGIN + MINUTE_MS + 4_999);
    expect((await readStats(key, replica.origin)).status).toBe(401);
  } finally {
    await replica.stop();
  }
});

it('a revoked token leaves no expired links that still work', async () => {
  const { body: token } = await gateway.request('POST', '/api/v1/tokens', {
    json: { name: 'agency', scopes: ['sites:write', 'stats:read'] },
  });
  const create = async (json: object) =>
    (
      await gateway.request('POST', `${path}/share-links`, {
        token: String(token['token']),
        json,
      })
    ).body;
  await create({ expiresAt: later(MINUTE_MS) });
  const working = await create({ expiresAt: later(MINUTE_MS + 1) });
  const { body } = await at(MINUTE_MS, () =>
    gateway.request('DELETE', `/api/v1/tokens/${String(token['id'])}`),
  );
  const site = Number(path.split('/').at(-1));
  expect(body['stillWorking']).toMatchObject({ shareLinks: [{ site, id: working['id'] }] });
});
