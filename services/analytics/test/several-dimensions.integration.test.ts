import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'UTC', range: '2d', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  const visit =
    (visitor_id: string, session_id: string) =>
    (pathname: string, ts: string, name = 'pageview') =>
      sampleEvent({ visitor_id, session_id, pathname, ts: `2026-03-${ts}.000Z`, name });
  const [long, bounced, again] = [visit('1', '1'), visit('2', '2'), visit('1', '3')];
  await analytics.insert([
    long('/', '09T10:00:00'),
    long('/pricing', '09T10:01:00'),
    bounced('/pricing', '09T11:00:00'),
    again('/docs', '10T09:00:00'),
  ]);
});

afterAll(() => analytics.stop());

describe('QueryStats with several dimensions', () => {
  it('returns the breakdowns of several dimensions that single calls return', async () => {
    const dimensions = ['pathname', 'entry_page', 'props.plan', 'country'];
    const question = { ...QUERY, dimension: 'country', limit: 2 };
    const together = await analytics.calls.QueryStats({ question, dimensions }, IN_WORKSPACE);
    const single = (dimension: string) =>
      analytics.calls.QueryStats({ question: { ...question, dimension } }, IN_WORKSPACE);
    expect(together).toMatchObject({
      dimension: 'country',
      breakdown: (await single('country')).breakdown,
      breakdowns: await Promise.all(
        dimensions.map(async (dimension) => ({ dimension, rows: (await single(dimension)).breakdown })),
      ),
    });
    expect(together.breakdowns[0]?.rows).toMatchObject([
      { key: '/pricing', visitors: 2, bounceRate: 50 },
      { key: '/', visitors: 1, bounceRate: 0 },
    ]);
  });

  it('returns as many rows of the further dimensions as requested, also of that of the breakdown', async () => {
    const call = async (limit: number, dimensionsLimit: number) => {
      const question = { ...QUERY, dimension: 'pathname', limit };
      const dimensions = ['pathname', 'entry_page'];
      const { breakdown, breakdowns } = await analytics.calls.QueryStats(
        { question, dimensions, dimensionsLimit },
        IN_WORKSPACE,
      );
      return [breakdown, ...breakdowns.map(({ rows }) => rows)].map((rows) => rows.map(({ key }) => key));
    };
    expect(await call(3, 1)).toEqual([['/pricing', '/', '/docs'], ['/pricing'], ['/']]);
    expect(await call(1, 3)).toEqual([['/pricing'], ['/pricing', '/', '/docs'], ['/', '/docs', '/pricing']]);
  });

  it.each([0, 501])('rejects %d rows of the further dimensions', async (dimensionsLimit) => {
    const call = analytics.calls.QueryStats(
      { question: QUERY, dimensions: ['pathname'], dimensionsLimit },
      IN_WORKSPACE,
    );
    await expect(call).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'dimensionsLimit' }],
    });
  });

  it.each([[[]], [[{ key: 'entry_page', operator: 'is', value: '/pricing' }]]])(
    'counts bounces of any number of dimensions alike with the filters %j',
    async (filters) => {
      const question = { ...QUERY, filters };
      const all = ['pathname', 'source', 'exit_page', 'props.plan', 'country'];
      const of = async (dimensions: readonly string[]) =>
        (await analytics.calls.QueryStats({ question, dimensions: [...dimensions] }, IN_WORKSPACE))
          .breakdowns;
      expect(await of(all)).toEqual((await Promise.all(all.map((each) => of([each])))).flat());
    },
  );

  it('returns breakdowns with more keys than a statement can bind', async () => {
    const ts = '2026-03-09T12:00:00.000Z';
    const paths = Array.from({ length: 20 }, (_, n) => `/${n}/${'ü'.repeat(900)}`);
    const pages = paths.map((pathname, n) =>
      sampleEvent({ site_id: 2, visitor_id: String(n), session_id: String(n), pathname, ts }),
    );
    await analytics.insert(pages);
    const { breakdowns } = await analytics.calls.QueryStats(
      { question: { ...QUERY, siteId: 2 }, dimensions: ['pathname', 'country', 'device'] },
      IN_WORKSPACE,
    );
    expect(breakdowns[0]?.rows).toHaveLength(20);
    for (const { rows } of breakdowns) for (const row of rows) expect(row.bounceRate).toBe(100);
  });

  it.each([
    [['colour', 'pathname'], 'unknown_dimension'],
    [['pathname', 'pathname'], 'invalid_request'],
    [Array.from({ length: 11 }, (_, n) => `props.key-${n}`), 'invalid_request'],
  ])('rejects the dimensions %j', async (dimensions, code) => {
    const call = analytics.calls.QueryStats({ question: QUERY, dimensions }, IN_WORKSPACE);
    await expect(call).rejects.toMatchObject({ code, fields: [{ field: 'dimensions' }] });
  });

  it('marks a breakdown that exceeds a limit, and returns the others', async () => {
    const small = await startAnalytics('2026-03-10T15:00:00Z', { maxMemoryMib: 128 });
    try {
      // A gigabyte of paths does not fit into the memory.
      await small.clickhouse.client.command({
        query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, session_id, country, pathname)
          SELECT 1, 1, 'pageview', '2026-03-09 12:00:00', generateUUIDv4(), 1, 1, 'DE',
            concat('/', toString(number), repeat('x', 2000))
          FROM numbers(500000)`,
      });
      const costs: number[] = [];
      const result = await small.calls.QueryStats(
        { question: QUERY, dimensions: ['country', 'pathname', 'browser'] },
        { ...IN_WORKSPACE, deadlineMs: 100_000, onCost: (cost) => costs.push(cost) },
      );
      expect(result).toMatchObject({
        totals: { visitors: 1, pageviews: 500_000 },
        breakdowns: [
          { dimension: 'country', rows: [{ key: 'DE', pageviews: 500_000 }] },
          { dimension: 'pathname', rows: [], error: 'query_too_heavy' },
          { dimension: 'browser', rows: [{ key: '(none)', pageviews: 500_000 }] },
        ],
      });
      expect(result.breakdowns[0]?.error).toBeUndefined();
      // As much as a rejected call.
      expect(costs[0]).toBeGreaterThan(1_000_000_000);
      const alone = { question: { ...QUERY, dimension: 'pathname' } };
      await expect(
        small.calls.QueryStats(alone, { ...IN_WORKSPACE, deadlineMs: 100_000 }),
      ).rejects.toMatchObject({ code: 'query_too_heavy' });
    } finally {
      await small.stop();
    }
  });

  it('lets identical concurrent calls share their reads', async () => {
    const calls = 8;
    const costs: number[] = [];
    const onCost = (cost: number) => costs.push(cost);
    const answers = await Promise.all(
      Array.from({ length: calls }, () =>
        analytics.calls.QueryStats({ question: QUERY }, { ...IN_WORKSPACE, onCost }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    // Calls that only share a result read nothing. A call that arrives late runs on its own.
    expect(costs.length).toBeGreaterThan(0);
    expect(costs.length).toBeLessThan(calls);
  });
});
