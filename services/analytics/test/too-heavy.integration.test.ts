import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const VISITORS = 2_000_000;
/** Visitors with an event on one page, on the first of seven days. */
const FEW = 1_000;
const BY_HOURS = { siteId: 1, timezone: 'UTC', range: '7d', grain: 'hour', dimension: 'pathname' };
const { grain: _, dimension: __, ...WINDOW } = BY_HOURS;
const GOAL = { name: 'Signup', type: 'event', event: 'signup' };
const options = { workspaceId: 1, deadlineMs: 100_000 };

let analytics: RunningAnalytics;
beforeAll(async () => {
  // The min of the setting.
  analytics = await startAnalytics('2026-03-10T15:00:00Z', { maxMemoryMib: 64, maxExecutionSeconds: 600 });
  await analytics.clickhouse.client.command({
    query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, session_id, pathname)
      SELECT 1, 1, 'signup', toDateTime64('2026-03-04 00:00:00', 3, 'UTC') + number % 604800, generateUUIDv4(),
        cityHash64(number), cityHash64(number, 'session'), if(number < ${FEW}, '/few', '/')
      FROM numbers(${VISITORS})`,
  });
});
afterAll(() => analytics.stop());

describe('a query with more visitors than fit into memory', () => {
  it.each([
    ['QueryEvent', () => analytics.calls.QueryEvent({ ...BY_HOURS, name: 'signup' }, options)],
    ['QueryStats', () => analytics.calls.QueryStats({ question: BY_HOURS }, options)],
    ['QueryGoal', () => analytics.calls.QueryGoal({ question: BY_HOURS, goal: GOAL }, options)],
    [
      'QueryFunnel',
      () => analytics.calls.QueryFunnel({ question: WINDOW, steps: [GOAL, GOAL], windowHours: 1 }, options),
    ],
    ['QueryRetention', () => analytics.calls.QueryRetention({ question: WINDOW }, options)],
    ['ListEvents', () => analytics.calls.ListEvents({ question: WINDOW }, options)],
  ])('is rejected by %s with a hint to narrow it', async (_method, call) => {
    await expect(call()).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'query_too_heavy',
      message: 'The query is too heavy. Narrow it: use a shorter window, a coarser grain or more filters.',
    });
  });

  it('returns exact numbers when it is narrowed', async () => {
    const { range: ___, ...rest } = BY_HOURS;
    const filters = [{ key: 'pathname', operator: 'is', value: '/few' }];
    const question = { ...rest, from: '2026-03-04', to: '2026-03-04', filters };
    const ofEvent = await analytics.calls.QueryEvent({ ...question, name: 'signup' }, options);
    expect(ofEvent).toMatchObject({ events: FEW, uniqueVisitors: FEW });
    const { totals } = await analytics.calls.QueryStats({ question }, options);
    expect(totals).toMatchObject({ visitors: FEW, sessions: FEW });
  });
});
