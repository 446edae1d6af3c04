import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { createPool } from '@headwater/kit/pg/pool';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { createDisaster, type Machine } from './disaster';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

const disaster = createDisaster();
beforeAll(() => disaster.setUp());
afterAll(() => disaster.tearDown());

function admin({ env }: Machine, ...args: string[]) {
  const root = join(packageRoot('@headwater/gateway'), '../..');
  return spawnSync(process.execPath, [join(root, 'dist/admin.js'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: env.DATA_DIR },
  });
}

/** An hour ago: servers may send late events. */
const SENT_AT = new Date(Date.now() - 3_600_000).toISOString();
const WINDOW = `from=${SENT_AT.slice(0, 10)}&to=${SENT_AT.slice(0, 10)}`;
const ADA = { email: 'ada@example.com' };
const BOB = { email: 'bob@example.com' };

async function send(headwater: RunningHeadwater, site: number, visitors: readonly string[]): Promise<void> {
  const events = visitors.map((visitor) => ({
    anonymous_id: visitor,
    ...{ name: 'signup', url: 'https://shop.example/', referrer: 'https://www.google.com/', time: SENT_AT },
  }));
  await headwater.call('POST', `/api/v1/sites/${site}/events`, { events });
}

async function storedEvents({ env }: Machine, site: number): Promise<number> {
  const client = createClickhouse({ clickhouseUrl: env.CLICKHOUSE_URL, applicationName: 'test' });
  try {
    const result = await client.query({
      query: `SELECT toUInt32(uniqExact(event_id)) AS events FROM events WHERE site_id = ${site}`,
      format: 'JSONEachRow',
    });
    return (await result.json<{ events: number }>())[0]?.events ?? -1;
  } finally {
    await client.close();
  }
}
const stored = (machine: Machine, site: number, expected: number) =>
  waitFor(`${expected} events of site ${site}`, async () => (await storedEvents(machine, site)) === expected);

const createSite = async (headwater: RunningHeadwater, domain: string) =>
  Number((await headwater.call('POST', '/api/v1/sites', { domain }))['id']);
const lookUp = (headwater: RunningHeadwater, person: object) =>
  headwater.call('POST', '/api/v1/attribution/lookup', person);
const ids = async (headwater: RunningHeadwater) =>
  ((await headwater.call('GET', '/api/v1/sites'))['sites'] as { id: number }[]).map(({ id }) => id);

test('erased persons and deleted sites stay deleted after the restore of an older backup', async () => {
  const before = await disaster.startMachine('before');
  const PURGE_SCHEDULE = '* * * * * *';
  const first = await disaster.keep(startHeadwater({ ...before.env, PURGE_SCHEDULE }));
  const [kept, trashed, deleted, purged] = [
    await createSite(first, 'kept.example'),
    await createSite(first, 'trashed.example'),
    await createSite(first, 'deleted.example'),
    await createSite(first, 'purged.example'),
  ];
  for (const site of [kept, deleted, purged]) {
    await send(first, site, ['ada', 'bob', 'bob']);
    await stored(before, site, 3);
  }
  await first.call('POST', '/api/v1/identify', { anonymous_id: 'ada', ...ADA, user_id: 'user-ada' });
  await first.call('POST', '/api/v1/identify', { anonymous_id: 'bob', ...BOB });
  await first.call('DELETE', `/api/v1/sites/${trashed}`);
  const bob = await waitFor('the channel to be recorded', async () => {
    const found = await lookUp(first, BOB);
    return found['channel'] === undefined || found['pendingVisitors'] !== 0 ? undefined : found;
  });
  const backup = await disaster.backUp(before);

  const { certificate: begun } = (await first.call('POST', '/api/v1/erasures', ADA)) as {
    certificate: { id: string };
  };
  const certificate = await waitFor('the erasure to be complete', async () => {
    const read = await first.call('GET', `/api/v1/erasures/${begun.id}`);
    return read['status'] === 'complete' ? read : undefined;
  });
  expect(certificate).toMatchObject({ profiles: 1, visitors: 1, events: 3 });
  for (const site of [deleted, purged]) await first.call('DELETE', `/api/v1/sites/${site}`);
  const pool = createPool({
    ...{ databaseUrl: before.env.DATABASE_URL, applicationName: 'test', log: silentLog(), max: 1 },
  });
  await pool.query(
    `UPDATE sites.sites SET deleted_at = now() - interval '31 days', purge_at = now() - interval '1 day' WHERE id = $1`,
    [purged],
  );
  await pool.end();
  await stored(before, purged, 0);
  const file = join(before.folder, 'deletions.jsonl');
  expect(admin(before, 'deletions', 'export', file)).toMatchObject({ status: 0, stderr: '' });
  for (const secret of ['ada', 'user-ada', 'bob'])
    expect(readFileSync(file, 'utf8')).not.toContain(`"${secret}`);
  await first.stop();
  await before.stop();

  const after = await disaster.restore(backup, 'after');
  for (const name of ['token', 'hmac-keys', 'secrets-key', 'visitor-key'])
    cpSync(join(before.env.DATA_DIR, name), join(after.env.DATA_DIR, name));
  const second = await disaster.keep(startHeadwater({ ...after.env, PURGE_SCHEDULE }));
  expect(await lookUp(second, ADA)).toMatchObject({ found: true });
  expect(await ids(second)).toEqual([kept, deleted, purged]);
  expect(await storedEvents(after, kept)).toBe(3);

  const restored = admin(after, 'deletions', 'restore', file);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({
    complete: true,
    sites: { listed: 3, deleted: 2, skipped: 0 },
    erasures: { listed: 1, repeated: 1, profiles: 1, skipped: 0 },
  });
  expect(await lookUp(second, ADA)).toMatchObject({ found: false });
  expect(await lookUp(second, { user_id: 'user-ada' })).toMatchObject({ found: false });
  expect(await lookUp(second, BOB)).toEqual(bob);
  expect(await second.call('GET', `/api/v1/erasures/${begun.id}`)).toEqual(certificate);
  expect(await ids(second)).toEqual([kept]);
  await stored(after, kept, 2);
  await stored(after, purged, 0);
  const stats = await second.call('GET', `/api/v1/sites/${kept}/events/signup?${WINDOW}`);
  expect(stats).toMatchObject({ data: { events: 2, uniqueVisitors: 1 } });
  const { entries } = (await second.call('GET', '/api/v1/audit')) as { entries: { action: string }[] };
  const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('repeat'));
  expect(actions.sort()).toEqual(['repeatErasure', 'repeatSiteDeletion', 'repeatSiteDeletion']);

  // Late events of the erased visitor are dropped, and a new account of the person is not erased by a repeat.
  await send(second, kept, ['ada', 'bob']);
  await stored(after, kept, 3);
  await second.call('POST', '/api/v1/identify', { anonymous_id: 'ada-again', ...ADA });
  expect(JSON.parse(admin(after, 'deletions', 'restore', file).stdout)).toMatchObject({
    complete: true,
    sites: { deleted: 0 },
    erasures: { repeated: 0, profiles: 0 },
  });
  expect(await lookUp(second, ADA)).toMatchObject({ found: true });
}, 300_000);
