import { waitFor } from '@headwater/kit/testing/wait-for';
import { SCOPES } from '../src/domain/principal';
import { parseToken } from '../src/domain/token-format';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site = 0;
beforeAll(async () => {
  gateway = await startGateway();
  site = Number(
    (await gateway.request('POST', '/api/v1/sites', { json: { domain: 'one.example' } })).body['id'],
  );
  await gateway.request('POST', '/api/v1/sites', { json: { domain: 'two.example' } });
});
afterAll(() => gateway.stop());

const make = (json: object, options: { token?: string; headers?: Record<string, string> } = {}) =>
  gateway.request('POST', '/api/v1/tokens', { json, ...options });

async function tokenWith(json: object): Promise<{ id: number; token: string }> {
  const { status, body } = await make({ name: 'made', scopes: [...SCOPES], ...json });
  expect(status).toBe(201);
  return body as { id: number; token: string };
}

describe('creating a token', () => {
  it('shows it once, with its scopes', async () => {
    const { status, body } = await make({ name: 'signup', scopes: ['identify', 'identify'] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as unknown,
      token: expect.stringMatching(/^hw_/) as unknown,
      name: 'signup',
      scopes: ['identify'],
      sites: null,
      expiresAt: null,
      createdAt: expect.any(String) as unknown,
      createdBy: expect.any(Number) as unknown,
    });
    expect(parseToken(String(body['token']))).toBeDefined();
    const { body: list } = await gateway.request('GET', '/api/v1/tokens');
    expect(JSON.stringify(list)).not.toContain(String(body['token']).slice(16));
    expect(list['tokens']).toContainEqual(expect.objectContaining({ id: body['id'], lastUsedAt: null }));
  });

  it.each([
    ['no name', { scopes: ['identify'] }],
    ['an empty name', { name: '', scopes: ['identify'] }],
    ['no scopes', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['everything'] }],
    ['an unknown field', { name: 'x', scopes: ['identify'], site: 1 }],
    ['an empty list of sites', { name: 'x', scopes: ['identify'], sites: [] }],
    ['a site that is not there', { name: 'x', scopes: ['identify'], sites: [999_999] }],
    ['tokens:admin for some sites', { name: 'x', scopes: ['tokens:admin'], sites: [1] }],
    ['an end in the past', { name: 'x', scopes: ['identify'], expiresAt: '2020-01-01T00:00:00Z' }],
    ['an end that is no time', { name: 'x', scopes: ['identify'], expiresAt: 'tomorrow' }],
  ])('rejects %s', async (_what, json) => expect((await make(json)).status).toBe(400));

  it('grants no right that its creator lacks', async () => {
    const { token } = await tokenWith({ scopes: ['tokens:admin', 'identify'] });
    expect((await make({ name: 'x', scopes: ['identify'] }, { token })).status).toBe(201);
    const { status, body } = await make({ name: 'x', scopes: ['identify', 'export'] }, { token });
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'insufficient_scope' });
  });

  it('creates one token per Idempotency-Key, and does not store it in readable form', async () => {
    const headers = { 'idempotency-key': '1' };
    const first = await make({ name: 'once', scopes: ['identify'] }, { headers });
    const again = await make({ name: 'once', scopes: ['identify'] }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    // Another token of the workspace cannot obtain the secret by guessing the key.
    const { token } = await tokenWith({});
    expect((await make({ name: 'once', scopes: ['identify'] }, { headers, token })).status).toBe(422);
  });
});

