import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  await site('clicks.example', true);
  await site('other.example', false);
});
afterAll(() => gateway.stop());

async function site(domain: string, clickIds: boolean): Promise<void> {
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain } });
  await gateway.request('PATCH', `/api/v1/sites/${String(body['id'])}`, { json: { clickIds } });
}

const list = (query = '', token = gateway.ours.token) =>
  gateway.request('GET', `/api/v1/conversions${query}`, { token });
const download = async (query: string) => {
  const response = await fetch(`${gateway.origin}/api/v1/conversions?${query}`, {
    headers: { authorization: `Bearer ${gateway.ours.token}` },
  });
  return { type: response.headers.get('content-type'), text: await response.text() };
};

it('returns payments with opened click ids, and a cursor', async () => {
  const { body } = await list('?range=30d');
  const conversions = body['conversions'] as object[];
  expect(conversions).toHaveLength(4);
  expect(conversions[0]).toEqual({
    ...{ conversionId: 'in-0', occurredAt: '2026-10-03T00:00:00.000Z', value: '49.00', currency: 'EUR' },
    ...{ type: 'sale', platform: 'google', siteId: 1, clickedAt: '2026-10-01T00:00:00.000Z' },
    ...{ parameter: 'gclid', clickId: 'Cj0KCQ-click_id.1' },
  });
  const next = await list(`?cursor=${String(body['nextCursor'])}`);
  expect(next.body).toEqual({ conversions: [], nextCursor: null });
});

it('reads only sites that store click ids, of the own workspace', async () => {
  const { calls } = gateway.standIns.identity;
  calls.length = 0;
  await list();
  const { token } = await gateway.newTenant('theirs');
  expect((await list('', token)).body).toEqual({ conversions: [], nextCursor: null });
  const read = calls.filter(({ method }) => method === 'ListConversions');
  expect(read.map(({ request }) => (request as { siteIds: number[] }).siteIds)).toEqual([[1], []]);
});

it('returns a CSV file of all platforms', async () => {
  expect(await download('format=csv')).toMatchSnapshot();
});

it('returns the file that Google Ads imports', async () => {
  expect(await download('format=google_ads&name=Paid%20%22plan%22')).toMatchSnapshot();
});

it('returns server events for Meta, without an address', async () => {
  expect(await download('format=meta')).toMatchSnapshot();
});

it('returns signups without a value in each format', async () => {
  const { body } = await list('?event=signup');
  expect((body['conversions'] as object[])[0]).toEqual({
    ...{ conversionId: 'signup-0', occurredAt: '2026-10-03T00:00:00.000Z', value: null, currency: null },
    ...{ type: 'signup', platform: 'google', siteId: 1, clickedAt: '2026-10-01T00:00:00.000Z' },
    ...{ parameter: 'gclid', clickId: 'Cj0KCQ-click_id.1' },
  });
  expect((await list(`?event=signup&cursor=${String(body['nextCursor'])}`)).body['conversions']).toEqual([]);
  expect(await download('event=signup&format=csv')).toMatchSnapshot();
  expect(await download('event=signup&format=google_ads')).toMatchSnapshot();
  expect(await download('event=signup&format=meta&name=CompleteRegistration')).toMatchSnapshot();
});

it('opens click ids of the previous key after a rotation of SECRETS_KEY', async () => {
  const replica = await gateway.startReplica({ secretsKeys: [Buffer.alloc(32, 8), Buffer.alloc(32, 7)] });
  try {
    const headers = { authorization: `Bearer ${gateway.ours.token}` };
    const response = await fetch(`${replica.origin}/api/v1/conversions`, { headers });
    expect(((await response.json()) as { conversions: object[] }).conversions).toHaveLength(4);
  } finally {
    await replica.stop();
  }
});

it.each(['format=xlsx', 'event=refund', 'limit=0', 'cursor=abc', 'name=%0a', 'platform=google'])(
  'refuses %s',
  async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  },
);

it('needs the scope export, for all sites, and is audited each time', async () => {
  const create = async (scopes: string[], sites?: number[]): Promise<string> => {
    const json = { name: 'limited', scopes, ...(sites ? { sites } : {}) };
    return String((await gateway.request('POST', '/api/v1/tokens', { json })).body['token']);
  };
  for (const token of [await create(['payments', 'stats:read']), await create(['export'], [1])])
    expect(await list('', token)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  const token = await create(['export']);
  for (let n = 0; n < 2; n += 1) expect((await list('', token)).status).toBe(200);
  const { body } = await gateway.request('GET', '/api/v1/audit?limit=20');
  const entries = body['entries'] as { action: string; outcome: string }[];
  expect(entries.filter(({ action }) => action === 'listConversions').length).toBeGreaterThanOrEqual(4);
});

it('stores click ids of a site only if it enables them, each change with an audit entry of its own', async () => {
  const { body: site } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'clicked.example' },
  });
  const id = site['id'];
  const path = `/api/v1/sites/${String(id)}`;
  const { calls } = gateway.standIns.collector;
  const keys: unknown[] = [];
  for (const clickIds of [true, false, null]) {
    const { body } = await gateway.request('PATCH', path, { json: { clickIds } });
    expect(body['clickIds']).toBe(clickIds === true);
    calls.length = 0;
    const json = { events: [{ anonymous_id: 'v', name: 'x' }] };
    await gateway.request('POST', `${path}/events`, { json });
    keys.push((calls[0]?.request as { clickIdKey?: string }).clickIdKey);
  }
  expect(keys).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/), undefined, undefined]);
  await gateway.request('PATCH', path, { json: { clickIds: true, scrub: false, retentionDays: 400 } });
  const { body } = await gateway.request('GET', '/api/v1/audit?limit=10');
  const entries = (body['entries'] as { action: string }[]).map(({ action }) => action);
  expect(entries.filter((action) => action.includes('ClickIds'))).toEqual([
    'disableScrubbingAndEnableClickIdsAndChangeRetention',
    ...['disableClickIds', 'disableClickIds', 'enableClickIds'],
  ]);
});
