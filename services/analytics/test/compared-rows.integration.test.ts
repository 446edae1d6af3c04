import type { EventRow } from '@headwater/eventstore/event-columns';
import { startAnalytics } from './analytics-fixture';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const { insert, visit, build, calls, siteId, command } = useRollups();

const NOTHING = { visitors: 0, sessions: 0, pageviews: 0 };
const question = () => ({
  siteId: siteId(),
  timezone: 'UTC',
  from: '2026-03-09',
  to: '2026-03-09',
  filters: [],
});
const compare = 'previous_period';

/** Visits of one page each. */
const visits = (
  date: string,
  ofVisitors: readonly number[],
  fields: Partial<EventRow>,
): readonly EventRow[] => ofVisitors.map((visitor) => visit(visitor, `${date}T12:00:00Z`, fields));

/** Yesterday, c has no visits; the day before, it has the most. */
const SOURCES = [
  ...[['2026-03-09', [1, 2, 3], 'a'] as const, ['2026-03-09', [4, 5], 'b'] as const],
  ...[['2026-03-09', [6], ''] as const, ['2026-03-08', [1, 7], 'a'] as const],
  ...[['2026-03-08', [8], ''] as const, ['2026-03-08', [10, 11, 12, 13, 14], 'c'] as const],
];
const insertSources = () =>
  insert(SOURCES.flatMap(([date, ofVisitors, source]) => visits(date, ofVisitors, { source })));

describe.each([
  ['from events', () => Promise.resolve()],
  ['from roll-ups', () => build('2026-03-08')],
])('rows of breakdowns with a comparison, %s', (_, prepare) => {
  it('have the counts of the same key in the earlier window', async () => {
    await insertSources();
    await prepare();
    const request = { question: { ...question(), dimension: 'source' }, compare, dimensions: ['source'] };
    const { breakdown, breakdowns } = await calls().QueryStats(
      { ...request, dimensionsLimit: 1 },
      IN_WORKSPACE,
    );
    const counts = { visitors: 2, sessions: 2, pageviews: 2, bounceRate: 100 };
    expect(breakdown).toMatchObject([
      { key: 'a', visitors: 3, comparison: counts },
      { key: 'b', visitors: 2, comparison: NOTHING },
      { key: '(none)', visitors: 1, comparison: { visitors: 1, sessions: 1, pageviews: 1, bounceRate: 100 } },
    ]);
    expect(breakdown[1]?.comparison?.bounceRate).toBeUndefined();
    expect(breakdowns).toMatchObject([{ dimension: 'source', rows: [{ key: 'a', comparison: counts }] }]);
    expect(breakdowns[0]?.rows).toHaveLength(1);
  });

  it('have the counts of keys that a statement cannot bind together', async () => {
    const paths = Array.from({ length: 20 }, (__, n) => `/${n}/${'ü'.repeat(900)}`);
    await insert(
      paths.flatMap((pathname, n) => [
        ...visits('2026-03-09', [n], { pathname }),
        ...visits('2026-03-08', [n, n + 100], { pathname }),
      ]),
    );
    await prepare();
    const dimensions = ['pathname', 'entry_page', 'country'];
    const { breakdowns } = await calls().QueryStats(
      { question: question(), compare, dimensions },
      IN_WORKSPACE,
    );
    expect(breakdowns.map(({ rows }) => rows.length)).toEqual([20, 20, 1]);
    for (const row of breakdowns.slice(0, 2).flatMap(({ rows }) => rows))
      expect(row.comparison).toMatchObject({ visitors: 2, sessions: 2, pageviews: 2 });
    expect(breakdowns[2]?.rows[0]?.comparison).toMatchObject({ visitors: 40 });
  });
});

it('counts the earlier window from roll-ups', async () => {
  await insertSources();
  await build('2026-03-08');
  await command(
    `ALTER TABLE rollup_range_counts UPDATE sessions = sessions + 100 WHERE site_id = ${siteId()} AND dimension = 'source'`,
  );
  const { breakdowns } = await calls().QueryStats(
    { question: question(), compare, dimensions: ['source'] },
    IN_WORKSPACE,
  );
  expect(breakdowns[0]?.rows.map(({ comparison }) => comparison?.sessions)).toEqual([102, 0, 101]);
});

it('has rows without a comparison if those of the earlier window exceed a limit', async () => {
  const small = await startAnalytics(NOW, { maxMemoryMib: 64 });
  try {
    // The sessions of a key are kept in memory to count its bounces; for the totals, they are spilled.
    await small.clickhouse.client.command({
      query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, session_id, pathname)
        SELECT 1, 1, 'pageview', toDateTime64('2026-03-08 12:00:00', 3, 'UTC'), generateUUIDv4(), 1,
          number + 1, '/' FROM numbers(600000)
        UNION ALL SELECT 1, 1, 'pageview', toDateTime64('2026-03-09 12:00:00', 3, 'UTC'), generateUUIDv4(), 1, 0, '/'`,
    });
    const costs: number[] = [];
    const { breakdown, comparison } = await small.calls.QueryStats(
      { question: { ...question(), siteId: 1, dimension: 'pathname' }, compare },
      { ...IN_WORKSPACE, deadlineMs: 60_000, onCost: (cost) => costs.push(cost) },
    );
    expect(comparison?.totals).toMatchObject({ visitors: 1, sessions: 600_000 });
    expect(breakdown).toMatchObject([{ key: '/', visitors: 1 }]);
    expect(breakdown[0]?.comparison ?? undefined).toBeUndefined();
    // As much as a rejected call.
    expect(costs[0]).toBeGreaterThan(1_000_000_000);
  } finally {
    await small.stop();
  }
});
