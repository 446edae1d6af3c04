import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '@headwater/kit/package-root';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { IdentityDefinition, SitesDefinition } from '@headwater/protos/services';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
/** Replaces methods of the stand-ins. */
const onSites = (handlers: Partial<Handlers<SitesDefinition>>) =>
  Object.assign(gateway.standIns.sites.overrides, handlers);
const onIdentity = (handlers: Partial<Handlers<IdentityDefinition>>) =>
  Object.assign(gateway.standIns.identity.overrides, handlers);
let directory: string;
let file: string;
beforeAll(async () => {
  gateway = await startGateway();
  directory = mkdtempSync(join(tmpdir(), 'headwater-deletions-'));
  file = join(directory, 'deletions.jsonl');
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await gateway.stop();
});
beforeEach(() => {
  onSites({ ListDeletions: () => Promise.resolve({ deletions: [] }) });
  onIdentity({ ListLoggedErasures: () => Promise.resolve({ erasures: [] }) });
});

interface Result {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs beside the stand-ins of this process. */
const admin = (...args: string[]): Promise<Result> =>
  promisify(execFile)(
    process.execPath,
    [join(packageRoot('@headwater/gateway'), '../../dist/admin.js'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: gateway.database.url,
        SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
        SITES_ADDRESS: gateway.standIns.sites.address,
        IDENTITY_ADDRESS: gateway.standIns.identity.address,
      },
    },
  ).then(
    (output) => ({ status: 0, ...output }),
    (failed: unknown) => {
      const { code, stdout, stderr } = failed as { code: number; stdout: string; stderr: string };
      return { status: code, stdout, stderr };
    },
  );
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

test('revoked tokens, deleted and changed share links, and ended sessions stay ended after the restore of an older backup', async () => {
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
  const keptPath = `${links}/${String(keptLink)}`;
  await gateway.request('PATCH', keptPath, { json: { page: 'revenue', view: 'range=90d' } });
  await gateway.request('POST', '/api/v1/dashboard-links', { json: {} });
  await backUp();

  await gateway.request('DELETE', `/api/v1/tokens/${revoked.id}`);
  await gateway.request('DELETE', `${links}/${String(deletedLink)}`);
  const json = { page: 'goals', expiresAt: '2100-01-01T00:00:00Z' };
  const { body: changedLink } = await gateway.request('PATCH', keptPath, { json });
  await sql(`UPDATE gateway.tokens SET expires_at = now() + interval '1 hour' WHERE id = ${rotated.id}`);
  const exported = await admin('deletions', 'export');
  expect(exported).toMatchObject({ status: 0, stderr: '' });
  for (const { token } of [kept, revoked, rotated])
    expect(exported.stdout).not.toContain(token.split('_')[2] ?? token);
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
    links: (await sql('SELECT id::int FROM gateway.share_links ORDER BY id')).map(({ id }) => id),
    sessions: (await sql('SELECT FROM gateway.dashboard_sessions')).length,
  });
  expect(await state()).toEqual({ revoked: [], expiring: [], links: [keptLink, deletedLink], sessions: 1 });
  const access = async () =>
    (JSON.parse((await admin('deletions', 'restore', file)).stdout) as { access: object }).access;
  expect(await access()).toEqual({ tokens: 1, shareLinks: 1, sessions: 1 });
  const recorded = async () =>
    (
      (await gateway.request('GET', '/api/v1/audit?limit=200')).body['entries'] as Record<string, unknown>[]
    ).filter(({ action }) => action === 'restoreAccess');
  expect(await recorded()).toMatchObject([{ actor: 'admin', outcome: 'done' }]);
  const ended = { revoked: [revoked.id], expiring: [rotated.id], links: [keptLink], sessions: 0 };
  expect(await state()).toEqual(ended);
  expect((await gateway.request('GET', links)).body).toEqual({ shareLinks: [changedLink] });
  expect(await access()).toEqual({ tokens: 0, shareLinks: 0, sessions: 0 });
  expect(await state()).toEqual(ended);
  expect(await recorded()).toHaveLength(1);
  expect((await gateway.request('GET', '/api/v1/sites', { token: later.token })).status).toBe(200);
});

