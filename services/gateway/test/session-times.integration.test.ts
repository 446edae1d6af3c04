import { waitFor } from '@headwater/kit/testing/wait-for';
import { openApiDocument } from '../src/http/openapi-document';
import { ENDPOINTS } from '../src/routes/endpoints';
import { dashboardBrowser, newCode, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const begin = Date.parse('2026-11-01T12:00:00.123Z');
beforeEach(() => gateway.clock.set(begin));

interface Session {
  readonly id: number;
  readonly browser: string;
  readonly current: boolean;
  readonly signedInAt: string;
  readonly lastUsedAt: string;
}

type Browser = ReturnType<typeof dashboardBrowser>;
const read = (browser: Browser) => browser.request('GET', '/dashboard/session');
const sessionsOf = async (token: string) =>
  (await gateway.request('GET', '/api/v1/dashboard-sessions', { token })).body['sessions'] as Session[];

describe('an idle session', () => {
  it('ends 12 hours after its last use', async () => {
    const { token } = await gateway.newTenant('idle');
    const browser = await signedIn(gateway, {}, token);
    gateway.clock.set(begin + 12 * HOUR - 1);
    expect((await read(browser)).status).toBe(200);
    await waitFor('the use to be recorded', async () =>
      (await sessionsOf(token)).some(({ lastUsedAt }) => Date.parse(lastUsedAt) === gateway.clock.now()),
    );
    gateway.clock.set(begin + 24 * HOUR - 2);
    expect((await read(browser)).status).toBe(200);
    gateway.clock.set(begin + 37 * HOUR);
    const { status, body } = await read(browser);
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'session_ended' });
    expect(await sessionsOf(token)).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it('contains browser, times and the current session, and no IP address', async () => {
    const { token } = await gateway.newTenant('listed');
    const browser = dashboardBrowser(gateway.origin);
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64; secret-canary) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    await browser.request('POST', '/dashboard/session', {
      json: { code: await newCode(gateway, {}, token) },
      headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.7' },
    });
    await signedIn(gateway, {}, token);
    await newCode(gateway, {}, token); // unused links are no sessions
    const { body } = await browser.request('GET', '/api/v1/dashboard-sessions');
    const sessions = body['sessions'] as Session[];
    const at = '2026-11-01T12:00:00.123Z';
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      ...{ browser: 'Chrome on Linux', current: true, signedInAt: at, lastUsedAt: at, sites: null },
    });
    expect(sessions[1]).toMatchObject({ browser: 'Other browser on another system', current: false });
    const { rows } = await gateway.database.pool.query('SELECT s::text FROM gateway.dashboard_sessions s');
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.7|canary|127\.0\.0\.1/);
  });

  it('ends one session, or all others, within 5 seconds, with an audit entry', async () => {
    const { token } = await gateway.newTenant('ended');
    const browsers = [];
    for (let count = 0; count < 4; count += 1) browsers.push(await signedIn(gateway, {}, token));
    const [own, second, ...others] = browsers as [Browser, Browser, ...Browser[]];
    const [, { id } = { id: 0 }] = await sessionsOf(token);
    const end = (path: string) => own.request('DELETE', `/api/v1/dashboard-sessions${path}`);
    expect((await end(`/${id}`)).body).toEqual({ ended: 1 });
    expect((await end(`/${id}`)).body['code']).toBe('session_not_found');
    gateway.clock.set(begin + 5_000);
    expect((await read(second)).status).toBe(401);
    expect((await end('')).body).toEqual({ ended: 2 });
    gateway.clock.set(begin + 10_000);
    for (const other of others) expect((await read(other)).status).toBe(401);
    expect((await read(own)).status).toBe(200);
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=3', { token });
    expect((body['entries'] as { action: string }[]).map(({ action }) => action)).toEqual([
      'endDashboardSessions',
      'endDashboardSession',
      'endDashboardSession',
    ]);
  });
});

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly refusals: string;
  /** The names of all fields of its successful answers. */
  readonly answerFields: readonly string[];
}

/** The operations of the OpenAPI document, so that a new one is tested. */
const OPERATIONS: readonly Operation[] = (() => {
  const document = openApiDocument(ENDPOINTS, 'https://api.example');
  const fieldsIn = (value: unknown, parents: readonly string[] = []): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const { $ref, properties } = value as { $ref?: string; properties?: object };
    if ($ref !== undefined && parents.includes($ref)) return [];
    const referred = $ref
      ?.slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    const inner = $ref === undefined ? Object.values(value) : [referred];
    const next = $ref === undefined ? parents : [...parents, $ref];
    return [...Object.keys(properties ?? {}), ...inner.flatMap((one) => fieldsIn(one, next))];
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      ...{ operationId, method: method.toUpperCase(), path },
      refusals: responses['403']?.description ?? '',
      answerFields: [
        ...new Set(
          Object.entries(responses)
            .filter(([status]) => status.startsWith('2'))
            .flatMap(([, response]) => fieldsIn(response)),
        ),
      ],
    })),
  );
})();
const needsSignIn = ({ refusals }: Operation): boolean => refusals.includes('sign_in_required');
const TESTED_BELOW = ['createShareLink', 'updateWebhook'];
/** Ids, lists of objects without their secrets, and whether there is one. */
const NO_SECRETS = ['tokenId', 'tokens', 'hasPassword', 'providerSecrets'];
/** Addresses of receivers, and those of share links, which are null without a recent sign-in. */
const OTHER_URLS = ['getWebhook url', 'listShareLinks url', 'listWebhooks url'];

