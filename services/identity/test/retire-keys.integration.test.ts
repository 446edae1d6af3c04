import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { LoggedErasure } from '@headwater/protos/gen/headwater/identity/v1/LoggedErasure';
import { buildSync } from 'esbuild';
import { retireKey } from '../src/store/keys';
import { identityFixture, KEY_NEW, KEY_OLD, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let directory: string;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  directory = mkdtempSync(join(tmpdir(), 'headwater-keys-'));
  buildSync({
    entryPoints: [join(packageRoot('@headwater/identity'), 'src/keys.ts')],
    outfile: join(directory, 'keys.cjs'),
    bundle: true,
    platform: 'node',
    packages: 'bundle',
    external: ['pg-native'],
    logLevel: 'error',
  });
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await fixture.stop();
});
beforeEach(async () => {
  workspaceId++;
  // Retried: TRUNCATE can deadlock with the service's statements, and Postgres ends either of the two.
  await waitFor('an empty schema', async () => {
    await fixture.database.pool.query(
      'TRUNCATE identity.profiles, identity.retired_keys, identity.erasures CASCADE',
    );
    return true;
  });
});

const keys = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'keys.cjs'), ...args], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], DATABASE_URL: fixture.database.url },
  });
  return { status, stdout, stderr };
};
const account = { email: 'ada@example.com' };
const seen = (calls = fixture.calls) =>
  calls.BulkIdentify({ users: [{ index: 0, account }] }, { workspaceId });

describe('the keys command', () => {
  it('retires a key only if no profile is hashed with it', async () => {
    await seen();
    expect(keys('retire', 'old')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('old cannot be retired: 1 profiles are hashed with it.') as unknown,
    });
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await seen(rotated.calls);
    expect(keys('retire', 'old')).toMatchObject({ status: 0, stdout: '{"retired":"old"}\n', stderr: '' });
    expect(keys('retire', 'old').status).toBe(0);
    const { stdout } = keys('list');
    expect(JSON.parse(stdout)).toEqual([
      { id: 'new', profiles: 1, retiredAt: null },
      { id: 'old', profiles: 0, retiredAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown },
    ]);
    const without = await fixture.start({ HMAC_KEYS: KEY_NEW });
    await seen(without.calls);
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });

  it.each([[], ['list', 'x'], ['retire'], ['retire', 'no id!'], ['retire', 'a', 'b'], ['nope']])(
    'prints its usage for the arguments %j %j %j',
    (...args) => expect(keys(...args)).toMatchObject({ status: 2, stdout: '' }),
  );
});

describe('the log of erasures after a rotation', () => {
  it('moves to the current key, so that the older key can be retired and removed', async () => {
    await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId });
    await fixture.calls.EraseAccount({ email: account.email }, { workspaceId });
    const isRefused = () =>
      expect(keys('retire', 'old')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          'old cannot be retired: 1 logged erasures are sealed with it.',
        ) as unknown,
      });
    isRefused();
    // As earlier releases stored it: any older key may be needed.
    await fixture.database.pool.query('UPDATE identity.erasure_log SET key_id = NULL');
    isRefused();
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await waitFor('the log to move', async () => {
      const { rowCount } = await fixture.database.pool.query(
        `SELECT FROM identity.erasure_log WHERE key_id IS DISTINCT FROM 'new'`,
      );
      return rowCount === 0;
    });
    expect(keys('retire', 'old')).toMatchObject({ status: 0 });
    const { erasures } = await rotated.calls.ListLoggedErasures({ after: 0, limit: 500 });
    const logged = erasures.filter((erasure) => erasure.workspaceId === workspaceId);

    const without = await fixture.start({ HMAC_KEYS: KEY_NEW });
    await fixture.database.pool.query('DELETE FROM identity.erasures WHERE workspace_id = $1', [workspaceId]);
    for (const erasure of logged)
      expect(await without.calls.RepeatErasure(erasure as LoggedErasure)).toMatchObject({
        outcome: 'complete',
      });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    expect(await without.calls.Identify({ anonymousId: 'v1', account }, { workspaceId })).toMatchObject({
      linked: false,
    });
  });
});

describe('a retired key', () => {
  it('is refused as the current key at start, and accepted as an older key', async () => {
    await retireKey(fixture.database.pool, 'old', NOW);
    await expect(fixture.start({ HMAC_KEYS: KEY_OLD })).rejects.toThrow(
      'HMAC_KEYS starts with the retired key old',
    );
    const running = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await seen(running.calls);
  });

  it('refuses writes of a replica that still has it as the current key', async () => {
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    const lagging = await fixture.start({ HMAC_KEYS: `${KEY_OLD},${KEY_NEW}` });
    await seen(rotated.calls);
    expect(await retireKey(fixture.database.pool, 'old', NOW)).toEqual({ profiles: 0, erasures: 0 });
    await expect(seen(lagging.calls)).rejects.toMatchObject({ kind: 'internal' });
    const other = [{ index: 0, account: { email: 'grace@example.com' } }];
    await expect(lagging.calls.BulkIdentify({ users: other }, { workspaceId })).rejects.toThrow();
    expect(JSON.parse(keys('list').stdout)).toMatchObject([
      { id: 'new', profiles: 1 },
      { id: 'old', profiles: 0 },
    ]);
  });

  it('has no profiles, even if writers race its retirement', async () => {
    const rows = (from: number) =>
      Array.from({ length: 20 }, (_, index) => ({
        index,
        account: { email: `racer-${from + index}@example.com` },
      }));
    const writes = Array.from({ length: 20 }, (_, i) =>
      fixture.calls.BulkIdentify({ users: rows(i * 20) }, { workspaceId }).catch(() => undefined),
    );
    let { profiles } = await retireKey(fixture.database.pool, 'old', NOW);
    await Promise.all(writes);
    const stored = await fixture.count('profiles', workspaceId);
    if (profiles === 0) expect(stored).toBe(0);
    else expect(stored).toBe(400);
    ({ profiles } = await retireKey(fixture.database.pool, 'old', NOW));
    expect(profiles).toBe(stored);
  });
});
