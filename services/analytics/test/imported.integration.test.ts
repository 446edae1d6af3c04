import { insertImported, type ImportedDayRow } from '@headwater/eventstore/insert-imported';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const OURS = { workspace_id: 1, site_id: 10 };

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-11-21T10:00:00Z');
  const { client } = analytics.clickhouse;
  await insertImported(client, 'imported_days', {
    rows: [
      day({ day: '2024-02-28', visitors: 100, visits: 100 }),
      day({ day: '2024-02-29', visitors: 3, visits: 4, pageviews: 9, bounces: 1, visit_seconds: 100 }),
      day({ day: '2024-03-01', visitors: 2, visits: 2, pageviews: 2, bounces: 2 }),
      day({ day: '2024-03-04', visitors: 1, visits: 1, pageviews: 1 }),
      day({ day: '2024-03-05', visitors: 100 }),
      day({
        day: '2024-02-29',
        report: 'country',
        key: 'DE',
        detail: '["DE","DE-BE"]',
        visitors: 1,
        visits: 1,
      }),
      day({
        day: '2024-02-29',
        report: 'country',
        key: 'DE',
        detail: '["DE","DE-BY"]',
        visitors: 1,
        visits: 2,
      }),
      day({ day: '2024-03-01', report: 'country', key: '', visitors: 2, visits: 2, pageviews: 2 }),
      day({ day: '2024-03-01', report: 'event', key: 'signup', visitors: 1, events: 5 }),
      day({ day: '2024-02-29', site_id: 11, visitors: 7 }),
      day({ day: '2024-02-29', workspace_id: 2, visitors: 7 }),
    ],
  });
  // The same file again, with a different number.
  await insertImported(client, 'imported_days', {
    rows: [day({ day: '2024-03-04', visitors: 5, visits: 1, pageviews: 1 })],
  });
});
afterAll(() => analytics.stop());

function day(row: Partial<ImportedDayRow>): ImportedDayRow {
  const none = { visitors: 0, visits: 0, pageviews: 0, bounces: 0, visit_seconds: 0, events: 0 };
  return { ...OURS, report: '', day: '2024-03-01', key: '', detail: '', ...none, ...row };
}

const WINDOW = { from: '2024-02-29', to: '2024-03-04' };
const call = (question: object, workspaceId = 1) =>
  analytics.calls.QueryImported(
    { question: { siteId: 10, timezone: 'America/New_York', ...WINDOW, ...question } },
    { workspaceId },
  );

describe('QueryImported', () => {
  it('sums the days of the window, each from its last import', async () => {
    expect(await call({})).toMatchObject({
      days: 3,
      totals: { dailyVisitors: 10, sessions: 7, pageviews: 12, bounceRate: 42.86, visitDuration: 14.29 },
      series: [
        { bucket: '2024-02-29', dailyVisitors: 3, sessions: 4, pageviews: 9 },
        { bucket: '2024-03-01', dailyVisitors: 2, sessions: 2, pageviews: 2 },
        { bucket: '2024-03-04', dailyVisitors: 5, sessions: 1, pageviews: 1 },
      ],
      breakdown: [],
      events: [{ name: 'signup', events: 5, dailyVisitors: 1 }],
    });
  });

  it.each([
    ['week', ['2024-02-26', '2024-03-04']],
    ['month', ['2024-02', '2024-03']],
    ['hour', []],
  ])('has the same bucket keys as stats: %s', async (grain, buckets) => {
    expect((await call({ grain })).series.map(({ bucket }) => bucket)).toEqual(buckets);
  });

  it('breaks down by imported dimensions', async () => {
    expect((await call({ dimension: 'country' })).breakdown).toEqual([
      { key: '(none)', dailyVisitors: 2, sessions: 2, pageviews: 2 },
      { key: 'DE', dailyVisitors: 2, sessions: 3, pageviews: 0 },
    ]);
    const first = await call({ dimension: 'country', limit: 1 });
    expect(first.breakdown).toEqual([expect.objectContaining({ key: '(none)' })]);
    expect([first.days, first.events.length]).toEqual([3, 1]);
    expect((await call({ dimension: 'region' })).breakdown).toEqual([
      { key: '(none)', dailyVisitors: 2, sessions: 2, pageviews: 2 },
      { key: 'DE-BE', dailyVisitors: 1, sessions: 1, pageviews: 0 },
      { key: 'DE-BY', dailyVisitors: 1, sessions: 2, pageviews: 0 },
    ]);
    expect((await call({ dimension: 'channel' })).breakdown).toEqual([]);
  });

  it('contains no other site or workspace', async () => {
    expect(await call({ siteId: 11 })).toMatchObject({ days: 1, totals: { dailyVisitors: 7 } });
    expect(await call({ siteId: 11 }, 2)).toMatchObject({ days: 0, totals: { dailyVisitors: 0 } });
  });

  it('rejects filters, because sums cannot be filtered', async () => {
    const filters = [{ key: 'country', operator: 'is', value: 'DE' }];
    await expect(call({ filters })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'include', message: 'cannot be combined with filters' }],
    });
  });
});
