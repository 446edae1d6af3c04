import { scopeOf } from '../src/domain/authorise';
import { SCOPES } from '../src/domain/principal';
import { DASHBOARD_ENDPOINTS, ENDPOINTS } from '../src/routes/endpoints';
import { deleteExpiredSessions } from '../src/store/dashboard-sessions';
import { signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

type Browser = Awaited<ReturnType<typeof signedIn>>;

let gateway: Gateway;
let all: Browser;
/** Principals by the scope that each lacks. */
const lacking = new Map<string, Browser>();
beforeAll(async () => {
  gateway = await startGateway();
  all = await signedIn(gateway);
  for (const scope of SCOPES)
    lacking.set(scope, await signedIn(gateway, { scopes: SCOPES.filter((each) => each !== scope) }));
});
afterAll(() => gateway.stop());

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  code: body['code'],
});

describe.each(ENDPOINTS.filter(({ open }) => !open))('$method $path', (endpoint) => {
  const method = endpoint.method.toUpperCase();
  // An unknown site: nothing changes, and the check precedes all other parameters.
  const url = endpoint.path.replace('{id}', '999999').replaceAll(/\{\w+\}/g, '1');
  const body = ['post', 'put', 'patch'].includes(endpoint.method) ? { json: {} } : {};

  it('rejects a cookie sent from a page of another site', async () => {
    const bare = await all.request(method, url, { ...body, headers: { 'x-headwater-dashboard': null } });
    expect(outcome(bare)).toEqual({ status: 401, code: 'missing_token' });
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect(outcome(await all.request(method, url, { ...body, headers }))).toEqual({
        status: 403,
        code: 'origin_not_allowed',
      });
  });

  it('requires the same scope from a session as from a token', async () => {
    const lacks = lacking.get(scopeOf(endpoint));
    if (lacks)
      expect(outcome(await lacks.request(method, url, body))).toEqual({
        status: 403,
        code: 'insufficient_scope',
      });
    if (endpoint.path.startsWith('/api/v1/sites/{id}'))
      expect([400, 404, 415]).toContain((await all.request(method, url, body)).status);
  });
});

describe('the audit log', () => {
  it('shows who created a link, who signed in with it, and the actions of the session', async () => {
    const { token } = await gateway.newTenant('audited');
    const browser = await signedIn(gateway, {}, token);
    const { body: site } = await browser.request('POST', '/api/v1/sites', {
      json: { domain: 'audited.example' },
    });
    const siteId = Number(site['id']);
    const links = `/api/v1/sites/${siteId}/share-links`;
    const { body: link } = await browser.request('POST', links, { json: {} });
    await browser.request('DELETE', `${links}/${Number(link['id'])}`);
    await browser.request('DELETE', '/dashboard/sessions');
    const { body } = await gateway.request('GET', '/api/v1/audit', { token });
    const entries = body['entries'] as Record<string, unknown>[];
    const [made] = entries.filter(({ action }) => action === 'createDashboardLink');
    expect(made).toMatchObject({ actor: 'token', sessionId: null, outcome: 'done' });
    const sessionId = Number(made?.['targetId']);
    const ours = entries.filter((entry) => entry['sessionId'] === sessionId).reverse();
    expect(ours).toMatchObject([
      { action: 'signInToDashboard', siteId: null },
      { action: 'createSite', siteId },
      { action: 'createShareLink', siteId, targetId: String(link['id']) },
      { action: 'deleteShareLink', siteId, targetId: String(link['id']) },
      { action: 'signOutEverywhere', siteId: null },
    ]);
    for (const entry of ours)
      expect(entry).toMatchObject({ actor: 'dashboard', tokenId: null, outcome: 'done' });
  });
});

describe('expired links and sessions', () => {
  it('are deleted, and no others', async () => {
    const count = async () => {
      const { rows } = await gateway.database.pool.query<{ sessions: string; links: string }>(
        `SELECT count(secret_hash) AS sessions, count(code_hash) AS links FROM gateway.dashboard_sessions`,
      );
      return { sessions: Number(rows[0]?.sessions), links: Number(rows[0]?.links) };
    };
    const { sessions } = await count();
    await gateway.request('POST', '/api/v1/dashboard-links');
    expect(await count()).toEqual({ sessions, links: 1 });
    const at = (now: number) => ({ now, idleMs: 43_200_000 });
    await deleteExpiredSessions(gateway.database.pool, at(gateway.clock.now() + 600_000));
    expect(await count()).toEqual({ sessions, links: 0 });
    await deleteExpiredSessions(gateway.database.pool, at(gateway.clock.now() + 43_200_000 - 1));
    expect(await count()).toEqual({ sessions, links: 0 });
    await deleteExpiredSessions(gateway.database.pool, at(gateway.clock.now() + 43_200_000));
    expect(await count()).toEqual({ sessions: 0, links: 0 });
  });
});

describe('endpoints of the dashboard pages', () => {
  it('are not part of the API', async () => {
    const { body: document } = await gateway.request('GET', '/openapi.json');
    const paths = Object.keys(document['paths'] as object);
    for (const { path } of DASHBOARD_ENDPOINTS) expect(paths).not.toContain(path);
    expect(ENDPOINTS.filter(({ ownPages }) => ownPages)).toEqual([]);
  });

  it('return JSON that no browser renders as a page', async () => {
    const { token } = await gateway.newTenant('</script><script>alert(1)</script>');
    const browser = await signedIn(gateway, {}, token);
    const { headers, body } = await browser.request('GET', '/dashboard/session');
    expect(body['workspace']).toMatchObject({ name: '</script><script>alert(1)</script>' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
