import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const HOUR_MS = 3_600_000;

const rollups = useRollups();
const { build, command, insert, rowsOf, totals, visit } = rollups;

const fail = (error: unknown): never => {
  throw error;
};
const removeOldRowsAt = (nowMs: number) =>
  removeOldRows(rollups.client(), rollups.run, { nowMs, onError: fail });

async function count(table: string, values = '*'): Promise<number | undefined> {
  const counted = values === '*' ? 'count()' : `uniqExact(${values})`;
  const rows = await rowsOf<{ found: number }>(
    `SELECT ${counted} AS found FROM ${table} WHERE site_id = ${rollups.siteId()}`,
  );
  return rows[0]?.found;
}

it('keeps the rows of builds of a later release, which counts them again after a rollback', async () => {
  await insert([visit(35, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  const setFormat = (change: string) =>
    command(`ALTER TABLE rollup_builds UPDATE format = format ${change} WHERE site_id = ${rollups.siteId()}`);
  await setFormat('+ 1');
  await removeOldRowsAt(Date.now() + 2 * HOUR_MS);
  await setFormat('- 1');
  expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
});

it('removes the rows of replaced builds when no query can read them any more', async () => {
  await insert([visit(31, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  await insert([visit(32, '2026-03-08T11:00Z')]);
  await build('2026-03-08');
  // Both were begun long ago, and the first was replaced five minutes ago: queries in flight may still read it.
  const now = Date.now() + 2 * HOUR_MS;
  await command(
    `ALTER TABLE rollup_builds UPDATE published_at = fromUnixTimestamp64Milli(${now - 300_000}) WHERE site_id = ${rollups.siteId()} AND seq = 2
     SETTINGS mutations_sync = 2`,
  );
  await removeOldRowsAt(now);
  expect(await count('rollup_range_counts', 'build')).toBe(2);
  await removeOldRowsAt(now + HOUR_MS);
  expect(await count('rollup_range_counts', 'build')).toBe(1);
  expect(await totals()).toMatchObject({ visitors: 2, sessions: 2 });
});

it('removes the rows of thousands of builds', async () => {
  const [builds, site] = [7_000, rollups.siteId()];
  const columns = `1, ${site}, '2026-03-08 00:00:00', bitShiftLeft(toUInt64(toUnixTimestamp64Milli(now64(3)) - 7200000), 20) + number`;
  await insert([visit(1, '2026-03-08T10:00Z')]);
  await command(
    `INSERT INTO rollup_builds (workspace_id, site_id, start, build, seq, end, events_table, format, published_at)
     SELECT ${columns}, number + 1, '2026-03-09 00:00:00', generateUUIDv4(), 2, now64(3) - 7200 FROM numbers(${builds})`,
  );
  for (const numbers of [`numbers(${builds})`, `numbers(${builds}, 1)`])
    await command(
      `INSERT INTO rollup_session_keys (workspace_id, site_id, start, build, session_key) SELECT ${columns}, number FROM ${numbers}`,
    );
  expect(await build('2026-03-08')).toBe('published');
  await removeOldRowsAt(Date.now());
  expect(await count('rollup_session_keys')).toBe(1);
  expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
});

it('removes the rows of invalid builds: they can contain paths of erased visitors', async () => {
  await insert([visit(1, '2026-03-08T10:00Z', { pathname: '/secret' }), visit(2, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  await deleteVisitorEvents(rollups.client(), {
    ...IN_WORKSPACE,
    visitorIds: ['1'],
    erasedAtMs: Date.parse(NOW),
  });
  await removeOldRowsAt(Date.now() + 2 * HOUR_MS);
  expect(await count('rollup_range_counts')).toBe(0);
  expect(await count('rollup_session_keys')).toBe(0);
  expect(await count('rollup_session_rows')).toBe(0);
  expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
});

it('removes the records of expired days that a later one contains', async () => {
  const [site, at] = [rollups.siteId(), Date.now()];
  const record = (before: string, expiredAtMs: number) =>
    rollups.client().insert({
      table: 'rollup_expiries',
      values: [
        {
          workspace_id: 1,
          site_id: site,
          before,
          expired_at: new Date(expiredAtMs).toISOString().replace('Z', ''),
        },
      ],
      format: 'JSONEachRow',
    });
  await record('2026-03-01 00:00:00', at);
  await record('2026-03-02 00:00:00', at + 1);
  // The retention was longer in the meantime.
  await record('2026-02-01 00:00:00', at + 2);
  await removeOldRowsAt(Date.now());
  expect(
    await rowsOf(
      `SELECT toString(before) AS before FROM rollup_expiries WHERE site_id = ${site} ORDER BY before`,
    ),
  ).toEqual([{ before: '2026-02-01 00:00:00' }, { before: '2026-03-02 00:00:00' }]);
});

it('removes old rows of several sites with one statement for each table', async () => {
  const [first, second] = [rollups.siteId(), rollups.siteId() + 1_000];
  for (const site_id of [first, second])
    await command(
      `INSERT INTO rollup_session_keys (workspace_id, site_id, start, build, session_key) VALUES (1, ${site_id}, '2026-03-08 00:00:00', 1, 1)`,
    );
  const statements: string[] = [];
  const client = rollups.client();
  const counting = Object.assign(Object.create(client) as typeof client, {
    command: (params: Parameters<typeof client.command>[0]) => {
      statements.push(String(params.query_params?.['table']));
      return client.command(params);
    },
  });
  await removeOldRows(counting, rollups.run, { nowMs: Date.now(), onError: fail });
  expect(statements).toEqual(['rollup_session_keys']);
  expect(
    await rowsOf(`SELECT site_id FROM rollup_session_keys WHERE site_id IN (${first}, ${second})`),
  ).toEqual([]);
});
