import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { compileEventList } from '../src/queries/list-events';
import { dimensionOf, VISIT_KEYS } from '../src/query/dimensions';
import { readQuery } from '../src/query/read-query';
import { compileStatsSeries } from '../src/queries/stats';
import { compileBounces, compileStatsBreakdown, compileStatsCounts } from '../src/queries/stats-breakdowns';
import { compileSessionTotals, compileStatsTotals } from '../src/queries/stats-totals';
import { planVisits } from '../src/query/plan';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
/** Unix milliseconds. One millisecond later, the lowest three bytes change from 255 to 0. */
const BEFORE_CARRY = 0x19ccfffffff;
const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'UTC', range: '2d', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
  const visit =
    (visitor_id: string, session_id: string) =>
    (pathname: string, ts: string, name = 'pageview') =>
      sampleEvent({ visitor_id, session_id, pathname, ts: `2026-03-${ts}.000Z`, name });
  const [long, bounced, again] = [visit('1', '1'), visit('2', '2'), visit('1', '3')];
  await analytics.insert([
    long('/', '09T10:00:00'),
    long('/pricing', '09T10:01:00'),
    long('/pricing', '09T10:02:00', 'signup'),
    bounced('/pricing', '09T11:00:00'),
    bounced('/pricing', '09T11:00:30', 'engagement'),
    again('/docs', '10T09:00:00'),
    sampleEvent({ workspace_id: 2, visitor_id: '9', session_id: '9' }),
  ]);
});

afterAll(() => analytics.stop());

