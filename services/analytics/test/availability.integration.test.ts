import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { createServingProbe } from '@headwater/kit/rpc/serving-probe';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1, deadlineMs: 5_000 };
const QUESTION = { siteId: 1, timezone: 'UTC', name: 'signup', dimension: 'channel' };

let analytics: RunningAnalytics | undefined;

afterEach(() => analytics?.stop());

describe('the analytics service', () => {
  it('says that it serves, by the standard health check and as a module', async () => {
    analytics = await startAnalytics(NOW);
    const probe = createServingProbe(`127.0.0.1:${analytics.port}`);
    expect(await probe.isServing()).toBe(true);
    expect(await analytics.ready()).toBe(true);
    probe.close();
  });

  it('is not ready, and says so to its callers, while ClickHouse is down', async () => {
    analytics = await startAnalytics(NOW, { clickhouseUrl: 'http://127.0.0.1:1/headwater' });
    expect(await analytics.ready()).toBe(false);
    const expected = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 1 };
    await expect(analytics.calls.QueryEvent(QUESTION, IN_WORKSPACE)).rejects.toMatchObject(expected);
    await expect(analytics.calls.GetSiteActivity({ siteId: 1 }, IN_WORKSPACE)).rejects.toMatchObject(
      expected,
    );
    await expect(analytics.calls.GetFirstTouch({ anonymousId: 'a' }, IN_WORKSPACE)).rejects.toMatchObject(
      expected,
    );
  });

  it('is unavailable while the event store is not migrated', async () => {
    analytics = await startAnalytics(NOW);
    await analytics.clickhouse.client.command({ query: 'RENAME TABLE events TO events_elsewhere' });
    await expect(analytics.calls.QueryEvent(QUESTION, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });

  it('refuses a question that is too heavy, and says to narrow it', async () => {
    analytics = await startAnalytics(NOW, { maxRowsToRead: 10 });
    await analytics.insert(Array.from({ length: 20 }, () => sampleEvent({ name: 'signup' })));
    await expect(analytics.calls.QueryEvent(QUESTION, IN_WORKSPACE)).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'query_too_heavy',
      message: expect.stringContaining('Narrow it') as string,
    });
  });
});
