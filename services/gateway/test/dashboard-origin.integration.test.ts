import { dashboardBrowser, newCode, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let browser: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://numbers.example' });
  const { url } = (await gateway.ask('POST', '/api/v1/dashboard-links')).body as { url: string };
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
  it('bears the prefix that keeps other hosts of the domain from setting it, over https alone', async () => {
    const { headers } = await dashboardBrowser(gateway.origin).signIn(await newCode(gateway));
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-hw_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('is nothing without the header that only our pages send', async () => {
    for (const headers of [{ 'x-headwater-dashboard': null }, { 'x-headwater-dashboard': '' }])
      for (const [method, path] of [
        ['GET', '/api/v1/sites'],
        ['POST', '/api/v1/sites'],
      ] as const)
        expect(
          outcome(await browser.ask(method, path, { ...(method === 'POST' ? create : {}), headers })),
        ).toEqual({ status: 401, code: 'missing_token' });
  });

  it('counts behind a proxy that asks for a password of its own, which browsers then send with each request', async () => {
    const basic = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
    expect((await browser.ask('GET', '/api/v1/sites', { headers: basic })).status).toBe(200);
    expect((await browser.ask('GET', '/dashboard/session', { headers: basic })).status).toBe(200);
    // Twice with one key: a secret is kept for who asked, and no proxy's password is that.
    const made = await browser.ask('POST', '/api/v1/tokens', {
      json: { name: 'x', scopes: ['stats:read'] },
      headers: { ...basic, 'idempotency-key': 'behind-a-proxy' },
    });
    expect(made.status).toBe(201);
    const again = await browser.ask('POST', '/api/v1/tokens', {
      json: { name: 'x', scopes: ['stats:read'] },
      headers: { 'idempotency-key': 'behind-a-proxy' },
    });
    expect(again.body).toEqual(made.body);

    const stranger = dashboardBrowser(gateway.origin);
    for (const headers of [basic, { ...basic, 'x-headwater-dashboard': null }])
      expect(outcome(await stranger.ask('GET', '/api/v1/sites', { headers }))).toEqual({
        status: 401,
        code: 'invalid_token',
      });
    // A token that is meant for us is never passed over.
    const bad = { authorization: 'Bearer no' };
    expect(outcome(await browser.ask('GET', '/api/v1/sites', { headers: bad }))).toEqual({
      status: 401,
      code: 'invalid_token',
    });
  });

  it.each([
    ['another site says so', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host says so', { 'sec-fetch-site': 'same-site' }],
    ['a person typed it', { 'sec-fetch-site': 'none' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an Origin that begins alike', { origin: 'https://numbers.example.evil.example' }],
    ['the public host without https', { origin: 'http://numbers.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no Origin', { origin: null }],
  ])('changes nothing where %s', async (_what, headers) => {
    expect(outcome(await browser.ask('POST', '/api/v1/sites', { ...create, headers }))).toEqual(FOREIGN);
  });

  it('reads nothing for a page of another site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect(outcome(await browser.ask('GET', '/api/v1/sites', { headers }))).toEqual(FOREIGN);
  });

  it('can not be had by a form, which sends no JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const form = { raw: 'code=x', headers: { 'content-type': type, 'x-headwater-dashboard': null } };
      expect(outcome(await browser.ask('POST', '/dashboard/session', form))).toEqual(FOREIGN);
      expect((await browser.ask('POST', '/api/v1/sites', form)).status).toBe(401);
    }
  });

  it('works for pages of the host that was asked and of the public one', async () => {
    for (const headers of [
      { origin: gateway.origin },
      { origin: 'https://numbers.example' },
      { origin: null, 'sec-fetch-site': 'same-origin' },
    ]) {
      const answer = await browser.ask('POST', '/api/v1/sites', { json: { domain: 'own.example' }, headers });
      expect(answer.status).toBeLessThan(300);
    }
  });

  it('is nothing at /mcp', async () => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await browser.ask('POST', '/mcp', { json, headers: { origin: null } });
    expect(outcome(answer)).toEqual({ status: 401, code: 'missing_token' });
  });
});

describe('signing in and out', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['no page of ours', { 'x-headwater-dashboard': null }],
  ])('is refused to %s, and uses up no link', async (_what, headers) => {
    const code = await newCode(gateway);
    const forged = dashboardBrowser(gateway.origin);
    expect(outcome(await forged.ask('POST', '/dashboard/session', { json: { code }, headers }))).toEqual(
      FOREIGN,
    );
    expect(forged.cookie()).toBeUndefined();
    expect((await forged.signIn(code)).status).toBe(204);
    for (const path of ['/dashboard/session', '/dashboard/sessions'])
      expect(outcome(await forged.ask('DELETE', path, { headers }))).toEqual(FOREIGN);
    expect((await forged.ask('GET', '/dashboard/session')).status).toBe(200);
  });

  it('asks for a cookie, whatever token is shown', async () => {
    for (const [method, path] of [
      ['GET', '/dashboard/session'],
      ['DELETE', '/dashboard/session'],
      ['DELETE', '/dashboard/sessions'],
    ] as const) {
      const headers = { authorization: `Bearer ${gateway.ours.token}` };
      const answer = await dashboardBrowser(gateway.origin).ask(method, path, { headers });
      expect(outcome(answer)).toEqual({ status: 401, code: 'session_ended' });
    }
  });

  it('allows no other origin to ask (CORS)', async () => {
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
