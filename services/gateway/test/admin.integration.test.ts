import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseToken } from '../src/domain/token-format';
import { buildAdmin } from './build-admin';
import { dashboardBrowser } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let directory: string;
beforeAll(async () => {
  gateway = await startGateway();
  directory = mkdtempSync(join(tmpdir(), 'headwater-admin-'));
  buildAdmin(directory);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await gateway.stop();
});

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const adminWith = (env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'admin.cjs'), ...args], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...env },
  });
  return { status, stdout, stderr };
};
const admin = (...args: string[]) => adminWith({ DATABASE_URL: gateway.database.url, SECRETS_KEY }, ...args);

describe('the admin command', () => {
  it('creates a workspace with a working token, and a second token for it', async () => {
    const made = admin('workspace', 'create', 'Acme & Söhne');
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const { workspaceId, token } = JSON.parse(made.stdout) as { workspaceId: number; token: string };
    expect((await gateway.request('GET', '/api/v1/sites', { token })).body).toEqual({ sites: [] });
    const second = admin('token', 'create', String(workspaceId));
    expect(second.status).toBe(0);
    const other = (JSON.parse(second.stdout) as { token: string }).token;
    await gateway.request('POST', '/api/v1/sites', { token, json: { domain: 'acme.example' } });
    expect((await gateway.request('GET', '/api/v1/sites', { token: other })).body['sites']).toHaveLength(1);
    const { entries } = (await gateway.request('GET', '/api/v1/audit', { token })).body;
    const byAdmin = (entries as { actor: string; action: string }[]).filter(({ actor }) => actor === 'admin');
    expect(byAdmin.map(({ action }) => action)).toEqual(['createToken', 'createToken', 'createWorkspace']);
  });

  it('generates a token for BOOTSTRAP_TOKEN without a database', () => {
    const { status, stdout, stderr } = adminWith({}, 'token', 'generate');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(parseToken(stdout.trim())).toBeDefined();
    expect(adminWith({}, 'token', 'generate').stdout).not.toBe(stdout);
  });

  it('creates a link that signs in to the workspace once', async () => {
    const { workspaceId, token } = JSON.parse(admin('workspace', 'create', 'Linked').stdout) as {
      workspaceId: number;
      token: string;
    };
    const made = admin('dashboard-link', '--workspace', String(workspaceId));
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const { url } = JSON.parse(made.stdout) as { url: string };
    expect(url).toMatch(/^http:\/\/localhost:8080\/sign-in#/);
    const browser = dashboardBrowser(gateway.origin);
    // The command uses the real time, the gateway of this test its own clock.
    gateway.clock.set(Date.now());
    expect((await browser.signIn(new URL(url).hash.slice(1))).status).toBe(204);
    expect((await browser.request('GET', '/dashboard/session')).body['workspace']).toEqual({
      id: workspaceId,
      name: 'Linked',
    });
    expect((await browser.signIn(new URL(url).hash.slice(1))).status).toBe(401);
    const { entries } = (await gateway.request('GET', '/api/v1/audit', { token })).body;
    expect(entries).toContainEqual(
      expect.objectContaining({ actor: 'admin', action: 'createDashboardLink' }),
    );
  });

  it('creates a link to the first workspace by default', () => {
    const { workspaceId } = JSON.parse(admin('dashboard-link').stdout) as { workspaceId: number };
    expect(workspaceId).toBe(gateway.ours.workspaceId);
  });

  it('prints the required settings if no database is configured', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(directory, 'admin.cjs'), 'workspace', 'create', 'x'],
      {
        encoding: 'utf8',
        cwd: directory,
        env: { PATH: process.env['PATH'] },
      },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('DATABASE_URL') as unknown,
    });
  });

  it('verifies the audit logs, one line for each workspace, and fails with the first fault', () => {
    const { workspaceId } = JSON.parse(admin('workspace', 'create', 'Verified').stdout) as {
      workspaceId: number;
    };
    const linesOf = (stdout: string) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { workspaceId: number });
    const own = (stdout: string) => linesOf(stdout).find((line) => line.workspaceId === workspaceId);
    const verified = admin('audit', 'verify');
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(own(verified.stdout)).toMatchObject({ result: 'ok', seq: 4 });
    const file = join(directory, 'heads.jsonl');
    writeFileSync(file, admin('audit', 'head').stdout);
    expect(admin('audit', 'verify', file)).toEqual(verified);
    const [head] = linesOf(verified.stdout).filter((line) => line.workspaceId === workspaceId);
    writeFileSync(file, JSON.stringify({ ...head, seq: 6 }));
    const cut = admin('audit', 'verify', file);
    expect(cut).toMatchObject({ status: 1, stderr: '' });
    expect(own(cut.stdout)).toEqual({
      workspaceId,
      result: 'fault',
      message: 'Record 5 is missing: the stored head has 6 records.',
    });
    expect(admin('audit', 'verify', file, '--after').status).toBe(1);
  });

  it('changes nothing without the key of the gateways', () => {
    admin('workspace', 'create', 'Keyed');
    const other = Buffer.alloc(32, 8).toString('base64');
    for (const [env, message] of [
      [{}, 'SECRETS_KEY is missing'],
      [{ SECRETS_KEY: other }, 'SECRETS_KEY is not the key'],
    ] as const)
      for (const args of [
        ['workspace', 'create', 'x'],
        ['audit', 'verify'],
      ])
        expect(adminWith({ DATABASE_URL: gateway.database.url, ...env }, ...args)).toMatchObject({
          status: 1,
          stdout: '',
          stderr: expect.stringContaining(message) as unknown,
        });
  });

  it('reports an unknown workspace', () => {
    for (const args of [
      ['token', 'create', '999999'],
      ['dashboard-link', '--workspace', '999999'],
    ])
      expect(admin(...args)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('999999') as unknown,
      });
  });

  it.each([
    [],
    ['workspace'],
    ['workspace', 'create'],
    ['token', 'create', 'x'],
    ['nope', 'create', 'x'],
    ['dashboard-link', 'x'],
    ['dashboard-link', '--workspace', 'x'],
    ['dashboard-link', '--site', '1'],
    ['audit'],
    ['audit', 'head', 'file'],
    ['audit', 'verify', '--after'],
    ['audit', 'verify', 'file', 'file'],
    ['access', 'restore', '--force'],
  ])('prints its usage for %j %j %j', (...args) =>
    expect(admin(...args.map(String))).toMatchObject({ status: 2, stdout: '' }),
  );
});
