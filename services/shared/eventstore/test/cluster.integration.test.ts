import { randomUUID } from 'node:crypto';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { countPurgedRows, countSiteRows, deleteSiteEvents } from '../src/delete-site-events';
import { countExpiredRows, deleteExpiredEvents } from '../src/delete-expired-events';
import { countErasedRows, deleteVisitorEvents } from '../src/delete-visitor-events';
import type { EventRow } from '../src/event-columns';
import { insertEventLines, insertEvents } from '../src/insert-events';
import { insertImported } from '../src/insert-imported';
import { migrateNodes } from '../src/migrate';
import { onlyWorkspaces } from '../src/only-workspaces';
import { pendingEventStoreMigrations } from '../src/pending-migrations';
import { READ_SETTINGS } from '../src/read-settings';
import { sampleEvent } from '../src/testing/sample-event';
import { startTestCluster, type TestCluster } from '../src/testing/test-cluster';
import { withTopology } from '../src/topology';
import { openStoredIds } from '../src/visitor-key-record';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

const OPTIONS = { applicationName: 'test' };
const DAY = '2026-03-10';

async function select(query: string, client = cluster.client): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

const onEachShard = (query: string): Promise<unknown[][]> =>
  Promise.all(cluster.shards.map((client) => select(query, client)));

const onTopology = <T>(work: Parameters<typeof withTopology<T>>[2]) =>
  withTopology(cluster.config, OPTIONS, work);

/** Visitors of a site, each with a pageview on two days. */
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

