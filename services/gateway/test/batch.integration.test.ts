import { signedIn, dashboardBrowser } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

interface Response {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

let gateway: Gateway;
let site = 0;
let otherSite = 0;
beforeAll(async () => {
  gateway = await startGateway();
  const make = async (domain: string) =>
    Number((await gateway.request('POST', '/api/v1/sites', { json: { domain } })).body['id']);
  site = await make('batch.example');
  otherSite = await make('other.example');
});
afterAll(() => gateway.stop());

const bodyOf = (paths: readonly unknown[]) => ({ requests: paths.map((path) => ({ path })) });
const responsesOf = (body: Record<string, unknown>) => body['responses'] as Response[];
async function batch(paths: readonly string[], question: { token?: string } = {}): Promise<Response[]> {
  const { status, body } = await gateway.request('POST', '/api/v1/batch', {
    ...question,
    json: bodyOf(paths),
  });
  expect(status).toBe(200);
  return responsesOf(body);
}
const codesOf = (responses: readonly Response[]) =>
  responses.map(({ status, body }) => [status, body['code']]);
/** A body without the fields that differ between two requests. */
const comparable = ({ requestId: _, ...body }: Record<string, unknown>) => body;

describe('a batch', () => {
  it('returns each response of the requests sent alone, in their order', async () => {
    const paths = [
      `/api/v1/sites/${site}/stats?range=7d&dimension=source`,
      '/api/v1/sites/999999/stats',
      `/api/v1/sites/${site}/stats?colour=red`,
      '/api/v1/sites',
      `/api/v1/sites/${site}/events/a%2Fb%20c?filter[channel]=Direct`,
      '/api/v1/nothing',
      `/api/v1/sites/${site}/`,
      '/api/v1/identify',
      '/api/v1/batch',
    ];
    const responses = await batch(paths);
    for (const [index, path] of paths.entries()) {
      const alone = await fetch(`${gateway.origin}${path}`, {
        headers: { authorization: `Bearer ${gateway.ours.token}` },
      });
      const body = (await alone.json()) as Record<string, unknown>;
      expect({ path, ...responses[index], body: comparable(responses[index]?.body ?? {}) }).toEqual({
        path,
        status: alone.status,
        body: comparable(body),
      });
    }
    expect(codesOf(responses)).toEqual([
      ...[
        [200, undefined],
        [404, 'site_not_found'],
        [400, 'unknown_parameter'],
        [200, undefined],
      ],
      ...[
        [200, undefined],
        [404, 'not_found'],
        [200, undefined],
      ],
      ...[
        [405, 'method_not_allowed'],
        [405, 'method_not_allowed'],
      ],
    ]);
  });

  it.each([
    'https://evil.example/api/v1/sites',
    '//evil.example/api/v1/sites',
    'api/v1/sites',
    '/api/v1/',
    '/api/v2/sites',
    '/dashboard/session',
    '/mcp',
    '/api/v1/../../dashboard/session',
    '/api/v1/%2e%2E/%2e./openapi.json',
    '/api/v1/sites/..',
    '/api/v1/./sites',
    '/api/v1/sites#fragment',
    '/api/v1\\sites',
    '/api/v1/sites HTTP/1.1\r\nHost: evil\r\n\r\n',
    '/api/v1/sites\n',
    '/api/v1/sites/ü',
    `/api/v1/sites?${'a'.repeat(8_192)}`,
    7,
    null,
  ])('refuses the path %j', async (path) => {
    const { calls } = gateway.standIns.sites;
    const before = calls.length;
    const json = bodyOf(['/api/v1/sites', path]);
    const { status, body } = await gateway.request('POST', '/api/v1/batch', { json });
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(body['errors']).toEqual([expect.objectContaining({ field: 'requests[1].path' })]);
    expect(calls.length).toBe(before);
  });

  it.each([
    ['/api/v1/sites%00', 404],
    ['/api/v1/sites/%00/stats', 400],
    ['/api/v1/sites%2F1', 404],
    ['/api/v1/sites/1%2Fstats', 404],
    ['/api/v1/sites/%ff', 400],
    ['/api/v1//sites', 404],
    ['/api/v1/sites/1/stats?filter[country]=%ff', 400],
    ['/api/v1/sites?x=/../', 400],
    ['/api/v1/sites/1/stats?filter[pathname]=/a/../b', 200],
  ])('sends no other request for the path %s', async (path, status) => {
    const [response] = await batch([path]);
    expect(response?.status).toBe(status);
  });

  it('has one to twenty requests and no other fields', async () => {
    for (const json of [
      ...[{}, [], { requests: [] }, bodyOf(Array<string>(21).fill('/api/v1/sites'))],
      { requests: [{ path: '/api/v1/sites', method: 'DELETE' }] },
      { requests: [{ path: '/api/v1/sites', body: {} }] },
    ])
      expect((await gateway.request('POST', '/api/v1/batch', { json })).status).toBe(400);
    expect(await batch(Array<string>(20).fill('/api/v1/categories'))).toHaveLength(20);
    const raw = JSON.stringify({ requests: [{ path: '/api/v1/sites' }], more: 'x'.repeat(1_048_577) });
    expect((await gateway.request('POST', '/api/v1/batch', { raw })).status).toBe(413);
    expect((await gateway.request('GET', '/api/v1/batch')).status).toBe(405);
  });

  it('reads no files', async () => {
    const { calls } = gateway.standIns.analytics;
    const before = calls.filter(({ method }) => method === 'ExportEvents').length;
    const responses = await batch([
      `/api/v1/sites/${site}/export`,
      `/api/v1/sites/${site}/export/?range=7d`,
      '/api/v1/accounts?format=csv',
      '/api/v1/accounts?%66ormat=ndjson',
      '/api/v1/conversions?limit=1&format=meta',
    ]);
    for (const { status, body } of responses)
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(calls.filter(({ method }) => method === 'ExportEvents')).toHaveLength(before);
    expect((await batch(['/api/v1/accounts']))[0]?.status).toBe(200);
  });
});

describe('the rights of a batch', () => {
  const ofSites = () => [
    `/api/v1/sites/${site}/stats`,
    `/api/v1/sites/${otherSite}/stats`,
    '/api/v1/revenue',
    '/api/v1/tokens',
    '/api/v1/audit',
  ];
  const tokenWith = async (json: object): Promise<string> =>
    String((await gateway.request('POST', '/api/v1/tokens', { json: { name: 'b', ...json } })).body['token']);

  it('are those of the token for each request', async () => {
    const token = await tokenWith({ scopes: ['stats:read'], sites: [site] });
    expect(codesOf(await batch(ofSites(), { token }))).toEqual([
      [200, undefined],
      [404, 'site_not_found'],
      [403, 'insufficient_scope'],
      [403, 'insufficient_scope'],
      [403, 'insufficient_scope'],
    ]);
    const writer = await tokenWith({ scopes: ['sites:write'] });
    expect(codesOf(await batch([`/api/v1/sites/${site}/stats`], { token: writer }))).toEqual([
      [403, 'insufficient_scope'],
    ]);
  });

  it('end at the workspace', async () => {
    const { token } = await gateway.newTenant('strangers');
    for (const response of await batch([`/api/v1/sites/${site}`, `/api/v1/sites/${site}/stats`], { token }))
      expect(response).toMatchObject({ status: 404, body: { code: 'site_not_found' } });
    expect((await batch(['/api/v1/sites'], { token }))[0]?.body['sites']).toEqual([]);
  });

  it('are those of a session, and only for pages of the dashboard', async () => {
    const browser = await signedIn(gateway, { scopes: ['stats:read'] });
    const json = bodyOf(ofSites().slice(0, 4));
    const { body } = await browser.request('POST', '/api/v1/batch', { json });
    expect(responsesOf(body).map(({ status }) => status)).toEqual([200, 200, 200, 403]);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await browser.request('POST', '/api/v1/batch', { json, headers })).status).toBe(403);
    await browser.request('DELETE', '/dashboard/session');
    expect((await browser.request('POST', '/api/v1/batch', { json })).status).toBe(401);
  });

