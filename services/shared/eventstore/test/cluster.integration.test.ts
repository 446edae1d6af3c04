import { randomUUID } from 'node:crypto';
import { countSiteRows, deleteSiteEvents } from '../src/delete-site-events';
import type { EventRow } from '../src/event-row';
import { insertEventLines } from '../src/insert-event-lines';
import { insertEvents } from '../src/insert-events';
import { migrateNodes } from '../src/migrate';
import { pendingEventStoreMigrations } from '../src/pending-migrations';
import { sampleEvent } from '../src/testing/sample-event';
import { startTestCluster, type TestCluster } from '../src/testing/test-cluster';
import { withPlace } from '../src/with-place';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

const OPTIONS = { applicationName: 'test' };
const DAY = '2026-03-10';

async function ask(query: string, client = cluster.client): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

const onEachShard = (query: string): Promise<unknown[][]> =>
  Promise.all(cluster.shards.map((client) => ask(query, client)));

/** So many visitors of a site, each with a pageview on two days. */
function visits(site: number, visitors: number, channel = 'Direct'): EventRow[] {
  return Array.from({ length: visitors * 2 }, (_, index) =>
    sampleEvent({
      site_id: site,
      visitor_id: String(1_000 + (index >> 1)),
      session_id: String(index),
      ts: `2026-03-${index % 2 === 0 ? '10' : '09'}T12:00:00.000Z`,
      channel,
    }),
  );
}

const lines = (events: readonly EventRow[]): Buffer =>
  Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