describe('QueryStats', () => {
  it('counts visitors, sessions and pageviews, and computes each session from all its events', async () => {
    const question = { ...QUERY, dimension: 'entry_page' };
    expect(await analytics.calls.QueryStats({ question }, IN_WORKSPACE)).toMatchObject({
      from: '2026-03-09',
      to: '2026-03-10',
      totals: {
        visitors: 2,
        sessions: 3,
        pageviews: 4,
        bounceRate: 66.67,
        visitDuration: 50,
        viewsPerVisit: 1.33,
      },
      series: [
        { bucket: '2026-03-09', visitors: 2, sessions: 2, pageviews: 3 },
        { bucket: '2026-03-10', visitors: 1, sessions: 1, pageviews: 1 },
      ],
      breakdown: [
        { key: '/', visitors: 1, sessions: 1, pageviews: 2, bounceRate: 0 },
        { key: '/docs', visitors: 1, sessions: 1, pageviews: 1, bounceRate: 100 },
        { key: '/pricing', visitors: 1, sessions: 1, pageviews: 1, bounceRate: 100 },
      ],
    });
  });

  it('orders first and last page by time, pages of the same millisecond by path', async () => {
    const visit = (
      session_id: string,
      pages: readonly (readonly [path: string, ms: number, name?: string])[],
    ) =>
      pages.map(([pathname, ms, name = 'pageview']) =>
        sampleEvent({
          site_id: 7,
          visitor_id: session_id,
          session_id,
          pathname,
          name,
          ts: new Date(BEFORE_CARRY + ms).toISOString(),
        }),
      );
    await analytics.insert([
      // The lower bytes of the second time are all 0, those of the first all 255.
      ...visit('11', [
        ['/z', 0],
        ['/a', 1],
      ]),
      ...visit('12', [
        ['/tie/b', 1],
        ['/tie/a', 1],
        ['/tie', 1],
      ]),
      ...visit('13', [['/none', 0, 'signup']]),
    ]);
    const pagesOf = async (dimension: string) => {
      const question = { ...QUERY, siteId: 7, dimension };
      const { breakdown } = await analytics.calls.QueryStats({ question }, IN_WORKSPACE);
      return breakdown.map(({ key, pageviews }) => [key, pageviews]);
    };
    expect(await pagesOf('entry_page')).toEqual([
      ['(none)', 0],
      ['/tie', 3],
      ['/z', 2],
    ]);
    expect(await pagesOf('exit_page')).toEqual([
      ['(none)', 0],
      ['/a', 2],
      ['/tie/b', 3],
    ]);
  });

  it('does not count a session as bounce because filters exclude its other pages', async () => {
    const question = { ...QUERY, filters: [{ key: 'pathname', operator: 'is', value: '/pricing' }] };
    const { totals } = await analytics.calls.QueryStats({ question }, IN_WORKSPACE);
    expect(totals).toMatchObject({ visitors: 2, sessions: 2, pageviews: 2, bounceRate: 50 });
  });

  describe('of a visit across an edge of the window', () => {
    const bounceRates = async (siteId: number, question: object) => {
      const query = { ...QUERY, siteId, ...question };
      const { totals, breakdown } = await analytics.calls.QueryStats({ question: query }, IN_WORKSPACE);
      return [totals?.sessions, totals?.bounceRate, ...breakdown.map((row) => row.bounceRate)];
    };
    const on = (siteId: number, session_id: string, ts: string, name = 'pageview') =>
      sampleEvent({ site_id: siteId, visitor_id: '8', session_id, ts, name });
    const day = (date: string, timezone = 'UTC') => ({ from: date, to: date, timezone });

    it('counts no bounce on either day', async () => {
      await analytics.insert([
        on(20, '1', '2026-03-04T23:50:00.000Z'),
        on(20, '1', '2026-03-05T00:10:00.000Z'),
      ]);
      const dimension = 'channel';
      expect(await bounceRates(20, { ...day('2026-03-04'), dimension })).toEqual([1, 0, 0]);
      expect(await bounceRates(20, { ...day('2026-03-05'), dimension })).toEqual([1, 0, 0]);
      expect(await bounceRates(20, { from: '2026-03-04', to: '2026-03-05', dimension })).toEqual([1, 0, 0]);
      const question = { ...QUERY, siteId: 20, ...day('2026-03-05') };
      const compare = 'previous_period';
      const { comparison } = await analytics.calls.QueryStats({ question, compare }, IN_WORKSPACE);
      expect(comparison?.totals).toMatchObject({ sessions: 1, bounceRate: 0, visitDuration: 0 });
    });

    it('counts the same bounce on both days if only an engagement follows', async () => {
      await analytics.insert([
        on(21, '1', '2026-03-04T23:59:00.000Z'),
        on(21, '1', '2026-03-05T00:01:00.000Z', 'engagement'),
      ]);
      expect(await bounceRates(21, day('2026-03-04'))).toEqual([1, 100]);
      expect(await bounceRates(21, day('2026-03-05'))).toEqual([1, 100]);
    });

    it('cuts at midnights of the zone, also of a day with 23 hours', async () => {
      // Midnights in Berlin: 28 March 23:00 UTC, 29 March 22:00 UTC.
      await analytics.insert([
        on(22, '1', '2026-03-28T22:59:59.999Z'),
        on(22, '1', '2026-03-28T23:00:00.000Z'),
        on(22, '2', '2026-03-29T21:59:59.999Z'),
        on(22, '2', '2026-03-29T22:59:59.999Z'),
        on(22, '3', '2026-03-29T21:59:59.999Z'),
        on(22, '3', '2026-03-29T23:00:00.000Z'),
      ]);
      expect(await bounceRates(22, day('2026-03-28', 'Europe/Berlin'))).toEqual([1, 0]);
      expect(await bounceRates(22, day('2026-03-29', 'Europe/Berlin'))).toEqual([3, 33.33]);
    });
  });

  it('has no rates without sessions', async () => {
    const question = { ...QUERY, siteId: 99 };
    const { totals } = await analytics.calls.QueryStats({ question }, IN_WORKSPACE);
    expect(totals).toEqual({ visitors: 0, sessions: 0, pageviews: 0 });
  });

  it('compares with the preceding period of equal length, and with the same dates a year earlier', async () => {
    const question = { ...QUERY, range: '1d' };
    const compare = 'previous_period';
    const { comparison } = await analytics.calls.QueryStats({ question, compare }, IN_WORKSPACE);
    expect(comparison).toMatchObject({ from: '2026-03-09', to: '2026-03-09', totals: { sessions: 2 } });
    const leap = { siteId: 1, timezone: 'UTC', from: '2024-02-29', to: '2024-03-01' };
    const year = await analytics.calls.QueryStats({ question: leap, compare: 'previous_year' }, IN_WORKSPACE);
    expect(year.comparison).toMatchObject({ from: '2023-02-28', to: '2023-03-01' });
  });

  it.each([
    [{ question: null }, 'invalid_request', 'question'],
    [{ question: QUERY, compare: 'last_week' }, 'invalid_request', 'compare'],
    [{ question: { ...QUERY, dimension: 'Entry_page' } }, 'unknown_dimension', 'dimension'],
  ])('rejects %j', async (request, code, field) => {
    await expect(analytics.calls.QueryStats(request, IN_WORKSPACE)).rejects.toMatchObject({
      code,
      fields: [{ field }],
    });
  });

  it('counts nothing of another workspace, even under the same site id', async () => {
    const { totals } = await analytics.calls.QueryStats({ question: QUERY }, { workspaceId: 2 });
    expect(totals).toMatchObject({ visitors: 1, sessions: 1, pageviews: 1 });
    const nobody = await analytics.calls.QueryStats({ question: QUERY }, { workspaceId: 3 });
    expect(nobody.totals).toMatchObject({ visitors: 0, sessions: 0 });
  });
});