describe('the list of deletions', () => {
  const certificate = (id: string) => ({
    ...{ id, atMs: 1_000, completedAtMs: 2_000, profiles: 1, links: 1, payments: 0, customers: 0 },
    ...{
      subscriptions: 0,
      touches: 0,
      visitors: 1,
      events: 3,
      firstTouches: 1,
      clickIds: 2,
      webhookEvents: 0,
      rows: { tables: { attributions: 1 } },
      closedExports: 1,
    },
  });
  const idOf = (n: number) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`;
  const erasure = (n: number, workspaceId = gateway.ours.workspaceId) => ({
    ...{ workspaceId, certificate: certificate(idOf(n)), sealed: Buffer.from('sealed') },
    profiles: [{ id: n, createdAtMs: 500 }],
    part: n % 2,
  });
  const site = (siteId: number, workspaceId = gateway.ours.workspaceId) => ({
    ...{ workspaceId, siteId, createdAtMs: 1_000, deletedAtMs: 2_000, purgeAtMs: 3_000 },
  });
  const requests = (method: string) =>
    [...gateway.standIns.sites.calls, ...gateway.standIns.identity.calls]
      .filter((call) => call.method === method)
      .map(({ request }) => request);
  const listed = ({
    erasures,
    sites,
  }: {
    erasures: ReturnType<typeof erasure>[];
    sites: ReturnType<typeof site>[];
  }) => {
    onIdentity({
      ListLoggedErasures: ({ after, limit }) => {
        const page = erasures.slice(after, after + limit);
        return Promise.resolve({ erasures: page, last: after + page.length });
      },
    });
    onSites({
      ListDeletions: ({ afterSiteId, limit }) =>
        Promise.resolve({ deletions: sites.filter(({ siteId }) => siteId > afterSiteId).slice(0, limit) }),
    });
  };

  it('contains every site and erasure, and repeats them with the same requests', async () => {
    const all = {
      erasures: Array.from({ length: 1_001 }, (_, index) => erasure(index + 1)),
      sites: Array.from({ length: 501 }, (_, index) => site(index + 1)),
    };
    listed(all);
    expect(await admin('deletions', 'export', file)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1 + 501 + 1_001 + 1);
    onSites({ RepeatDeletion: ({ siteId }) => Promise.resolve({ deleted: siteId === 1 }) });
    onIdentity({
      RepeatErasure: ({ certificate: repeated }) =>
        Promise.resolve({ outcome: 'complete', profiles: 1, isNew: repeated?.id === idOf(2) }),
    });
    const { status, stdout } = await admin('deletions', 'restore', file);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      complete: true,
      sites: { listed: 501, deleted: 1, skipped: 0 },
      erasures: { listed: 1_001, repeated: 1, skipped: 0 },
    });
    expect(requests('RepeatErasure')).toMatchObject(all.erasures);
    expect(requests('RepeatDeletion')).toEqual(all.sites);
    const { entries } = (await gateway.request('GET', '/api/v1/audit')).body;
    expect(
      (entries as { action: string }[]).filter(({ action }) => action.startsWith('repeat')),
    ).toMatchObject([
      { action: 'repeatErasure', targetId: idOf(2) },
      { action: 'repeatSiteDeletion', siteId: 1 },
    ]);
  });

  it('reports and skips unknown workspaces and missing keys; only missing keys need a repeat', async () => {
    listed({ erasures: [erasure(1, 999)], sites: [site(1, 999)] });
    await admin('deletions', 'export', file);
    const unknown = await admin('deletions', 'restore', file);
    expect(unknown).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('no workspace 999') as unknown,
    });
    expect(JSON.parse(unknown.stdout)).toMatchObject({ sites: { skipped: 1 }, erasures: { skipped: 1 } });
    listed({ erasures: [erasure(1)], sites: [] });
    await admin('deletions', 'export', file);
    onIdentity({
      RepeatErasure: () => Promise.resolve({ outcome: 'key_missing', profiles: 0, isNew: false }),
    });
    expect(await admin('deletions', 'restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('HMAC_KEYS of identity lacks the key') as unknown,
    });
  });

  it('changes nothing if it is of another installation, incomplete or another file', async () => {
    listed({ erasures: [erasure(1)], sites: [site(1)] });
    await admin('deletions', 'export', file);
    const complete = readFileSync(file, 'utf8');
    const before = requests('RepeatErasure').length;
    const foreign = complete.replace(/"publicId":"[^"]*"/g, '"publicId":"unknown"');
    const incomplete = complete.slice(0, complete.lastIndexOf('{'));
    for (const [content, message] of [
      [foreign, 'different installations'],
      [incomplete, 'is incomplete'],
      ['{"tokens":[]}\n', 'Line 1 of'],
    ] as const) {
      writeFileSync(file, content);
      const { status, stderr } = await admin('deletions', 'restore', file);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as unknown });
    }
    expect(requests('RepeatErasure')).toHaveLength(before);
  });

  it('keeps the previous file while an export fails', async () => {
    listed({ erasures: [], sites: [] });
    await admin('deletions', 'export', file);
    const previous = readFileSync(file, 'utf8');
    onSites({ ListDeletions: () => Promise.reject(new Error('down')) });
    expect((await admin('deletions', 'export', file)).status).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(previous);
  });
});

test('a list without a token of the backup is refused, unless it is forced', async () => {
  const { token, workspaceId } = await gateway.newTenant('older');
  const lines = [
    // Files of earlier versions have the ids of links.
    { type: 'access', at: '2100-01-01T00:00:00Z', tokens: [], shareLinks: [999_999] },
    { type: 'end', sites: 0, erasures: 0 },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const refused = await admin('deletions', 'restore', file);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('add --force') as unknown });
  const live = await sql(
    `SELECT FROM gateway.tokens WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL`,
  );
  expect(live).toHaveLength(1);
  const forced = await admin('deletions', 'restore', file, '--force');
  expect(forced).toMatchObject({ status: 0, stderr: '' });
  gateway.clock.set(gateway.clock.now() + 10_000);
  expect((await gateway.request('GET', '/api/v1/sites', { token })).status).toBe(401);
});