describe('a secret', () => {
  const url = 'https://hooks.example/x';
  /** The call of each operation that needs a recent sign-in. `path` is of a new object of the tenant. */
  const CALLS: Readonly<
    Record<string, { readonly path?: (token: string) => Promise<string>; readonly json: object }>
  > = {
    createToken: { json: { name: 't', scopes: ['stats:read'] } },
    rotateToken: {
      json: {},
      path: async (token) =>
        `/api/v1/tokens/${await create(token, '/api/v1/tokens', CALLS['createToken']?.json)}/rotate`,
    },
    createDashboardLink: { json: {} },
    createWebhook: { json: { url, events: ['site.installed'] } },
    rotateWebhookSecret: {
      json: {},
      path: async (token) =>
        `/api/v1/webhooks/${await create(token, '/api/v1/webhooks', CALLS['createWebhook']?.json)}/rotate-secret`,
    },
    setIntegrationSecret: {
      json: { signing_secret: 'whsec_aaaaaaaaaaaaaaaa' },
      path: () => Promise.resolve('/api/v1/integrations/stripe'),
    },
    updateShareLink: {
      json: { expiresAt: null },
      path: async (token) => {
        const site = await create(token, '/api/v1/sites', { domain: 'secrets.example' });
        const links = `/api/v1/sites/${site}/share-links`;
        return `${links}/${await create(token, links, {})}`;
      },
    },
  };
  const create = async (token: string, path: string, json: unknown): Promise<string> =>
    String((await gateway.request('POST', path, { token, json })).body['id']);

  it.each(OPERATIONS.filter((one) => needsSignIn(one) && !TESTED_BELOW.includes(one.operationId)))(
    'of $operationId needs a sign-in of the last hour',
    async ({ operationId, method, path }) => {
      const { json, path: pathOf = () => Promise.resolve(path) } = CALLS[operationId] ?? {};
      const { token } = await gateway.newTenant('secrets');
      const browser = await signedIn(gateway, {}, token);
      const first = await pathOf(token);
      const call = (headers = {}) => browser.request(method, first, { json, headers });
      gateway.clock.set(begin + HOUR - 1);
      const keyed = { 'idempotency-key': 'one' };
      expect((await call(keyed)).status).toBeLessThan(300);
      gateway.clock.set(begin + HOUR);
      // Also the stored answer of an Idempotency-Key.
      for (const headers of [{}, keyed]) {
        const { status, body } = await call(headers);
        expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'sign_in_required' });
        expect(body['detail']).toMatch(/more than 60 minutes ago.*sign in with a new link/);
        for (const command of ['npm run admin -- dashboard-link', 'node dist/admin.js dashboard-link'])
          expect(body['detail']).toContain(command);
      }
      expect((await browser.request('GET', '/api/v1/tokens')).status).toBe(200);
      await browser.signIn(await newCode(gateway, {}, token));
      expect((await browser.request(method, await pathOf(token), { json })).status).toBeLessThan(300);
      // Tokens are unaffected.
      expect((await gateway.request(method, await pathOf(token), { token, json })).status).toBeLessThan(300);
    },
  );

  it('is in no answer of an operation without this rule', () => {
    const answers = OPERATIONS.flatMap((one) => one.answerFields.map((field) => ({ one, field })));
    const secrets = answers.filter(
      ({ field }) => /secret|token|password|credential|^url$/i.test(field) && !NO_SECRETS.includes(field),
    );
    expect(secrets.length).toBeGreaterThan(5);
    const unprotected = secrets.filter(({ one }) => !needsSignIn(one));
    expect(unprotected.map(({ one, field }) => `${one.operationId} ${field}`).sort()).toEqual(OTHER_URLS);
  });

  it('is also behind share links and the receiver of a webhook', async () => {
    const { token } = await gateway.newTenant('receivers');
    const { body: site } = await gateway.request('POST', '/api/v1/sites', {
      token,
      json: { domain: 'receivers.example' },
    });
    const { body: webhook } = await gateway.request('POST', '/api/v1/webhooks', {
      token,
      json: { url, events: ['site.installed'] },
    });
    const browser = await signedIn(gateway, {}, token);
    const links = `/api/v1/sites/${String(site['id'])}/share-links`;
    const share = () => browser.request('POST', links, { json: { name: 'public' } });
    const change = (json: object) =>
      browser.request('PATCH', `/api/v1/webhooks/${String(webhook['id'])}`, { json });
    const calls = [share, () => change({ url: `${url}2` }), () => change({ events: ['site.deleted'] })];
    gateway.clock.set(begin + HOUR - 1);
    for (const call of calls) expect((await call()).status).toBeLessThan(300);
    const urls = async () => {
      const { body } = await browser.request('GET', links);
      return (body['shareLinks'] as { url: string | null }[]).map((link) => link.url);
    };
    const shown = expect.stringContaining('/share/') as unknown;
    expect(await urls()).toEqual([shown]);
    gateway.clock.set(begin + HOUR);
    for (const call of calls) expect((await call()).body['code']).toBe('sign_in_required');
    expect(await urls()).toEqual([null]);
    expect((await change({ description: 'renamed', status: 'disabled' })).status).toBe(200);
    await browser.signIn(await newCode(gateway, {}, token));
    expect(await urls()).toEqual([shown]);
    for (const call of calls) expect((await call()).status).toBeLessThan(300);
  });

  it('needs a sign-in if the session began before sign-ins were recorded', async () => {
    const { token, workspaceId } = await gateway.newTenant('old');
    const browser = await signedIn(gateway, {}, token);
    await gateway.database.pool.query(
      'UPDATE gateway.dashboard_sessions SET signed_in_at = NULL, last_used_at = NULL WHERE workspace_id = $1',
      [workspaceId],
    );
    const { body } = await browser.request('POST', '/api/v1/dashboard-links');
    expect(body['code']).toBe('sign_in_required');
  });
});
