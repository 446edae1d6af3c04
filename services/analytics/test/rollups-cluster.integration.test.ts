import { randomUUID } from 'node:crypto';
import { countSiteRows, deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { migrateNodes } from '@headwater/eventstore/migrate';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startTestCluster, type TestCluster } from '@headwater/eventstore/testing/test-cluster';
import type { EventStoreTopology, WithTopology } from '@headwater/eventstore/topology';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { fixedClock } from '@headwater/kit/clock';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { runStatement, type RunStatement } from '../src/clickhouse/run';
import { buildSegment } from '../src/rollups/build';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { readBuilds, type Build } from '../src/rollups/segments';
import { buildWeek } from '../src/rollups/weeks';
import { createFindLateVisitors } from '../src/rollups/late-visitors';
import { startRollupWorker } from '../src/rollups/worker';
import { startAnalytics, type RunningAnalytics, type TestStore } from './analytics-fixture';
import { describeRollupsOracle } from './oracle/describe-rollups-oracle';
import { ROLLUP_TABLES } from './rollups-fixture';

const NOW = '2026-03-10T15:00:00Z';
const DAY_MS = 86_400_000;
const WORKSPACE = { workspaceId: 1 };

let cluster: TestCluster;
let topology: EventStoreTopology;
let siteId = 0;

/** The event store of the cluster, which stops after all tests. */
const openStore = (): TestStore => ({
  url: cluster.config.clickhouseUrl,
  client: cluster.client,
  cluster: cluster.config,
  drop: () => Promise.resolve(),
});

beforeAll(async () => {
  cluster = await startTestCluster();
  const layout = { cluster: cluster.config.clickhouseCluster, replicated: false };
  topology = { layout, nodes: cluster.shards };
});
afterAll(() => cluster.stop());

const nodeOf = (index: number) => cluster.shards[index % cluster.shards.length] ?? cluster.client;
const withTopology: WithTopology = (work) => work(topology);
const site = () => ({ ...WORKSPACE, siteId });

const LIMITS = { maxExecutionSeconds: 60, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 };
const run: RunStatement = (statement) =>
  runStatement({ clickhouse: cluster.client, limits: LIMITS }, statement);

async function rowsOf<Row>(query: string, client = cluster.client): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

const visit = (visitor: number, ts: string, fields: Partial<EventRow> = {}): EventRow =>
  sampleEvent({
    site_id: siteId,
    visitor_id: String(visitor),
    session_id: `${visitor}${ts.slice(8, 10)}`,
    ts: new Date(ts).toISOString(),
    ...fields,
  });

const insert = (events: readonly EventRow[]) =>
  insertEvents(cluster.client, events, { deduplicationToken: randomUUID() });

const visitors = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

const build = (date: string, node = nodeOf(0), nodes = withTopology) => {
  const startMs = Date.parse(date);
  const range = { zone: 'UTC', startMs, endMs: startMs + DAY_MS };
  return buildSegment(node, { ...site(), ...range }, { withTopology: nodes });
};

async function validBuilds(): Promise<readonly Build[]> {
  const range = { startMs: Date.parse('2026-02-01'), endMs: Date.parse('2026-04-01') };
  return (await readBuilds(run, site(), range)).builds.filter(({ isValid }) => isValid);
}

/** Removes the rows of ended builds, two hours later. */
async function removeAll(): Promise<void> {
  const errors: unknown[] = [];
  const options = { nowMs: Date.now() + 2 * 3_600_000, onError: (error: unknown) => errors.push(error) };
  await removeOldRows(cluster.client, run, { ...options, withTopology });
  expect(errors).toEqual([]);
}

/** Numbers of the site's rows in each table of roll-ups on each shard. */
const storedRows = () =>
  Promise.all(
    cluster.shards.map(async (shard) => {
      const counts: Record<string, number> = {};
      for (const table of ROLLUP_TABLES) {
        const query = `SELECT count() AS found FROM ${table}_local WHERE site_id = ${siteId}`;
        const [row] = await rowsOf<{ found: number }>(query, shard);
        if (row && row.found > 0) counts[table] = row.found;
      }
      return counts;
    }),
  );

describe('two shards', () => {
  describeRollupsOracle({
    openStore: () => Promise.resolve({ ...openStore(), topology, nodes: cluster.shards }),
    cases: Number(process.env['ROLLUP_CLUSTER_CASES'] ?? 40),
    timeoutMs: 300_000,
  });
});