  it('are those of a share key', async () => {
    const { body: link } = await gateway.request('POST', `/api/v1/sites/${site}/share-links`, { json: {} });
    const stranger = dashboardBrowser(gateway.origin);
    const slug = String(link['url']).split('/').at(-1);
    const { body: opened } = await stranger.request('POST', '/dashboard/share', { json: { slug } });
    const headers = { 'x-headwater-share': String(opened['key']) };
    const paths = [
      `/api/v1/sites/${site}/stats`,
      `/api/v1/sites/${site}/realtime`,
      `/api/v1/sites/${otherSite}/stats`,
      `/api/v1/sites/${site}/stats?include=revenue`,
      `/api/v1/sites/${site}/goals`,
      '/api/v1/categories',
    ];
    const { body } = await stranger.request('POST', '/api/v1/batch', { json: bodyOf(paths), headers });
    expect(responsesOf(body).map(({ status }) => status)).toEqual([200, 200, 404, 403, 403, 403]);
  });

  it('require a credential, before any request is sent', async () => {
    const { calls } = gateway.standIns.sites;
    const before = calls.length;
    for (const token of [null, 'hw_wrong']) {
      const json = bodyOf(['/api/v1/sites']);
      expect((await gateway.request('POST', '/api/v1/batch', { token, json })).status).toBe(401);
    }
    expect(calls).toHaveLength(before);
  });
});