describe('a token', () => {
  it('is limited to its scopes, and errors name the required scope', async () => {
    const { token } = await tokenWith({ scopes: ['sites:read'] });
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(200);
    const { status, body, headers } = await gateway.request('POST', '/api/v1/sites', { token, json: {} });
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'insufficient_scope' });
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="sites:write"');
  });

  it('can access only its own sites: other sites are not found', async () => {
    const { token } = await tokenWith({ scopes: ['sites:read', 'sites:write', 'identify'], sites: [site] });
    const list = await gateway.request('GET', '/api/v1/sites', { token });
    expect((list.body['sites'] as { id: number }[]).map(({ id }) => id)).toEqual([site]);
    expect((await gateway.request('GET', `/api/v1/sites/${site}`, { token })).status).toBe(200);
    const answerTo = async (id: number) => {
      const headers = { 'x-request-id': 'same' };
      const { status, body } = await gateway.request('GET', `/api/v1/sites/${id}`, { token, headers });
      return { status, body };
    };
    expect(await answerTo(site + 1)).toEqual(await answerTo(999_999));
    expect((await answerTo(site + 1)).status).toBe(404);
    const created = await gateway.request('POST', '/api/v1/sites', {
      token,
      json: { domain: 'two.example' },
    });
    expect(created.status).toBe(403);
    const identified = await gateway.request('POST', '/api/v1/identify', {
      token,
      json: { anonymous_id: 'v', email: 'a@b.example' },
    });
    expect(identified.status).toBe(200);
  });

  it.each([
    [
      'identify',
      '/api/v1/identify',
      { anonymous_id: 'v', email: 'a@b.example' },
      { Identify: () => Promise.resolve({ linked: true, channel: 'Email', warnings: [] }) },
    ],
    [
      'payments',
      '/api/v1/payments',
      { email: 'a@b.example', payment_id: 'p', amount: '1.00', currency: 'EUR' },
      { RecordPayment: () => Promise.resolve({ created: true, attributed: true, channel: 'Email' }) },
    ],
  ])(
    '%s returns the channel, which may be of another site, only to tokens for all sites',
    async (scope, path, json, answers) => {
      const overrides = gateway.standIns.identity.overrides as Record<string, unknown>;
      Object.assign(overrides, answers);
      try {
        const { token } = await tokenWith({ scopes: [scope] });
        const { token: limited } = await tokenWith({ scopes: [scope], sites: [site] });
        const bodyOf = async (used: string) =>
          (await gateway.request('POST', path, { token: used, json })).body;
        expect(await bodyOf(token)).toMatchObject({ ok: true, channel: 'Email' });
        expect(await bodyOf(limited)).toMatchObject({ ok: true });
        expect(await bodyOf(limited)).not.toHaveProperty('channel');
      } finally {
        for (const name of Object.keys(answers)) Reflect.deleteProperty(overrides, name);
      }
    },
  );

  it('expires', async () => {
    const begin = gateway.clock.now();
    const { token } = await tokenWith({ expiresAt: new Date(begin + 60_000).toISOString() });
    gateway.clock.set(begin + 59_999);
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(200);
    gateway.clock.set(begin + 60_000);
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(401);
    gateway.clock.set(begin);
  });

  it('is revoked within 5 seconds, once', async () => {
    const begin = gateway.clock.now();
    const { id, token } = await tokenWith({});
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(200);
    expect((await gateway.request('DELETE', `/api/v1/tokens/${id}`)).body).toEqual({
      ...{
        revoked: true,
        id,
        alsoRevoked: [],
        stillWorking: { webhooks: [], providerSecrets: [], shareLinks: [] },
      },
    });
    gateway.clock.set(begin + 5_000);
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(401);
    expect((await gateway.request('DELETE', `/api/v1/tokens/${id}`)).body['code']).toBe('token_not_found');
    expect(JSON.stringify((await gateway.request('GET', '/api/v1/tokens')).body)).not.toContain(
      `"id":${id},`,
    );
    gateway.clock.set(begin);
  });

  it('cannot be listed or revoked by another workspace', async () => {
    const { id, token } = await tokenWith({});
    const theirs = await gateway.newTenant('theirs');
    const list = await gateway.request('GET', '/api/v1/tokens', { token: theirs.token });
    expect(list.body['tokens']).toHaveLength(1);
    for (const other of [id, 999_999, 'x', '0', '-1', '9'.repeat(30)]) {
      const answer = await gateway.request('DELETE', `/api/v1/tokens/${other}`, { token: theirs.token });
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 404,
        code: 'token_not_found',
      });
    }
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(200);
  });

  it('shows when it was last used, to the hour', async () => {
    const { id, token } = await tokenWith({});
    await gateway.request('GET', '/api/v1/sites', { token });
    const lastUsed = async () => {
      const { body } = await gateway.request('GET', '/api/v1/tokens');
      return (body['tokens'] as { id: number; lastUsedAt: string }[]).find((each) => each.id === id)
        ?.lastUsedAt;
    };
    expect(await waitFor('the use to be noted', lastUsed)).toBe('2026-11-01T12:00:00.000Z');
  });
});