describe('roll-ups on two shards', () => {
  let analytics: RunningAnalytics;
  /** Without memory for the counts of roll-ups. */
  let reading: RunningAnalytics;
  beforeAll(async () => {
    const config = { rollups: 'on' as const, cacheMib: 0 };
    analytics = await startAnalytics(NOW, config, openStore());
    reading = await startAnalytics(NOW, { ...config, rollupMemoryMib: 0 }, openStore());
  });
  beforeEach(() => {
    siteId += 1;
  });
  afterAll(async () => {
    await reading.stop();
    await analytics.stop();
  });

  const totals = async ({ calls }: RunningAnalytics, from = '2026-03-08', to = '2026-03-09') => {
    const question = { siteId, timezone: 'UTC', from, to, filters: [] };
    return (await calls.QueryStats({ question }, { ...WORKSPACE, deadlineMs: 60_000 })).totals;
  };

  const expectTotals = async (expected: object): Promise<void> => {
    for (const service of [analytics, reading]) expect(await totals(service)).toMatchObject(expected);
  };

  it('are built by one of concurrent builders on different nodes, and no number belongs to two visitors', async () => {
    await insert(
      visitors(20).flatMap((visitor) => [
        visit(visitor, '2026-03-08T10:00Z'),
        visit(visitor + 10, '2026-03-09T10:00Z'),
      ]),
    );
    const dates = ['2026-03-08', '2026-03-09', '2026-03-08', '2026-03-09'];
    const outcomes = await Promise.all(dates.map((date, index) => build(date, nodeOf(index >> 1))));
    expect(outcomes).toContain('published');
    expect(new Set(outcomes)).toEqual(new Set(['published', 'changed']));
    await build('2026-03-08', nodeOf(1));
    await build('2026-03-09', nodeOf(0));
    const numbers = await rowsOf(
      `SELECT count() AS rows, uniqExact(number) AS numbers, max(number) AS last, uniqExact(visitor_id) AS ids FROM rollup_visitors
       WHERE site_id = ${siteId} AND build GLOBAL IN (SELECT build FROM rollup_builds WHERE site_id = ${siteId})`,
    );
    expect(numbers).toMatchObject([{ rows: 30, numbers: 30, ids: 30 }]);
    await expectTotals({ visitors: 30, sessions: 40 });
  });

  it('are counted with more events without a roll-up than a statement binds', async () => {
    const ids = visitors(5_000);
    await insert(ids.map((visitor) => visit(visitor, '2026-03-08T10:00Z')));
    expect(await build('2026-03-08')).toBe('published');
    await insert(ids.map((visitor) => visit(visitor + 1_000, '2026-03-09T10:00Z')));
    await expectTotals({ visitors: 6_000, sessions: 10_000 });
    // A session of the raw day is in the build, whatever shard has its keys.
    await insert([visit(4_321, '2026-03-09T00:05Z', { session_id: '432108' })]);
    await expectTotals({ visitors: 6_000, sessions: 10_000, pageviews: 10_001 });
  });

  it('leave no row of an erased visitor, of replaced builds or of a purged site on any shard', async () => {
    const days = ['2026-03-06', '2026-03-07'];
    await insert(
      days.flatMap((date) => visitors(40, 1_001).map((visitor) => visit(visitor, `${date}T10:00Z`))),
    );
    for (const [index, date] of days.entries()) expect(await build(date, nodeOf(index))).toBe('published');
    await buildWeek(cluster.client, site(), await validBuilds());
    const [first, second] = await storedRows();
    expect(first?.['rollup_visitors']).toBeGreaterThan(0);
    expect(second?.['rollup_visitors']).toBeGreaterThan(0);

    const visitorIds = visitors(10, 1_001).map(String);
    await deleteVisitorEvents(
      cluster.client,
      { ...WORKSPACE, visitorIds, erasedAtMs: Date.parse(NOW) },
      topology,
    );
    const erased = `SELECT number FROM rollup_visitors WHERE site_id = ${siteId} AND visitor_id <= 1010`;
    expect(await rowsOf(erased)).toEqual([]);
    expect(await totals(analytics, ...(days as [string, string]))).toMatchObject({
      visitors: 30,
      sessions: 60,
    });
    await removeAll();
    const left = (await storedRows()).map((rows) => Object.keys(rows));
    expect(left).toEqual([['rollup_visitors'], ['rollup_visitors']]);

    expect(await build('2026-03-06')).toBe('published');
    const stored = await storedRows();
    const certificate = await countSiteRows(cluster.client, site(), topology);
    for (const table of ROLLUP_TABLES) {
      const rows = stored.reduce((sum, counts) => sum + (counts[table] ?? 0), 0);
      expect([table, certificate[table] ?? 0]).toEqual([table, rows]);
    }
    await deleteSiteEvents(cluster.client, site(), topology);
    expect(await storedRows()).toEqual([{}, {}]);
  });

  it('leave nothing that counts when they are interrupted at any step, and no row after the clean-up', async () => {
    await insert(
      visitors(20).flatMap((visitor) => [
        visit(visitor, '2026-03-08T23:59Z', { session_id: String(visitor) }),
        visit(visitor, '2026-03-09T00:01Z', { session_id: String(visitor) }),
      ]),
    );
    const expected = { visitors: 20, sessions: 20, pageviews: 40 };
    let outcome = '';
    for (let writes = 0; outcome !== 'published'; writes++) {
      const node = nodeOf(writes);
      let left = writes;
      // The deletion of its rows fails, too, as after a kill.
      const interrupted = Object.assign(Object.create(node) as typeof node, {
        command: (...args: Parameters<typeof node.command>) =>
          left-- > 0 ? node.command(...args) : Promise.reject(new Error('interrupted')),
      });
      const onlyNode: WithTopology = (work) => work({ ...topology, nodes: [interrupted] });
      outcome = await build('2026-03-08', interrupted, onlyNode).catch(String);
      expect(outcome).toBe(writes < 13 ? 'Error: interrupted' : 'published');
      await expectTotals(expected);
    }
    await removeAll();
    const [valid] = await validBuilds();
    for (const table of ROLLUP_TABLES) {
      const query = `SELECT toString(build) AS other FROM ${table} WHERE site_id = ${siteId} AND build != ${valid?.build} LIMIT 1`;
      expect([table, await rowsOf(query)]).toEqual([table, []]);
    }
    await expectTotals(expected);
  });

  it('are built once by several processes that reach different nodes', async () => {
    // The present: ClickHouse deletes old claims.
    const nowMs = Date.now();
    const ago = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
    await insert([2, 3, 4].flatMap((days) => visitors(5).map((visitor) => visit(visitor, ago(days)))));
    const window = resolveWindow({ kind: 'range', days: 9 }, 'UTC', nowMs);
    const scope = { ...site(), startMs: window.startMs, endMs: window.endMs };
    const builds = () => rowsOf(`SELECT build FROM rollup_builds WHERE site_id = ${siteId}`);
    const workers = cluster.shards.map((clickhouse) =>
      startRollupWorker({
        connection: { clickhouse, limits: LIMITS },
        findLateVisitors: createFindLateVisitors(),
        withTopology,
        clock: fixedClock(nowMs),
        log: silentLog(),
        onBuilt: () => undefined,
        intervalMs: 20,
        minEvents: 1,
      }),
    );
    try {
      for (const worker of workers) worker.want({ scope, window });
      await waitFor('builds', async () => (await builds()).length >= 3, 60_000);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    expect(await builds()).toHaveLength(3);
    const metrics = await Promise.all(workers.map(({ registry }) => registry.metrics()));
    expect(metrics.filter((text) => text.includes('outcome="published"'))).toHaveLength(1);
  });

  it('are not read when the events of one shard were restored from a backup', async () => {
    await insert(visitors(20).map((visitor) => visit(visitor, '2026-03-08T10:00Z')));
    expect(await build('2026-03-08')).toBe('published');
    expect(await validBuilds()).toHaveLength(1);
    await withTopology(migrateNodes);
    expect(await validBuilds()).toHaveLength(1);
    const shard = nodeOf(1);
    const backup = `File('${randomUUID()}')`;
    for (const query of [
      `BACKUP TABLE events_local TO ${backup}`,
      'DROP TABLE events_local SYNC',
      `RESTORE TABLE events_local FROM ${backup}`,
    ])
      await shard.command({ query });
    await withTopology(migrateNodes);
    expect(await validBuilds()).toEqual([]);
    expect(await totals(analytics)).toMatchObject({ visitors: 20, sessions: 20 });
    expect(await build('2026-03-08', nodeOf(1))).toBe('published');
    expect(await validBuilds()).toHaveLength(1);
    expect(await totals(analytics)).toMatchObject({ visitors: 20, sessions: 20 });
  });
});