test('every table with rows lies on each shard, and is known as a whole under its plain name', async () => {
  const tables = (await onEachShard(
    `SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )) as { name: string; engine: string }[][];
  expect(tables[0]).toEqual(tables[1]);
  const stored =
    tables[0]?.filter(({ engine }) => engine.endsWith('MergeTree')).map(({ name }) => name) ?? [];
  const whole = tables[0]?.filter(({ engine }) => engine === 'Distributed').map(({ name }) => name) ?? [];
  expect(whole).toEqual(expect.arrayContaining(['events', 'first_touches', 'arrivals', 'dead_letters']));
  expect(stored.sort()).toEqual([...whole.map((name) => `${name}_local`), 'schema_migrations'].sort());
});

test('ten migrators at once agree, and there is nothing left to wait for', async () => {
  const results = await Promise.all(
    Array.from({ length: 10 }, () => withPlace(cluster.config, OPTIONS, migrateNodes)),
  );
  expect(results.flatMap(({ applied }) => applied)).toEqual([]);
  expect(await Promise.all(cluster.shards.map(pendingEventStoreMigrations))).toEqual([[], []]);
});

test('a node that lacks a migration gets it, and it alone', async () => {
  const forgetful = cluster.shards[1] ?? cluster.client;
  await forgetful.command({
    query: 'ALTER TABLE schema_migrations DELETE WHERE version = 4',
    clickhouse_settings: { mutations_sync: '2' },
  });
  await forgetful.command({ query: 'DROP TABLE dead_letters_local SYNC' });
  await forgetful.command({ query: 'DROP TABLE dead_letters SYNC' });
  expect(await withPlace(cluster.config, OPTIONS, migrateNodes)).toEqual({
    applied: ['0004_dead_letters.sql'],
  });
  expect(await ask('SELECT count() AS n FROM dead_letters', forgetful)).toEqual([{ n: 0 }]);
});

test('a batch that is sent again is stored, and counted as arrived, once', async () => {
  const batch = visits(1, 200);
  const token = randomUUID();
  for (let time = 0; time < 3; time += 1)
    await insertEventLines(cluster.client, { lines: lines(batch), token });
  const shares = (await onEachShard('SELECT count() AS n FROM events_local WHERE site_id = 1')).map(
    ([row]) => (row as { n: number }).n,
  );
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares[1]).toBeGreaterThan(0);
  expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(400);
  expect(await ask('SELECT sum(events) AS n FROM arrivals WHERE site_id = 1')).toEqual([{ n: 400 }]);
});

test('an event_id that comes in another batch, by another node, meets its first copy', async () => {
  const batch = visits(2, 50);
  await insertEvents(cluster.client, batch);
  const [, other] = cluster.shards;
  await insertEvents(
    other ?? cluster.client,
    batch.map((event) => ({ ...event, received_at: `${DAY}T20:00:00.000Z` })),
  );
  expect(await ask('SELECT count() AS n FROM events FINAL WHERE site_id = 2')).toEqual([{ n: 100 }]);
});

test('all of a visitor lies on one shard', async () => {
  await insertEvents(cluster.client, visits(3, 100));
  const apart = `SELECT visitor_id FROM events WHERE site_id = 3 GROUP BY visitor_id HAVING uniqExact(_shard_num) > 1`;
  expect(await ask(apart)).toEqual([]);
});

test('a purge leaves no row of the site on any shard, and every row of the others', async () => {
  const [doomed, kept] = [
    { workspaceId: 1, siteId: 10 },
    { workspaceId: 1, siteId: 11 },
  ];
  await insertEvents(cluster.client, visits(10, 60, 'Email'));
  await insertEvents(
    cluster.client,
    visits(11, 30, 'Referral').map((event) => ({ ...event, ts: `2026-03-20T00:00:00.000Z` })),
  );
  const place = <T>(work: Parameters<typeof withPlace<T>>[2]) => withPlace(cluster.config, OPTIONS, work);
  const others = await place((at) => countSiteRows(cluster.client, kept, at));
  expect(await place((at) => countSiteRows(cluster.client, doomed, at))).toMatchObject({ events: 120 });
  await place((at) => deleteSiteEvents(cluster.client, doomed, at));
  expect(await place((at) => countSiteRows(cluster.client, doomed, at))).toEqual({});
  expect(await onEachShard('SELECT count() AS n FROM events_local WHERE site_id = 10')).toEqual([
    [{ n: 0 }],
    [{ n: 0 }],
  ]);
  expect(await place((at) => countSiteRows(cluster.client, kept, at))).toEqual(others);
  const touches = `SELECT channel, count() AS n FROM (
      SELECT visitor_id, min(touch).channel AS channel FROM first_touches
      WHERE visitor_id >= 1000 AND visitor_id < 1060 GROUP BY visitor_id)
    GROUP BY channel`;
  // The visitors of sites 1 to 3 have the same ids: theirs are made anew from these, as those come first.
  expect(await ask(touches)).toEqual([{ channel: 'Direct', n: 60 }]);
});

test('settings that leave out a node, name no cluster, or none where there is one are refused', async () => {
  const { config } = cluster;
  const run = (changed: Partial<typeof config>) =>
    withPlace({ ...config, ...changed }, OPTIONS, migrateNodes);
  const [first = ''] = config.clickhouseNodes;
  for (const clickhouseNodes of [[first], [first, first]])
    await expect(run({ clickhouseNodes })).rejects.toThrow(
      'The cluster shards has 2 nodes, CLICKHOUSE_NODES must name each: it names 1.',
    );
  await expect(run({ clickhouseCluster: 'other' })).rejects.toThrow('ClickHouse knows no cluster other');
  await expect(run({ clickhouseCluster: undefined })).rejects.toThrow('Set CLICKHOUSE_CLUSTER to its name');
});

test('tables of one node are not taken for those of a cluster', async () => {
  await cluster.client.command({ query: 'CREATE DATABASE alone' });
  const url = new URL(cluster.config.clickhouseUrl);
  url.pathname = '/alone';
  const alone = { ...cluster.config, clickhouseUrl: url.toString(), clickhouseCluster: undefined };
  await withPlace(alone, OPTIONS, migrateNodes);
  await cluster.shards[1]?.command({ query: 'CREATE DATABASE alone' });
  const spread = { ...alone, clickhouseCluster: cluster.config.clickhouseCluster };
  await expect(withPlace(spread, OPTIONS, migrateNodes)).rejects.toThrow(
    'Give the cluster a database of its own',
  );
});

test('a batch waits for a shard that is gone, and is stored and counted once when that is back', async () => {
  const batch = { lines: lines(visits(20, 50)), token: randomUUID() };
  await cluster.end(1);
  for (let time = 0; time < 2; time += 1)
    await expect(insertEventLines(cluster.client, batch)).rejects.toThrow();
  await cluster.restart(1);
  for (let time = 0; time < 2; time += 1) await insertEventLines(cluster.client, batch);
  expect(await ask('SELECT count() AS n FROM events WHERE site_id = 20')).toEqual([{ n: 100 }]);
  expect(await ask('SELECT sum(events) AS n FROM arrivals WHERE site_id = 20')).toEqual([{ n: 100 }]);
});
