import { waitFor } from '@headwater/kit/testing/wait-for';
import { SCOPES } from '../src/domain/principal';
import { dashboardBrowser, newCode, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Advances the clock by the duration of `work`. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = gateway.clock.now();
  gateway.clock.set(now + ms);
  try {
    return await work();
  } finally {
    gateway.clock.set(now);
  }
}

/** Waits until the use of a session at this time is stored. */
const useRecorded = (ms: number) =>
  waitFor('the use of the session', async () => {
    const { rows } = await gateway.database.pool.query(
      'SELECT 1 FROM gateway.dashboard_sessions WHERE last_used_at = $1',
      [new Date(gateway.clock.now() + ms)],
    );
    return rows.length > 0;
  });

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  code: body['code'],
});
const ENDED = { status: 401, code: 'session_ended' };

describe('a sign-in link', () => {
  it('has its code in the fragment and works for 10 minutes', async () => {
    const { status, body } = await gateway.request('POST', '/api/v1/dashboard-links');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as unknown,
      url: expect.stringMatching(
        new RegExp(`^http://localhost:${gateway.port}/sign-in#[A-Za-z0-9_-]{43}$`),
      ) as unknown,
      expiresAt: '2026-11-01T12:10:00.123Z',
    });
    const code = await newCode(gateway);
    const browser = dashboardBrowser(gateway.origin);
    expect(outcome(await later(10 * MINUTE, () => browser.signIn(code)))).toEqual(ENDED);
    expect((await later(10 * MINUTE - 1, () => browser.signIn(code))).status).toBe(204);
  });

  it('signs in one of twenty concurrent attempts', async () => {
    const code = await newCode(gateway);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => dashboardBrowser(gateway.origin).signIn(code)),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(19).fill(401)]);
  });

  it('works again within a minute for the same attempt, and for no other', async () => {
    const code = await newCode(gateway);
    const [attempt, other] = ['a'.repeat(43), 'b'.repeat(43)];
    const browser = dashboardBrowser(gateway.origin);
    expect((await browser.signIn(code, attempt)).status).toBe(204);
    const lost = browser.cookie();
    expect((await browser.signIn(code, attempt)).status).toBe(204);
    expect(browser.cookie()).not.toBe(lost);
    expect((await browser.request('GET', '/dashboard/session')).status).toBe(200);

    const thief = dashboardBrowser(gateway.origin);
    for (const guess of [undefined, '', 'x', other])
      expect(outcome(await thief.signIn(code, guess))).toEqual(ENDED);
    expect(outcome(await thief.signIn('A'.repeat(43), attempt))).toEqual(ENDED);
    expect((await later(MINUTE - 1, () => browser.signIn(code, attempt))).status).toBe(204);
    expect(outcome(await later(MINUTE, () => browser.signIn(code, attempt)))).toEqual(ENDED);
    // No attempt restores a session that was signed out.
    await browser.request('DELETE', '/dashboard/session');
    expect(outcome(await browser.signIn(code, attempt))).toEqual(ENDED);
  });

  it.each(['', 'x', 'A'.repeat(43), '=', '../etc', 'A'.repeat(200)])('rejects the code %j', async (code) => {
    const browser = dashboardBrowser(gateway.origin);
    expect(outcome(await browser.signIn(code))).toEqual(ENDED);
    expect(browser.cookie()).toBeUndefined();
  });

  it('grants no more rights than its creator has, or the named subset', async () => {
    const { token } = (
      await gateway.request('POST', '/api/v1/tokens', {
        json: { name: 'reader', scopes: ['tokens:admin', 'stats:read'] },
      })
    ).body as { token: string };
    const greedy = await gateway.request('POST', '/api/v1/dashboard-links', {
      token,
      json: { scopes: ['export'] },
    });
    expect(outcome(greedy)).toEqual({ status: 403, code: 'insufficient_scope' });
    const browser = await signedIn(gateway, { scopes: ['stats:read'] }, token);
    expect((await browser.request('GET', '/dashboard/session')).body).toMatchObject({
      scopes: ['stats:read'],
    });
    expect(outcome(await browser.request('GET', '/api/v1/sites'))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
  });

  it('can be restricted to some sites', async () => {
    const made = await Promise.all(
      ['mine.example', 'yours.example'].map((domain) =>
        gateway.request('POST', '/api/v1/sites', { json: { domain } }),
      ),
    );
    const [mine, yours] = made.map(({ body }) => Number(body['id']));
    const browser = await signedIn(gateway, { sites: [mine] });
    const { body } = await browser.request('GET', '/dashboard/session');
    expect(body).toMatchObject({ sites: [mine], scopes: SCOPES.filter((scope) => scope !== 'tokens:admin') });
    expect((await browser.request('GET', `/api/v1/sites/${mine}`)).status).toBe(200);
    expect(outcome(await browser.request('GET', `/api/v1/sites/${yours}`))).toEqual({
      status: 404,
      code: 'site_not_found',
    });
    for (const json of [{ sites: [999_999] }, { sites: [mine], scopes: ['tokens:admin'] }])
      expect(outcome(await gateway.request('POST', '/api/v1/dashboard-links', { json }))).toEqual({
        status: 400,
        code: 'invalid_request',
      });
  });
});

