import { dashboardBrowser, newCode, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let browser: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://numbers.example' });
  const { url } = (await gateway.request('POST', '/api/v1/dashboard-links')).body as { url: string };
  expect(url).toMatch(/^https:\/\/numbers\.example\/sign-in#/);
  browser = await signedIn(gateway);
});
afterAll(() => gateway.stop());

const create = { json: { domain: 'forged.example' } };
const FOREIGN = { status: 403, code: 'origin_not_allowed' };
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  code: body['code'],
});

describe('the cookie of a session', () => {
  it('has the prefix `__Host-` over https only', async () => {
    const { headers } = await dashboardBrowser(gateway.origin).signIn(await newCode(gateway));
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-hw_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('is ignored without the header that only dashboard pages send', async () => {
    for (const headers of [{ 'x-headwater-dashboard': null }, { 'x-headwater-dashboard': '' }])
      for (const [method, path] of [
        ['GET', '/api/v1/sites'],
        ['POST', '/api/v1/sites'],
      ] as const)
        expect(
          outcome(await browser.request(method, path, { ...(method === 'POST' ? create : {}), headers })),
        ).toEqual({ status: 401, code: 'missing_token' });
  });

  it('is used behind a proxy with basic authentication, whose credentials browsers send with each request', async () => {
    const basic = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
    expect((await browser.request('GET', '/api/v1/sites', { headers: basic })).status).toBe(200);
    expect((await browser.request('GET', '/dashboard/session', { headers: basic })).status).toBe(200);
    // Twice with one key: the replay belongs to the session, not to the proxy's credentials.
    const made = await browser.request('POST', '/api/v1/tokens', {
      json: { name: 'x', scopes: ['stats:read'] },
      headers: { ...basic, 'idempotency-key': 'behind-a-proxy' },
    });
    expect(made.status).toBe(201);
    const again = await browser.request('POST', '/api/v1/tokens', {
      json: { name: 'x', scopes: ['stats:read'] },
      headers: { 'idempotency-key': 'behind-a-proxy' },
    });
    expect(again.body).toEqual(made.body);

    const stranger = dashboardBrowser(gateway.origin);
    for (const headers of [basic, { ...basic, 'x-headwater-dashboard': null }])
      expect(outcome(await stranger.request('GET', '/api/v1/sites', { headers }))).toEqual({
        status: 401,
        code: 'invalid_token',
      });
    // A token takes precedence over the cookie.
    const bad = { authorization: 'Bearer no' };
    expect(outcome(await browser.request('GET', '/api/v1/sites', { headers: bad }))).toEqual({
      status: 401,
      code: 'invalid_token',
    });
  });

  it.each([
    ['the page belongs to another site', { 'sec-fetch-site': 'cross-site' }],
    ['the page belongs to a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['a person typed the URL', { 'sec-fetch-site': 'none' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an Origin that begins alike', { origin: 'https://numbers.example.evil.example' }],
    ['the public host without https', { origin: 'http://numbers.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no Origin', { origin: null }],
  ])('changes nothing where %s', async (_what, headers) => {
    expect(outcome(await browser.request('POST', '/api/v1/sites', { ...create, headers }))).toEqual(FOREIGN);
  });

  it('gives a page of another site no access', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect(outcome(await browser.request('GET', '/api/v1/sites', { headers }))).toEqual(FOREIGN);
  });

  it('cannot be obtained with a form, which sends no JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const form = { raw: 'code=x', headers: { 'content-type': type, 'x-headwater-dashboard': null } };
      expect(outcome(await browser.request('POST', '/dashboard/session', form))).toEqual(FOREIGN);
      expect((await browser.request('POST', '/api/v1/sites', form)).status).toBe(401);
    }
  });

  it('works for pages of the requested host and of the public host', async () => {
    for (const headers of [
      { origin: gateway.origin },
      { origin: 'https://numbers.example' },
      { origin: null, 'sec-fetch-site': 'same-origin' },
    ]) {
      const answer = await browser.request('POST', '/api/v1/sites', {
        json: { domain: 'own.example' },
        headers,
      });
      expect(answer.status).toBeLessThan(300);
    }
  });

  it('is not accepted at /mcp', async () => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await browser.request('POST', '/mcp', { json, headers: { origin: null } });
    expect(outcome(answer)).toEqual({ status: 401, code: 'missing_token' });
  });
});

describe('signing in and out', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['no page of ours', { 'x-headwater-dashboard': null }],
  ])('is rejected for %s, and uses up no link', async (_what, headers) => {
    const code = await newCode(gateway);
    const forged = dashboardBrowser(gateway.origin);
    expect(outcome(await forged.request('POST', '/dashboard/session', { json: { code }, headers }))).toEqual(
      FOREIGN,
    );
    expect(forged.cookie()).toBeUndefined();
    expect((await forged.signIn(code)).status).toBe(204);
    for (const path of ['/dashboard/session', '/dashboard/sessions'])
      expect(outcome(await forged.request('DELETE', path, { headers }))).toEqual(FOREIGN);
    expect((await forged.request('GET', '/dashboard/session')).status).toBe(200);
  });

  it('requires the cookie, even with a token', async () => {
    for (const [method, path] of [
      ['GET', '/dashboard/session'],
      ['DELETE', '/dashboard/session'],
      ['DELETE', '/dashboard/sessions'],
    ] as const) {
      const headers = { authorization: `Bearer ${gateway.ours.token}` };
      const answer = await dashboardBrowser(gateway.origin).request(method, path, { headers });
      expect(outcome(answer)).toEqual({ status: 401, code: 'session_ended' });
    }
  });

  it('allows no other origin (CORS)', async () => {
    for (const path of ['/api/v1/sites', '/dashboard/session', '/dashboard/share']) {
      const response = await fetch(`${gateway.origin}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-headers': 'x-headwater-dashboard',
        },
      });
      await response.arrayBuffer();
      const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect({ status: response.status, names }).toEqual({ status: 405, names: [] });
    }
  });
});
