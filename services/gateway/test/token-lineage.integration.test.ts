import { SCOPES } from '../src/domain/principal';
import { dashboardBrowser, newCode } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

interface Created {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: string | null;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const post = (path: string, json: object, token?: string) =>
  gateway.request('POST', path, { json, ...(token === undefined ? {} : { token }) });

async function create(token?: string, json: object = {}): Promise<Created> {
  const { status, body } = await post('/api/v1/tokens', { name: 'made', scopes: SCOPES, ...json }, token);
  expect(status).toBe(201);
  return body as unknown as Created;
}
async function rotate(id: number, token?: string, json: object = {}): Promise<Created> {
  const { status, body } = await post(`/api/v1/tokens/${id}/rotate`, json, token);
  expect(status).toBe(201);
  return body as unknown as Created;
}
const revoke = async (id: number): Promise<unknown> =>
  (await gateway.request('DELETE', `/api/v1/tokens/${id}`)).body['alsoRevoked'];
/** The status of a request with each token, after the caches of tokens have expired. */
async function statusesLater(tokens: readonly string[]): Promise<number[]> {
  gateway.clock.set(gateway.clock.now() + 5_000);
  return Promise.all(
    tokens.map(async (token) => (await gateway.request('GET', '/api/v1/sites', { token })).status),
  );
}

describe('revoking a token', () => {
  it('also revokes the tokens that it and these created, and their sessions', async () => {
    const [leaked, bystander] = [await create(), await create()];
    const child = await create(leaked.token);
    const browser = dashboardBrowser(gateway.origin);
    await browser.signIn(await newCode(gateway, {}, child.token));
    const { body } = await browser.request('POST', '/api/v1/tokens', {
      json: { name: 'from the dashboard', scopes: ['stats:read', 'sites:read'] },
    });
    const grandchild = body as unknown as Created;
    const unusedCode = await newCode(gateway, {}, child.token);

    expect(await revoke(leaked.id)).toEqual([child.id, grandchild.id]);
    expect(await statusesLater([leaked.token, child.token, grandchild.token, bystander.token])).toEqual([
      401, 401, 401, 200,
    ]);
    expect((await browser.request('GET', '/dashboard/session')).status).toBe(401);
    expect((await dashboardBrowser(gateway.origin).signIn(unusedCode)).status).toBe(401);
  });

  it('lists the webhooks, share links and the signing secret that it and these created, which keep working', async () => {
    const { token: ours } = await gateway.newTenant('left-behind');
    const [leaked, bystander] = [await create(ours), await create(ours)];
    const child = await create(leaked.token);
    const browser = dashboardBrowser(gateway.origin);
    await browser.signIn(await newCode(gateway, {}, child.token));
    const webhook = { url: 'https://hooks.example/x', events: ['site.installed'] };
    const createWebhook = async (token: string) => {
      const { status, body } = await post('/api/v1/webhooks', webhook, token);
      expect(status).toBe(201);
      return body as unknown as { id: number; createdBy: number | null };
    };
    const first = await createWebhook(leaked.token);
    const other = await createWebhook(bystander.token);
    const session = (await browser.request('POST', '/api/v1/webhooks', { json: webhook })).body;
    expect([first.createdBy, other.createdBy, session['createdBy']]).toEqual([
      leaked.id,
      bystander.id,
      child.id,
    ]);
    const setSecret = (token: string) =>
      gateway.request('PUT', '/api/v1/integrations/stripe', {
        token,
        json: { signing_secret: 'whsec_aaaaaaaaaaaaaaaa' },
      });
    await setSecret(bystander.token);
    expect((await setSecret(child.token)).body).toMatchObject({ configured: true, createdBy: child.id });
    const { id: site } = (await post('/api/v1/sites', { domain: 'left-behind.example' }, ours)).body;
    const links = `/api/v1/sites/${String(site)}/share-links`;
    const share = async (token: string) => (await post(links, {}, token)).body;
    const [link, otherLink] = [await share(leaked.token), await share(bystander.token)];
    const sessionLink = (await browser.request('POST', links, { json: {} })).body;
    expect([link, otherLink, sessionLink].map(({ createdBy }) => createdBy)).toEqual([
      leaked.id,
      bystander.id,
      child.id,
    ]);

    const { body } = await gateway.request('DELETE', `/api/v1/tokens/${leaked.id}`, { token: ours });
    expect(body['stillWorking']).toEqual({
      webhooks: [first.id, session['id']],
      providerSecrets: ['stripe'],
      shareLinks: [link, sessionLink].map(({ id }) => ({ site, id })),
    });
    const { shareLinks } = (await gateway.request('GET', links, { token: ours })).body;
    expect(shareLinks).toEqual([link, otherLink, sessionLink]);
    const { webhooks } = (await gateway.request('GET', '/api/v1/webhooks', { token: ours })).body;
    expect((webhooks as object[]).length).toBe(3);
    const stripe = await gateway.request('GET', '/api/v1/integrations/stripe', { token: ours });
    expect(stripe.body).toMatchObject({ configured: true, createdBy: child.id });
  });

  it('succeeds while the list of webhooks is unavailable', async () => {
    const leaked = await create();
    Object.assign(gateway.standIns.sites.overrides, {
      ListWebhooks: () => Promise.reject(new Error('down')),
    });
    const { status, body } = await gateway.request('DELETE', `/api/v1/tokens/${leaked.id}`);
    delete (gateway.standIns.sites.overrides as Record<string, unknown>)['ListWebhooks'];
    expect({ status, body }).toMatchObject({ status: 200, body: { stillWorking: { webhooks: null } } });
    expect(await statusesLater([leaked.token])).toEqual([401]);
  });

  it('also revokes the tokens that its predecessor created during the overlap, and no earlier ones', async () => {
    const old = await create();
    const earlier = await create(old.token);
    const successor = await rotate(old.id, old.token);
    const overlapping = await create(old.token);
    const grandchild = await create(overlapping.token);
    expect(await revoke(successor.id)).toEqual([overlapping.id, grandchild.id]);
    expect(await statusesLater([old.token, earlier.token, overlapping.token, grandchild.token])).toEqual([
      200, 200, 401, 401,
    ]);
  });

  it('reaches descendants of a token that was revoked before', async () => {
    const root = await create();
    const child = await create(root.token);
    const grandchild = await create(child.token);
    await gateway.database.pool.query('UPDATE gateway.tokens SET revoked_at = now() WHERE id = $1', [
      child.id,
    ]);
    expect(await revoke(root.id)).toEqual([grandchild.id]);
  });

  it('misses no token that is created at the same time', async () => {
    const leaked = await create();
    const answers = Array.from({ length: 20 }, () =>
      post('/api/v1/tokens', { name: 'race', scopes: ['sites:read'] }, leaked.token),
    );
    await answers[0];
    await revoke(leaked.id);
    const created = (await Promise.all(answers)).filter(({ status }) => status === 201);
    const tokens = created.map(({ body }) => String(body['token']));
    expect(tokens.length).toBeGreaterThan(0);
    expect(new Set(await statusesLater(tokens))).toEqual(new Set([401]));
  });

  it('keeps the successor of a rotation, and reaches the tokens that the old one created', async () => {
    const old = await create();
    const child = await create(old.token);
    const successor = await rotate(old.id, old.token, { overlapSeconds: 0 });
    expect(await statusesLater([old.token, child.token, successor.token])).toEqual([401, 200, 200]);
    expect(await revoke(old.id)).toEqual([child.id]);
    expect(await statusesLater([child.token, successor.token])).toEqual([401, 200]);
  });

  it('reaches a created token that has rotated its creator', async () => {
    const leaked = await create();
    const child = await create(leaked.token);
    const stolen = await rotate(leaked.id, child.token);
    expect(await revoke(leaked.id)).toEqual([child.id, stolen.id]);
    expect(await statusesLater([child.token, stolen.token])).toEqual([401, 401]);
  });

  it('revokes the secrets that the token obtained by rotating others', async () => {
    const [leaked, other] = [await create(), await create()];
    const stolen = await rotate(other.id, leaked.token);
    expect(await revoke(leaked.id)).toEqual([stolen.id]);
    expect(await statusesLater([stolen.token])).toEqual([401]);
  });
});

describe('a token that expires', () => {
  const inAnHour = (): string => new Date(gateway.clock.now() + 3_600_000).toISOString();

  it('creates tokens that expire no later: by default at the same time', async () => {
    const expiresAt = inAnHour();
    const { token } = await create(undefined, { expiresAt });
    expect((await create(token)).expiresAt).toBe(expiresAt);
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const { status, body } = await post(
      '/api/v1/tokens',
      { name: 'later', scopes: ['identify'], expiresAt: later },
      token,
    );
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('would expire later than your own token') as unknown },
    });
  });

  it('does not shorten tokens of a session that it signed in', async () => {
    const browser = dashboardBrowser(gateway.origin);
    await browser.signIn(await newCode(gateway));
    const { body } = await browser.request('POST', '/api/v1/tokens', {
      json: { name: 'from the dashboard', scopes: ['identify'] },
    });
    expect(body['expiresAt']).toBeNull();
  });

  it('rotates itself, but no token that outlives it', async () => {
    const [lasting, brief] = [await create(), await create(undefined, { expiresAt: inAnHour() })];
    expect((await post(`/api/v1/tokens/${lasting.id}/rotate`, {}, brief.token)).status).toBe(400);
    expect((await rotate(brief.id, brief.token)).expiresAt).toBe(brief.expiresAt);
  });
});

it('limits the active tokens of a workspace, not of another', async () => {
  const crowded = await gateway.newTenant('crowded');
  await gateway.database.pool.query(
    `INSERT INTO gateway.tokens (workspace_id, public_id, token_hash, name, scopes, expires_at)
     SELECT $1, 'crowd' || n, sha256(n::text::bytea), 'crowd', '{}', CASE WHEN n > 998 THEN to_timestamp(0) END
     FROM generate_series(1, 1100) AS n`,
    [crowded.workspaceId],
  );
  const last = await create(crowded.token);
  expect((await post(`/api/v1/tokens/${last.id}/rotate`, {}, crowded.token)).status).toBe(400);
  const { status, body } = await post('/api/v1/tokens', { name: 'x', scopes: ['identify'] }, crowded.token);
  expect({ status, detail: body['detail'] }).toEqual({
    status: 400,
    detail: expect.stringContaining('at most 1000 active tokens') as unknown,
  });
  await gateway.request('DELETE', `/api/v1/tokens/${last.id}`, { token: crowded.token });
  await create(crowded.token);
  await create();
});
