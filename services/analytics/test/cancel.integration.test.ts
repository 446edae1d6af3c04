import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z', { maxConcurrentQueries: 1, maxWaitMs: 50 });
  const { client } = analytics.clickhouse;
  // A column that takes 100 ms per row to read: makes a query slow without many rows.
  await client.command({ query: 'ALTER TABLE events DROP COLUMN browser' });
  await analytics.clickhouse.client.command({
    query: 'ALTER TABLE events ADD COLUMN browser String ALIAS toString(sleepEachRow(0.1))',
  });
  const { browser: _, ...row } = sampleEvent();
  await client.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: Array.from({ length: 25 }, () => ({ ...row, event_id: crypto.randomUUID() })),
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
});

afterAll(() => analytics.stop());

const SLOW = {
  siteId: 1,
  timezone: 'UTC',
  range: '7d',
  filters: [{ key: 'browser', operator: 'is', value: 'x' }],
};

/** The number of running statements on this test's database. */
async function running(): Promise<number> {
  const result = await analytics.clickhouse.client.query({
    query:
      'SELECT count() AS n FROM system.processes WHERE current_database = currentDatabase() AND query NOT LIKE {self:String}',
    query_params: { self: '%system.processes%' },
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

describe('a caller that cancels', () => {
  it('cancels its statements in ClickHouse and frees its slot', async () => {
    const caller = new AbortController();
    const slow = analytics.calls.QueryStats({ question: SLOW }, { workspaceId: 1, signal: caller.signal });
    const outcome = slow.catch((error: unknown) => error);
    await waitFor('the statements to run', async () => (await running()) > 0);
    const next = analytics.calls.ListEvents({ question: { ...SLOW, filters: [] } }, { workspaceId: 1 });
    await expect(next).rejects.toMatchObject({ kind: 'deadline', code: 'deadline_exceeded' });
    const exempt = analytics.calls.GetSiteActivity({ siteId: 1 }, { workspaceId: 1 });
    expect(await exempt).toMatchObject({ recentDrops: [] });
    const another = analytics.calls.ListEvents({ question: { ...SLOW, filters: [] } }, { workspaceId: 2 });
    expect(await another).toMatchObject({ events: [] });
    caller.abort();
    expect(await outcome).toMatchObject({ kind: 'cancelled' });
    await waitFor('the statements to end', async () => (await running()) === 0, 5_000);
    const after = analytics.calls.ListEvents({ question: { ...SLOW, filters: [] } }, { workspaceId: 1 });
    expect(await after).toMatchObject({ events: [{ name: 'pageview', events: 25 }] });
  });
});
