import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const LIMIT_SECONDS = 100;
/** Enough events that the query of a window takes much longer than the code around it. */
const EVENTS = 500_000;
const DAY = '2026-03-08';
const QUERY = { siteId: 1, timezone: 'UTC', from: DAY, to: DAY, grain: 'hour', filters: [] };
const CALL = { workspaceId: 1, deadlineMs: LIMIT_SECONDS * 1_000 };

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z', { maxExecutionSeconds: LIMIT_SECONDS });
  await analytics.clickhouse.client.command({
    query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, session_id, pathname)
      SELECT 1, 1, 'signup', toDateTime64('${DAY}', 3, 'UTC') + number % 86400, generateUUIDv4(),
        cityHash64(number), cityHash64(number, 'session'), '/'
      FROM numbers(${EVENTS})`,
  });
});
afterAll(() => analytics.stop());

interface Logged {
  readonly duration: number;
  readonly limit: number;
}

/** The statements of a call in the order of their starts: how long they took, and their time limit, in seconds. */
async function statementsOf(call: () => Promise<unknown>): Promise<Logged[]> {
  const { client } = analytics.clickhouse;
  const before = await client.query({ query: 'SELECT now64(6)::String AS now', format: 'JSONEachRow' });
  const [since] = await before.json<{ now: string }>();
  await call();
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const result = await client.query({
    query: `SELECT query_duration_ms / 1000 AS duration, toFloat64(Settings['max_execution_time']) AS limit
      FROM system.query_log
      WHERE type = 'QueryFinish' AND query_kind = 'Select' AND has(tables, currentDatabase() || '.events')
        AND query_start_time_microseconds >= {since:DateTime64(6)}
      ORDER BY query_start_time_microseconds`,
    query_params: { since: since?.now },
    format: 'JSONEachRow',
  });
  return result.json<Logged>();
}

// Both query the earlier window after the current one: stats, because it needs the keys of the rows.
it.each([
  [
    'QueryStats',
    (compare: string) =>
      analytics.calls.QueryStats({ question: { ...QUERY, dimension: 'pathname' }, compare }, CALL),
  ],
  [
    'QueryEvent',
    (compare: string) => analytics.calls.QueryEvent({ ...QUERY, name: 'signup', compare }, CALL),
  ],
])('the windows of a comparison share the time limit of one query: %s', async (_method, call) => {
  const statements = await statementsOf(() => call('previous_period'));
  const [current, earlier] = [statements[0], statements.at(-1)];
  expect(statements.length).toBeGreaterThan(1);
  expect(current?.duration).toBeGreaterThan(0.02);
  // With a limit of its own, the earlier window would have all of it again.
  expect(earlier?.limit).toBeLessThanOrEqual(LIMIT_SECONDS - (current?.duration ?? Infinity));
});