describe('ListEvents', () => {
  it('lists event names with their counts and property keys', async () => {
    await analytics.insert([
      sampleEvent({ site_id: 5, name: 'signup', props: { plan: 'pro', seats: '3' } }),
      sampleEvent({ site_id: 5, name: 'signup', props: { plan: 'free' } }),
      sampleEvent({ site_id: 5 }),
    ]);
    const question = { ...QUERY, siteId: 5 };
    expect(await analytics.calls.ListEvents({ question }, IN_WORKSPACE)).toEqual({
      from: '2026-03-09',
      to: '2026-03-10',
      timezone: 'UTC',
      events: [
        { name: 'signup', events: 2, visitors: 1, properties: ['plan', 'seats'] },
        { name: 'pageview', events: 1, visitors: 1, properties: [] },
      ],
    });
    expect(await analytics.calls.ListEvents({ question }, { workspaceId: 2 })).toMatchObject({ events: [] });
  });
});

describe('every statement of stats', () => {
  const keys = [...VISIT_DIMENSIONS, 'props.plan'];
  const filters = keys.map((key, n) => ({
    key,
    operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
    value: 'x',
  }));
  const statements = (dimension: string, some: typeof filters) => {
    const query = readQuery({ ...QUERY, dimension, filters: some }, VISIT_KEYS);
    const plan = planVisits(query, { workspaceId: 1, nowMs: Date.parse(NOW) });
    const rows = [{ key: '/', visitors: 1, sessions: 1, pageviews: 1 }];
    const columns = ['country', 'props.plan'].flatMap((key) => dimensionOf(key, VISIT_KEYS) ?? []);
    return [
      compileStatsSeries(plan),
      compileStatsTotals(plan),
      compileSessionTotals(plan),
      compileStatsBreakdown(plan),
      compileStatsCounts(plan),
      compileBounces(plan, new Map(columns.map((column) => [column, rows]))),
      compileEventList(plan),
    ];
  };

  it('is accepted by ClickHouse with every dimension and filter', async () => {
    for (const dimension of keys)
      for (const some of [[], filters.filter(({ key }) => !key.endsWith('_page')), filters])
        for (const { query, params } of statements(dimension, some))
          await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
  });

  it('reads only one site of one workspace and one window, in every subquery', () => {
    const scope = /workspace_id = \S+\s+AND site_id = \S+\s+AND ts >= .+\s+AND ts < /g;
    for (const dimension of keys)
      for (const some of [[], filters])
        for (const { query } of statements(dimension, some))
          expect(query.match(scope)).toHaveLength(query.split('FROM events FINAL').length - 1);
  });

  it('has not changed', () => {
    for (const statement of statements('exit_page', filters.slice(-2))) expect(statement).toMatchSnapshot();
    for (const statement of statements('country', [])) expect(statement).toMatchSnapshot();
  });
});
