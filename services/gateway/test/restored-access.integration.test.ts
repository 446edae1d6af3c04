import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAdmin } from './build-admin';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let directory: string;
beforeAll(async () => {
  gateway = await startGateway();
  directory = mkdtempSync(join(tmpdir(), 'headwater-access-'));
  buildAdmin(directory);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await gateway.stop();
});

const admin = (...args: string[]) =>
  spawnSync(process.execPath, [join(directory, 'admin.cjs'), ...args], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: gateway.database.url,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
const sql = async (query: string) => (await gateway.database.pool.query<Record<string, unknown>>(query)).rows;

const createToken = async (name: string) => {
  const { status, body } = await gateway.request('POST', '/api/v1/tokens', {
    json: { name, scopes: ['sites:read'] },
  });
  expect(status).toBe(201);
  return body as { id: number; token: string };
};

/** The tables of access: a backup of them, and the restore of this backup. */
const TABLES = ['dashboard_sessions', 'share_links', 'tokens'];
const backUp = async () => {
  for (const table of TABLES) await sql(`CREATE TABLE backup_${table} AS TABLE gateway.${table}`);
};
const restore = async () => {
  await sql('TRUNCATE gateway.dashboard_sessions, gateway.share_links');
  for (const table of ['dashboard_sessions', 'share_links'])
    await sql(`INSERT INTO gateway.${table} SELECT * FROM backup_${table}`);
  await sql(
    `UPDATE gateway.tokens AS t SET revoked_at = b.revoked_at, expires_at = b.expires_at FROM backup_tokens b WHERE b.id = t.id`,
  );
};

test('revoked tokens, deleted share links and ended sessions stay ended after the restore of an older backup', async () => {
  const [kept, revoked, rotated] = [
    await createToken('kept'),
    await createToken('revoked'),
    await createToken('rotated'),
  ];
  const site = (await gateway.request('POST', '/api/v1/sites', { json: { domain: 'shared.example' } })).body[
    'id'
  ];
  const links = `/api/v1/sites/${String(site)}/share-links`;
  const share = async (name: string) => (await gateway.request('POST', links, { json: { name } })).body['id'];
  const [keptLink, deletedLink] = [await share('kept'), await share('deleted')];
  await gateway.request('POST', '/api/v1/dashboard-links', { json: {} });
  await backUp();

  await gateway.request('DELETE', `/api/v1/tokens/${revoked.id}`);
  await gateway.request('DELETE', `${links}/${String(deletedLink)}`);
  await sql(`UPDATE gateway.tokens SET expires_at = now() + interval '1 hour' WHERE id = ${rotated.id}`);
  const exported = admin('access', 'export');
  expect(exported).toMatchObject({ status: 0, stderr: '' });
  for (const { token } of [kept, revoked, rotated])
    expect(exported.stdout).not.toContain(token.split('_')[2] ?? token);
  const file = join(directory, 'access.json');
  writeFileSync(file, exported.stdout);

  await restore();
  const later = await createToken('later');
  const state = async () => ({
    revoked: (await sql('SELECT id::int FROM gateway.tokens WHERE revoked_at IS NOT NULL ORDER BY id')).map(
      ({ id }) => id,
    ),
    expiring: (await sql('SELECT id::int FROM gateway.tokens WHERE expires_at IS NOT NULL')).map(
      ({ id }) => id,
    ),
    links: (await sql('SELECT id::int FROM gateway.share_links')).map(({ id }) => id),
    sessions: (await sql('SELECT FROM gateway.dashboard_sessions')).length,
  });
  expect(await state()).toEqual({ revoked: [], expiring: [], links: [keptLink, deletedLink], sessions: 1 });
  const restored = admin('access', 'restore', file);
  expect(JSON.parse(restored.stdout)).toEqual({ tokens: 1, shareLinks: 1, sessions: 1 });
  const recorded = async () =>
    (
      (await gateway.request('GET', '/api/v1/audit?limit=200')).body['entries'] as Record<string, unknown>[]
    ).filter(({ action }) => action === 'restoreAccess');
  expect(await recorded()).toMatchObject([{ actor: 'admin', outcome: 'done' }]);
  const ended = { revoked: [revoked.id], expiring: [rotated.id], links: [keptLink], sessions: 0 };
  expect(await state()).toEqual(ended);
  expect(JSON.parse(admin('access', 'restore', file).stdout)).toEqual({
    tokens: 0,
    shareLinks: 0,
    sessions: 0,
  });
  expect(await state()).toEqual(ended);
  expect(await recorded()).toHaveLength(1);
  expect((await gateway.request('GET', '/api/v1/sites', { token: later.token })).status).toBe(200);
});

test('a list without a token of the backup is refused, unless it is forced', async () => {
  const { token, workspaceId } = await gateway.newTenant('older');
  const file = join(directory, 'newer.json');
  writeFileSync(file, JSON.stringify({ at: '2100-01-01T00:00:00Z', tokens: [], shareLinks: [] }));
  const refused = admin('access', 'restore', file);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('add --force') as unknown });
  const live = await sql(
    `SELECT FROM gateway.tokens WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL`,
  );
  expect(live).toHaveLength(1);
  const forced = admin('access', 'restore', file, '--force');
  expect(forced).toMatchObject({ status: 0, stderr: '' });
  gateway.clock.set(gateway.clock.now() + 10_000);
  expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(401);
});

test('a list of another installation, or another file, changes nothing', () => {
  const file = join(directory, 'other.json');
  const live = {
    at: '2100-01-01T00:00:00Z',
    tokens: [{ publicId: 'unknown', expiresAt: null }],
    shareLinks: [],
  };
  for (const [content, message] of [
    [live, 'different installations'],
    [{ tokens: [] }, 'is no output of'],
  ] as const) {
    writeFileSync(file, JSON.stringify(content));
    const { status, stderr } = admin('access', 'restore', file);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as unknown });
  }
});
