import { waitFor } from '@headwater/kit/testing/wait-for';
import { generateToken, parseToken } from '../src/domain/token-format';
import { ensureBootstrapToken } from '../src/store/workspaces';
import { startGateway, type Gateway } from './gateway-fixture';

const bootstrapToken = generateToken();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ BOOTSTRAP_TOKEN: bootstrapToken });
});
afterAll(() => gateway.stop());

describe('tokens', () => {
  it.each([
    ['no header', null, {}, 'missing_token'],
    ['another scheme', null, { authorization: 'Basic dTpw' }, 'invalid_token'],
    ['no token', null, { authorization: 'Bearer ' }, 'invalid_token'],
    ['two tokens', null, { authorization: 'Bearer a b' }, 'invalid_token'],
    ['a malformed token', 'x'.repeat(5_000), {}, 'invalid_token'],
    ['an unknown token', generateToken(), {}, 'invalid_token'],
    [
      'a bad checksum',
      bootstrapToken.slice(0, -1) + (bootstrapToken.endsWith('0') ? '1' : '0'),
      {},
      'invalid_token',
    ],
  ])('answers 401 with WWW-Authenticate to %s', async (_what, token, headers, code) => {
    const {
      status,
      body,
      headers: answered,
    } = await gateway.request('GET', '/api/v1/sites', { token, headers });
    expect({ status, code: body['code'] }).toEqual({ status: 401, code });
    expect(answered.get('www-authenticate')).toBe('Bearer');
  });

  it('are not accepted in the URL', async () => {
    const { status, body } = await gateway.request('GET', `/api/v1/sites?token=${bootstrapToken}`, {
      token: null,
    });
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'missing_token' });
  });

  it('are required before the body, the path or the query is checked', async () => {
    const requests = [
      ['POST', '/api/v1/identify/bulk', { raw: 'x'.repeat(5_000_000) }],
      ['POST', '/api/v1/identify', { raw: '{' }],
      ['GET', '/api/v1/sites/abc', {}],
      ['GET', '/api/v1/sites?nope=1', {}],
    ] as const;
    for (const [method, path, question] of requests)
      expect((await gateway.request(method, path, { token: null, ...question })).status).toBe(401);
  });

  it('are accepted with any case of the scheme', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  '])
      expect(
        (
          await gateway.request('GET', '/api/v1/sites', {
            token: null,
            headers: { authorization: `${scheme} ${bootstrapToken}` },
          })
        ).status,
      ).toBe(200);
  });

  it('are rejected without a query if the checksum is wrong', async () => {
    gateway.postgres.sever();
    const wrong = `${generateToken().slice(0, -2)}zz`;
    expect((await gateway.request('GET', '/api/v1/sites', { token: wrong })).status).toBe(401);
    expect((await gateway.request('GET', '/api/v1/sites', { token: generateToken() })).status).toBe(503);
    gateway.postgres.restore();
    await waitFor('Postgres', async () => (await gateway.request('GET', '/api/v1/sites')).status === 200);
  });

  it('stop working within 5 seconds of their revocation', async () => {
    const { token } = await gateway.newTenant('revoked');
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(200);
    await gateway.database.pool.query('UPDATE gateway.tokens SET revoked_at = now() WHERE public_id = $1', [
      parseToken(token)?.publicId,
    ]);
    gateway.clock.set(gateway.clock.now() + 5_000);
    expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(401);
  });

  it('appear neither in the database nor in the log', async () => {
    const { rows } = await gateway.database.pool.query(
      'SELECT t::text, w::text FROM gateway.tokens t, gateway.workspaces w',
    );
    const dump = JSON.stringify(rows) + gateway.logLines.join('');
    expect(rows.length).toBeGreaterThan(0);
    expect(dump).not.toContain(bootstrapToken.slice(16));
    expect(dump).not.toContain(bootstrapToken);
  });
});

describe('the bootstrap token', () => {
  it('is created once in one workspace by concurrently starting replicas', async () => {
    const token = parseToken(generateToken());
    if (!token) throw new Error('malformed');
    await Promise.all(
      Array.from({ length: 8 }, () =>
        ensureBootstrapToken(gateway.database.pool, token, gateway.config.secretsKeys),
      ),
    );
    const { rows } = await gateway.database.pool.query<{ workspaces: number; tokens: number }>(
      `SELECT (SELECT count(*)::int FROM gateway.workspaces WHERE name = 'default') AS workspaces,
              (SELECT count(*)::int FROM gateway.tokens WHERE public_id = $1) AS tokens`,
      [token.publicId],
    );
    expect(rows).toEqual([{ workspaces: 1, tokens: 1 }]);
  });

  it('is rejected if its id belongs to another token', async () => {
    const token = parseToken(bootstrapToken);
    if (!token) throw new Error('malformed');
    await expect(
      ensureBootstrapToken(
        gateway.database.pool,
        { ...token, hash: Buffer.alloc(32) },
        gateway.config.secretsKeys,
      ),
    ).rejects.toThrow(/id of another token/);
  });
});
