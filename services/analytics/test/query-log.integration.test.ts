import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { buildSegment } from '../src/rollups/build';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z', { rollups: 'on' });
  await analytics.insert([sampleEvent({ site_id: 1, ts: '2026-03-09T12:00:00.000Z' })]);
});
afterAll(() => analytics.stop());

const RANGE = { siteId: 1, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09' };

async function query(value: string, key = 'pathname'): Promise<number | undefined> {
  const filters = [{ key, operator: 'is', value }];
  const answer = await analytics.calls.QueryStats({ question: { ...RANGE, filters } }, { workspaceId: 1 });
  return answer.totals?.visitors;
}

/** The statements in ClickHouse's query log that contain a text. */
async function logged(text: string): Promise<number> {
  const { client } = analytics.clickhouse;
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const result = await client.query({
    query: `SELECT count() AS n FROM system.query_log
            WHERE query_kind = 'Select' AND has(databases, currentDatabase()) AND positionCaseInsensitive(query, '${text}') > 0
              AND NOT has(tables, 'system.query_log')`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

it('the query log contains statements, but none with the value of a filter, and no email address', async () => {
  const queryEvent = (name: string) => analytics.calls.QueryEvent({ ...RANGE, name }, { workspaceId: 1 });
  await queryEvent('qzx-log-event');
  expect(await logged('qzx-log-event')).toBeGreaterThan(0);
  const values = [
    '+49 30 1234567 qzx-log',
    'qzx-log@mail.example',
    '/u/QZX-log@Mail.example/a',
    'qzx-log%40mail.example',
    '/qzx-log%2540mail.example',
  ];
  for (const value of values) {
    expect(await query(value)).toBe(0);
    expect(await query(value, 'props.mail')).toBe(0);
    await queryEvent(`qzx-log${value}@mail.example`);
  }
  expect(await logged('mail.example')).toBe(0);
  expect(await logged('1234567')).toBe(0);
});

it('the query log contains no value of a property, and no path, with and without roll-ups', async () => {
  const event = { site_id: 2, ts: '2026-03-09T12:00:00.000Z', pathname: '/qzx-path' };
  await analytics.insert([sampleEvent({ ...event, props: { name: 'qzx-name', city: 'qzx-city' } })]);
  const site = { workspaceId: 1, siteId: 2 };
  const day = { zone: 'UTC', startMs: Date.parse('2026-03-09'), endMs: Date.parse('2026-03-10') };
  const query = async (dimensions: readonly string[]) => {
    const question = { ...RANGE, siteId: 2, filters: [] };
    const { breakdowns } = await analytics.calls.QueryStats(
      { question, dimensions: [...dimensions] },
      { workspaceId: 1 },
    );
    return breakdowns.map(({ rows }) => rows.map(({ key }) => key));
  };
  const expectValues = async () => {
    expect(await query(['props.name', 'props.city'])).toEqual([['qzx-name'], ['qzx-city']]);
    expect(await query(['pathname', 'country'])).toEqual([['/qzx-path'], ['(none)']]);
    const { breakdown } = await analytics.calls.QueryEvent(
      { ...RANGE, siteId: 2, name: 'pageview', dimension: 'props.name', compare: 'previous_period' },
      { workspaceId: 1 },
    );
    expect(breakdown).toMatchObject([{ key: 'qzx-name', comparison: { events: 0 } }]);
  };
  await expectValues();
  expect(await buildSegment(analytics.clickhouse.client, { ...site, ...day })).toBe('published');
  await expectValues();
  expect(await logged('qzx-name')).toBe(0);
  expect(await logged('qzx-city')).toBe(0);
  expect(await logged('qzx-path')).toBe(0);
});