describe('a session', () => {
  it('returns its workspace, and uses a cookie that no script and no other site can use', async () => {
    const browser = dashboardBrowser(gateway.origin);
    const { headers } = await browser.signIn(await newCode(gateway));
    expect(headers.get('set-cookie')).toMatch(
      /^hw_session=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await browser.request('GET', '/dashboard/session')).body).toEqual({
      workspace: { id: gateway.ours.workspaceId, name: 'ours' },
      scopes: [...SCOPES],
      sites: null,
      expiresAt: '2026-12-01T12:00:00.123Z',
    });
  });

  it('ends after 30 days, although it is used', async () => {
    const browser = await signedIn(gateway);
    const readSession = () => browser.request('GET', '/dashboard/session');
    for (let used = 0; used < 30 * DAY; used += DAY / 3) {
      expect((await later(used, readSession)).status).toBe(200);
      await useRecorded(used);
    }
    expect((await later(30 * DAY - 1, readSession)).status).toBe(200);
    expect(outcome(await later(30 * DAY, readSession))).toEqual(ENDED);
  });

  it('never reuses a session id sent by the browser', async () => {
    const planted = `hw_session=${'A'.repeat(43)}`;
    const code = await newCode(gateway);
    const browser = dashboardBrowser(gateway.origin);
    await browser.request('POST', '/dashboard/session', { json: { code }, headers: { cookie: planted } });
    expect(browser.cookie()).not.toBe(planted);
    const victim = await browser.request('GET', '/dashboard/session', { headers: { cookie: planted } });
    expect(outcome(victim)).toEqual(ENDED);
    const both = `${planted}; ${browser.cookie()}`;
    expect(
      outcome(await browser.request('GET', '/dashboard/session', { headers: { cookie: both } })),
    ).toEqual(ENDED);
  });

  it('stores neither code nor cookie in the database or the log', async () => {
    const code = await newCode(gateway);
    const browser = dashboardBrowser(gateway.origin);
    await browser.signIn(code);
    const secret = browser.cookie()?.split('=')[1] ?? 'none';
    const { rows } = await gateway.database.pool.query('SELECT s::text FROM gateway.dashboard_sessions s');
    const written = JSON.stringify([rows, gateway.logLines]);
    expect(written).not.toContain(code);
    expect(written).not.toContain(secret);
  });

  it('can access only its own workspace', async () => {
    const { token, workspaceId } = await gateway.newTenant('theirs');
    const { body: site } = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: 'ours.example' },
    });
    const browser = await signedIn(gateway, {}, token);
    expect((await browser.request('GET', '/dashboard/session')).body['workspace']).toEqual({
      id: workspaceId,
      name: 'theirs',
    });
    expect((await browser.request('GET', '/api/v1/sites')).body).toEqual({ sites: [] });
    expect((await browser.request('GET', `/api/v1/sites/${Number(site['id'])}`)).status).toBe(404);
  });

  it('is ignored if the request has a token', async () => {
    const browser = await signedIn(gateway);
    const { token } = await gateway.newTenant('bearers');
    const headers = { authorization: `Bearer ${token}` };
    expect((await browser.request('GET', '/api/v1/sites', { headers })).body).toEqual({ sites: [] });
    const wrong = await browser.request('GET', '/api/v1/sites', { headers: { authorization: 'Bearer no' } });
    expect(outcome(wrong)).toEqual({ status: 401, code: 'invalid_token' });
  });
});

