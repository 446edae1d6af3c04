import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startTestCluster, type TestCluster } from '@headwater/eventstore/testing/test-cluster';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { runStatement } from '../src/clickhouse/run';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';
import { describeOracle, PATIENT } from './oracle/describe-oracle';

const SITE = 5;
const LIMITS = { maxExecutionSeconds: 100, maxMemoryBytes: 1e9, maxRowsToRead: 1e6 };

let cluster: TestCluster;
let analytics: RunningAnalytics;

async function startOnCluster(): Promise<RunningAnalytics> {
  cluster = await startTestCluster();
  const { config, client } = cluster;
  const store = { url: config.clickhouseUrl, client, cluster: config, drop: () => cluster.stop() };
  analytics = await startAnalytics('2026-03-10T15:00:00Z', PATIENT, store);
  return analytics;
}

const run = (query: string, signal?: AbortSignal) =>
  runStatement<{ n: number }>(
    { clickhouse: cluster.client, limits: LIMITS },
    { query, params: {} },
    { signal },
  );

const visitors = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleEvent({ site_id: SITE, name: 'signup', visitor_id: String(index), session_id: String(index) }),
  );

describe('two shards', () => {
  describeOracle({
    start: startOnCluster,
    cases: Number(process.env['ORACLE_CLUSTER_CASES'] ?? 90),
    everywhere: async (_, statement) => {
      for (const shard of cluster.shards) await shard.command({ query: statement('events_local') });
    },
  });

  it('each aggregate their own visitors, without sending them over the network', async () => {
    const byVisitor = `SELECT level, count() FROM (
        SELECT windowFunnel(10)(toUInt64(toUnixTimestamp(ts)), name = 'a', name = 'b') AS level
        FROM events FINAL WHERE site_id = 1 GROUP BY visitor_id)
      GROUP BY level`;
    const plan = await cluster.client.query({
      query: `EXPLAIN ${byVisitor}`,
      format: 'TabSeparatedRaw',
      clickhouse_settings: READ_SETTINGS,
    });
    const text = await plan.text();
    expect(text).toMatch(/Aggregating\s.*Keys: visitor_id/s);
    expect(text).not.toContain('MergingAggregated');
  });

  it('cancel a statement when its caller cancels', async () => {
    const caller = new AbortController();
    const slow = run(
      "SELECT sleepEachRow(0.1) AS slept FROM cluster('shards', numbers(900)) SETTINGS max_block_size = 1",
      caller.signal,
    );
    const outcome = slow.catch((error: unknown) => error);
    const running = async (): Promise<number[]> =>
      Promise.all(
        cluster.shards.map(async (shard) => {
          const query = `SELECT count() AS n FROM system.processes WHERE query LIKE '%AS %slept%' AND query NOT LIKE '%processes%'`;
          const result = await shard.query({ query, format: 'JSONEachRow' });
          return (await result.json<{ n: number }>())[0]?.n ?? 0;
        }),
      );
    await waitFor('the statement to run on both', async () => (await running()).every((count) => count > 0));
    caller.abort();
    expect(await outcome).toMatchObject({ kind: 'cancelled' });
    await waitFor('the statement to end on both', async () =>
      (await running()).every((count) => count === 0),
    );
  });

  it('share the limits of a query', async () => {
    const together = run("SELECT sum(number) AS n FROM cluster('shards', numbers(600000))");
    await expect(together).rejects.toMatchObject({ code: 'query_too_heavy' });
  });

  it('have no rows of a purged site', async () => {
    await analytics.insert(visitors(40));
    const purge = (dryRun: boolean) =>
      analytics.calls.PurgeSite({ siteId: SITE, dryRun }, { workspaceId: 1 });
    expect((await purge(true)).rows).toMatchObject({ events: 40 });
    expect((await purge(false)).rows).toEqual({});
    expect((await purge(true)).rows).toEqual({});
  });

  it('return no partial result while one of them is down, and recover when it restarts', async () => {
    await analytics.insert(visitors(40));
    analytics.clock.set(Date.parse('2026-03-10T15:00:00Z'));
    const question = { siteId: SITE, timezone: 'UTC', range: '7d' };
    const options = { workspaceId: 1, deadlineMs: 30_000 };
    const events = () => analytics.calls.QueryEvent({ ...question, name: 'signup' }, options);
    expect(await events()).toMatchObject({ events: 40, uniqueVisitors: 40 });
    await cluster.end(1);
    const unavailable = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 1 };
    await expect(events()).rejects.toMatchObject(unavailable);
    await expect(analytics.calls.QueryStats({ question }, options)).rejects.toMatchObject(unavailable);
    await expect(analytics.calls.PurgeSite({ siteId: SITE + 1 }, options)).rejects.toMatchObject(unavailable);
    await cluster.restart(1);
    expect(await events()).toMatchObject({ events: 40, uniqueVisitors: 40 });
  });
});
