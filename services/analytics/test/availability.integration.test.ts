import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createServingProbe } from '@headwater/kit/rpc/serving-probe';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1, deadlineMs: 5_000 };
const QUERY = { siteId: 1, timezone: 'UTC', name: 'signup', dimension: 'channel' };

let analytics: RunningAnalytics | undefined;

/** The number of QueryEvent calls that the service has received, by its own metric. */
async function servedQueries(): Promise<number> {
  const counts = (await processMetrics().text()).matchAll(
    /^headwater_rpc_server_seconds_count\{[^}]*method="QueryEvent"[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

afterEach(() => analytics?.stop());

describe('the analytics service', () => {
  it('is serving, in the standard health check and in its readiness', async () => {
    analytics = await startAnalytics(NOW);
    const probe = createServingProbe(`127.0.0.1:${analytics.port}`);
    expect(await probe.isServing()).toBe(true);
    expect(await analytics.ready()).toBe(true);
    probe.close();
  });

  it('is not ready and returns upstream_unavailable while ClickHouse is down', async () => {
    analytics = await startAnalytics(NOW, { clickhouseUrl: 'http://127.0.0.1:1/headwater' });
    expect(await analytics.ready()).toBe(false);
    const expected = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 1 };
    await expect(analytics.calls.QueryEvent(QUERY, IN_WORKSPACE)).rejects.toMatchObject(expected);
    await expect(analytics.calls.GetSiteActivity({ siteId: 1 }, IN_WORKSPACE)).rejects.toMatchObject(
      expected,
    );
    await expect(analytics.calls.GetFirstTouch({ anonymousId: 'a' }, IN_WORKSPACE)).rejects.toMatchObject(
      expected,
    );
  });

  it('receives at most 1.2 calls per query on average while ClickHouse is down', async () => {
    analytics = await startAnalytics(NOW, { clickhouseUrl: 'http://127.0.0.1:1/headwater' });
    const before = await servedQueries();
    const queries = 40;
    for (let n = 0; n < queries; n++)
      await expect(analytics.calls.QueryEvent(QUERY, IN_WORKSPACE)).rejects.toMatchObject({
        code: 'upstream_unavailable',
      });
    const served = (await servedQueries()) - before;
    expect(served).toBeGreaterThanOrEqual(queries);
    expect(served / queries).toBeLessThanOrEqual(1.2);
  });

  it('is unavailable while the event store is not migrated', async () => {
    analytics = await startAnalytics(NOW);
    await analytics.clickhouse.client.command({ query: 'RENAME TABLE events TO events_elsewhere' });
    await expect(analytics.calls.QueryEvent(QUERY, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });

  it('rejects a query that is too heavy with a hint to narrow it', async () => {
    analytics = await startAnalytics(NOW, { maxRowsToRead: 10 });
    await analytics.insert(Array.from({ length: 20 }, () => sampleEvent({ name: 'signup' })));
    await expect(analytics.calls.QueryEvent(QUERY, IN_WORKSPACE)).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'query_too_heavy',
      message: expect.stringContaining('Narrow it') as string,
    });
  });
});