describe('the end of a session', () => {
  it('follows a sign-out and leaves other browsers signed in', async () => {
    const [first, second] = [await signedIn(gateway), await signedIn(gateway)];
    const cookie = first.cookie() ?? '';
    const { status, headers } = await first.request('DELETE', '/dashboard/session');
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({
      status: 204,
      cookie: 'hw_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    });
    // Never "cookies": that would sign people out of other applications on the same domain.
    expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(outcome(await first.request('GET', '/dashboard/session'))).toEqual({ ...ENDED });
    const stolen = () => first.request('GET', '/api/v1/sites', { headers: { cookie } });
    expect(outcome(await later(5_000, stolen))).toEqual(ENDED);
    expect((await later(5_000, () => second.request('GET', '/api/v1/sites'))).status).toBe(200);
  });

  it('follows a sign-out everywhere within 5 seconds on every replica, also for unused links', async () => {
    const { token } = await gateway.newTenant('everywhere');
    const replica = await gateway.startReplica();
    try {
      const [here, there] = [await signedIn(gateway, {}, token), dashboardBrowser(replica.origin)];
      const ours = await signedIn(gateway);
      const [code, unused] = [await newCode(gateway, {}, token), await newCode(gateway, {}, token)];
      await there.signIn(code);
      expect((await there.request('GET', '/api/v1/sites')).status).toBe(200);
      expect((await here.request('DELETE', '/dashboard/sessions')).status).toBe(204);
      replica.clock.set(replica.clock.now() + 5_000);
      expect(outcome(await there.request('GET', '/api/v1/sites'))).toEqual(ENDED);
      expect(outcome(await dashboardBrowser(replica.origin).signIn(unused))).toEqual(ENDED);
      expect((await later(5_000, () => ours.request('GET', '/api/v1/sites'))).status).toBe(200);
    } finally {
      await replica.stop();
    }
  });

  it('without `tokens:admin` leaves sessions with more rights or of another token', async () => {
    const { token } = await gateway.newTenant('lesser');
    const other = (
      await gateway.request('POST', '/api/v1/tokens', { token, json: { name: 'other', scopes: [...SCOPES] } })
    ).body as { token: string };
    const scopes = { scopes: ['stats:read'] };
    const [lesser, sibling] = [
      await signedIn(gateway, scopes, token),
      await signedIn(gateway, scopes, token),
    ];
    const stranger = await signedIn(gateway, scopes, other.token);
    const greater = await signedIn(gateway, {}, token);
    expect((await lesser.request('DELETE', '/dashboard/sessions')).status).toBe(204);
    const readSession = (browser: typeof stranger) =>
      later(5_000, () => browser.request('GET', '/dashboard/session'));
    expect(outcome(await readSession(sibling))).toEqual(ENDED);
    for (const left of [stranger, greater]) expect((await readSession(left)).status).toBe(200);
  });

  it('follows the end of its token, and its rights never exceed those of the token', async () => {
    const { token, workspaceId } = await gateway.newTenant('revoked');
    const browser = await signedIn(gateway, {}, token);
    const readSession = (ms: number) => later(ms, () => browser.request('GET', '/dashboard/session'));
    await gateway.database.pool.query(
      "UPDATE gateway.tokens SET scopes = '{stats:read}' WHERE workspace_id = $1",
      [workspaceId],
    );
    expect((await readSession(5_000)).body['scopes']).toEqual(['stats:read']);
    await gateway.database.pool.query(
      'UPDATE gateway.tokens SET revoked_at = now() WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(outcome(await readSession(10_000))).toEqual(ENDED);
  });
});

describe('an Idempotency-Key of a session', () => {
  it('replays a response with a secret to the same session only', async () => {
    const [one, other] = [await signedIn(gateway), await signedIn(gateway)];
    const make = (browser: typeof one, more: Record<string, string> = {}) =>
      browser.request('POST', '/api/v1/tokens', {
        json: { name: 'keyed', scopes: ['stats:read'] },
        headers: { 'idempotency-key': 'one-key', ...more },
      });
    const first = await make(one);
    const again = await make(one, { cookie: `theme=dark; ${one.cookie()}` });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(outcome(await make(other))).toEqual({ status: 422, code: 'idempotency_key_reused' });
  });
});