test('creates every table on each shard, and a distributed table with its plain name', async () => {
  const tables = (await onEachShard(
    `SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )) as { name: string; engine: string }[][];
  expect(tables[0]).toEqual(tables[1]);
  const stored =
    tables[0]?.filter(({ engine }) => engine.endsWith('MergeTree')).map(({ name }) => name) ?? [];
  const distributed =
    tables[0]?.filter(({ engine }) => engine === 'Distributed').map(({ name }) => name) ?? [];
  expect(distributed).toEqual(
    expect.arrayContaining(['events', 'first_touches', 'arrivals', 'dead_letters']),
  );
  expect(stored.sort()).toEqual([...distributed.map((name) => `${name}_local`), 'schema_migrations'].sort());
});

test('one of several programs on different nodes decides about the key of visitors', async () => {
  const nodes = [cluster.client, ...cluster.shards];
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) =>
      openStoredIds(nodes[n % nodes.length] ?? cluster.client, Buffer.alloc(32, n), silentLog()),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('ten concurrent migrators agree, and no migration stays pending', async () => {
  const results = await Promise.all(
    Array.from({ length: 10 }, () => withTopology(cluster.config, OPTIONS, migrateNodes)),
  );
  expect(results.flatMap(({ applied }) => applied)).toEqual([]);
  expect(await Promise.all(cluster.shards.map(pendingEventStoreMigrations))).toEqual([[], []]);
});

test('applies a migration only to the node that lacks it', async () => {
  const incomplete = cluster.shards[1] ?? cluster.client;
  await incomplete.command({
    query: 'ALTER TABLE schema_migrations DELETE WHERE version = 4',
    clickhouse_settings: { mutations_sync: '2' },
  });
  await incomplete.command({ query: 'DROP TABLE dead_letters_local SYNC' });
  await incomplete.command({ query: 'DROP TABLE dead_letters SYNC' });
  expect(await withTopology(cluster.config, OPTIONS, migrateNodes)).toEqual({
    applied: ['0004_dead_letters.sql'],
  });
  expect(await select('SELECT count() AS n FROM dead_letters', incomplete)).toEqual([{ n: 0 }]);
});

test('a statement without conditions sees only rows of its workspaces on every shard', async () => {
  const ofOtherWorkspace = visits(9, 50).map((row) => ({ ...row, workspace_id: 2 }));
  await insertEventLines(cluster.client, { lines: lines([...visits(8, 50), ...ofOtherWorkspace]) });
  const workspacesOf = async (query: string, limits: Parameters<typeof onlyWorkspaces>): Promise<unknown> => {
    const result = await cluster.client.query({
      query,
      format: 'JSONEachRow',
      clickhouse_settings: { ...READ_SETTINGS, ...onlyWorkspaces(...limits) },
    });
    return ((await result.json())[0] as { ids: unknown }).ids;
  };
  const ids = 'arraySort(groupUniqArray(workspace_id)) AS ids';
  for (const table of ['events', 'events FINAL', 'first_touches', 'site_activity', 'events_local']) {
    expect(await workspacesOf(`SELECT ${ids} FROM ${table}`, [[1]])).toEqual([1]);
    expect(await workspacesOf(`SELECT ${ids} FROM ${table}`, [[1, 2]])).toEqual([1, 2]);
    expect(await workspacesOf(`SELECT ${ids} FROM ${table}`, [[]])).toEqual([]);
  }
  const nested = `SELECT ${ids} FROM events WHERE visitor_id IN (SELECT visitor_id FROM events)`;
  expect(await workspacesOf(nested, [[1]])).toEqual([1]);
  const joined = `SELECT arraySort(groupUniqArray(r.workspace_id)) AS ids FROM events AS l
    INNER JOIN (SELECT visitor_id, workspace_id FROM events) AS r ON l.visitor_id = r.visitor_id`;
  expect(await workspacesOf(joined, [[1]])).toEqual([1]);
});

test('stores and counts a repeated batch once', async () => {
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
  expect(await select('SELECT sum(events) AS n FROM arrivals WHERE site_id = 1')).toEqual([{ n: 400 }]);
});

test('merges an event_id that is repeated in another batch through another node', async () => {
  const batch = visits(2, 50);
  await insertEvents(cluster.client, batch);
  const [, other] = cluster.shards;
  await insertEvents(
    other ?? cluster.client,
    batch.map((event) => ({ ...event, received_at: `${DAY}T20:00:00.000Z` })),
  );
  expect(await select('SELECT count() AS n FROM events FINAL WHERE site_id = 2')).toEqual([{ n: 100 }]);
});

test('stores all rows of a visitor on one shard', async () => {
  await insertEvents(cluster.client, visits(3, 100));
  const onSeveralShards = `SELECT visitor_id FROM events WHERE site_id = 3 GROUP BY visitor_id HAVING uniqExact(_shard_num) > 1`;
  expect(await select(onSeveralShards)).toEqual([]);
});

test('purges all rows of a site on every shard, and no row of other sites', async () => {
  const [deleted, kept] = [
    { workspaceId: 1, siteId: 10 },
    { workspaceId: 1, siteId: 11 },
  ];
  await insertEvents(cluster.client, visits(10, 60, 'Email'));
  await insertEvents(
    cluster.client,
    visits(11, 30, 'Referral').map((event) => ({ ...event, ts: `2026-03-20T00:00:00.000Z` })),
  );
  const others = await onTopology((topology) => countSiteRows(cluster.client, kept, topology));
  expect(await onTopology((topology) => countSiteRows(cluster.client, deleted, topology))).toMatchObject({
    events: 120,
  });
  await onTopology((topology) => deleteSiteEvents(cluster.client, deleted, topology));
  expect(await onTopology((topology) => countSiteRows(cluster.client, deleted, topology))).toEqual({});
  expect(await onEachShard('SELECT count() AS n FROM events_local WHERE site_id = 10')).toEqual([
    [{ n: 0 }],
    [{ n: 0 }],
  ]);
  expect(await onTopology((topology) => countSiteRows(cluster.client, kept, topology))).toEqual(others);
  const touches = `SELECT channel, count() AS n FROM (
      SELECT visitor_id, min(touch).channel AS channel FROM first_touches
      WHERE visitor_id >= 1000 AND visitor_id < 1060 GROUP BY visitor_id)
    GROUP BY channel`;
  // The visitors of sites 1 to 3 have the same ids, so their first touches are restored from the remaining sites.
  expect(await select(touches)).toEqual([{ channel: 'Direct', n: 60 }]);
});

test('counts the rows of a purge and of an erasure on every shard', async () => {
  const workspaceId = 3;
  const ofWorkspace = (rows: readonly EventRow[]): EventRow[] =>
    rows.map((row) => ({ ...row, workspace_id: workspaceId }));
  const onSite = ofWorkspace(visits(20, 40));
  // Visitors of both sites keep their first touch after the purge of one.
  await insertEvents(cluster.client, [...onSite, ...ofWorkspace(visits(21, 10))]);
  const imported = ofWorkspace(visits(21, 20)).map((row) => ({ ...row, origin: 'import' as const }));
  await insertEvents(cluster.client, imported);
  // All properties of a site are on one shard, their events on both.
  const properties = imported.map(({ event_id }) => ({ workspace_id: workspaceId, site_id: 21, event_id }));
  await insertImported(cluster.client, 'imported_properties', {
    rows: properties.map((row) => ({ ...row, key: 'plan', value: 'pro' })),
  });
  const rejected = onSite.slice(0, 6).map((event) => JSON.stringify(event));
  await cluster.client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: rejected.map((event) => ({ workspace_id: workspaceId, site_id: 21, reason: 'x', event })),
  });
  const stored = (table: string) =>
    onEachShard(`SELECT count() AS n FROM ${table}_local WHERE workspace_id = ${workspaceId}`).then(
      (shards) => shards.map(([row]) => (row as { n: number }).n),
    );
  const sum = (shards: readonly number[]) => shards.reduce((total, rows) => total + rows, 0);
  for (const table of ['events', 'first_touches'])
    expect(Math.min(...(await stored(table)))).toBeGreaterThan(0);
  const touched = async () =>
    (
      await select(`SELECT uniqExact(visitor_id) AS n FROM first_touches WHERE workspace_id = ${workspaceId}`)
    )[0];

  const purged = { workspaceId, siteId: 20 };
  expect(await onTopology((topology) => countPurgedRows(cluster.client, purged, topology))).toMatchObject({
    events: 80,
    first_touches: 20,
  });
  expect(await touched()).toEqual({ n: 40 });
  await onTopology((topology) => deleteSiteEvents(cluster.client, purged, topology));
  expect(await touched()).toEqual({ n: 20 });

  const visitorIds = [...new Set(imported.map(({ visitor_id }) => visitor_id))];
  const erasure = { workspaceId, visitorIds, erasedAtMs: Date.now() };
  const counted = await onTopology((topology) => countErasedRows(cluster.client, erasure, topology));
  expect(counted).toMatchObject({
    ...{ events: 60, firstTouches: 20, clickIds: 0 },
    tables: { imported_properties: 40, dead_letters: 6 },
  });
  expect(sum(await stored('imported_properties'))).toBe(40);
  await onTopology((topology) => deleteVisitorEvents(cluster.client, erasure, topology));
  for (const table of ['events', 'first_touches', 'dead_letters', 'imported_properties'])
    expect([table, await stored(table)]).toEqual([table, [0, 0]]);
  expect(await onTopology((topology) => countErasedRows(cluster.client, erasure, topology))).toEqual({
    ...{ events: 0, firstTouches: 0, clickIds: 0 },
    tables: {},
  });
});

test('ends the retention of days on every shard, with the properties of imported events', async () => {
  const site = { workspaceId: 1, siteId: 30 };
  const imported = visits(site.siteId, 40).map((row) => ({ ...row, origin: 'import' as const }));
  await insertEvents(cluster.client, imported);
  // All properties of a site are on one shard, their events on both.
  await insertImported(cluster.client, 'imported_properties', {
    rows: imported.map(({ event_id }) => ({
      ...{ workspace_id: site.workspaceId, site_id: site.siteId, event_id },
      ...{ key: 'plan', value: 'pro' },
    })),
  });
  const days = { ...site, beforeMs: Date.parse('2026-03-10'), beforeDay: '2026-03-10' };
  const expired = () => onTopology((topology) => countExpiredRows(cluster.client, days, topology));
  expect(await expired()).toMatchObject({ events: 40, imported_properties: 40 });
  await onTopology((topology) => deleteExpiredEvents(cluster.client, days, topology));
  expect(await expired()).toEqual({});
  expect(await onTopology((topology) => countSiteRows(cluster.client, site, topology))).toMatchObject({
    events: 40,
    imported_properties: 40,
  });
});

test('rejects settings with a missing node, an unknown cluster, or no cluster where there is one', async () => {
  const { config } = cluster;
  const run = (changed: Partial<typeof config>) =>
    withTopology({ ...config, ...changed }, OPTIONS, migrateNodes);
  const [first = ''] = config.clickhouseNodes;
  for (const clickhouseNodes of [[first], [first, first]])
    await expect(run({ clickhouseNodes })).rejects.toThrow(
      'CLICKHOUSE_NODES names 1 nodes, but the cluster shards has 2. Name every node.',
    );
  await expect(run({ clickhouseCluster: 'other' })).rejects.toThrow('ClickHouse has no cluster other');
  await expect(run({ clickhouseCluster: undefined })).rejects.toThrow('Set CLICKHOUSE_CLUSTER to its name');
});

test('does not use the tables of a single node as a cluster', async () => {
  await cluster.client.command({ query: 'CREATE DATABASE single_node' });
  const url = new URL(cluster.config.clickhouseUrl);
  url.pathname = '/single_node';
  const singleNode = { ...cluster.config, clickhouseUrl: url.toString(), clickhouseCluster: undefined };
  await withTopology(singleNode, OPTIONS, migrateNodes);
  await cluster.shards[1]?.command({ query: 'CREATE DATABASE single_node' });
  const clustered = { ...singleNode, clickhouseCluster: cluster.config.clickhouseCluster };
  await expect(withTopology(clustered, OPTIONS, migrateNodes)).rejects.toThrow(
    'Create a new database for the cluster',
  );
});

test('stores and counts a batch once after an unreachable shard has recovered', async () => {
  const batch = { lines: lines(visits(20, 50)), token: randomUUID() };
  await cluster.end(1);
  for (let time = 0; time < 2; time += 1)
    await expect(insertEventLines(cluster.client, batch)).rejects.toThrow();
  await cluster.restart(1);
  for (let time = 0; time < 2; time += 1) await insertEventLines(cluster.client, batch);
  expect(await select('SELECT count() AS n FROM events WHERE site_id = 20')).toEqual([{ n: 100 }]);
  expect(await select('SELECT sum(events) AS n FROM arrivals WHERE site_id = 20')).toEqual([{ n: 100 }]);
});
