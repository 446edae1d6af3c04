import { AppError } from '@headwater/kit/errors';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { DIMENSION_COLUMNS, FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { parseEventQuery, planEvent } from '../src/queries/event-analysis';
import { compileAnalysis, compilePageviews } from '../src/queries/event-statements';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'UTC', name: 'signup', range: '7d', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
});

beforeEach(() => analytics.clickhouse.client.command({ query: 'TRUNCATE TABLE events' }));

afterAll(() => analytics.stop());

async function errorOf(request: object, options: object = IN_WORKSPACE): Promise<AppError> {
  const error: unknown = await analytics.calls
    .QueryEvent({ ...QUERY, ...request }, options)
    .catch((e: unknown) => e);
  if (error instanceof AppError) return error;
  throw new Error(`Not rejected: ${JSON.stringify(error)}`);
}

describe('QueryEvent', () => {
  it('returns totals, series and breakdown', async () => {
    await analytics.insert([
      sampleEvent({ visitor_id: '1', pathname: '/pricing', ts: '2026-03-09T10:00:00.000Z' }),
      sampleEvent({ visitor_id: '2', pathname: '/pricing', ts: '2026-03-10T10:00:00.000Z' }),
      sampleEvent({ visitor_id: '2', pathname: '/', ts: '2026-03-10T10:01:00.000Z' }),
      sampleEvent({ visitor_id: '1', name: 'signup', pathname: '/pricing', ts: '2026-03-09T10:02:00.000Z' }),
      sampleEvent({ visitor_id: '2', name: 'signup', pathname: '', ts: '2026-03-10T10:02:00.000Z' }),
    ]);
    const request = { ...QUERY, range: '2d', dimension: 'pathname' };
    expect(await analytics.calls.QueryEvent(request, IN_WORKSPACE)).toMatchObject({
      from: '2026-03-09',
      to: '2026-03-10',
      timezone: 'UTC',
      grain: 'day',
      name: 'signup',
      events: 2,
      uniqueVisitors: 2,
      pageviews: 3,
      eventRate: 66.67,
      series: [
        { bucket: '2026-03-09', events: 1, visitors: 1 },
        { bucket: '2026-03-10', events: 1, visitors: 1 },
      ],
      dimension: 'pathname',
      breakdown: [
        { key: '(none)', events: 1, visitors: 1, pageviews: 0 },
        { key: '/pricing', events: 1, visitors: 1, pageviews: 2, eventRate: 50 },
      ],
    });
  });

  it('returns zeros when there are no events', async () => {
    const answer = await analytics.calls.QueryEvent({ ...QUERY, dimension: 'channel' }, IN_WORKSPACE);
    expect(answer).toMatchObject({ events: 0, uniqueVisitors: 0, pageviews: 0, breakdown: [] });
    expect(answer.series).toHaveLength(7);
  });

  it.each(['hour', 'day'])('returns an empty day that the zone skipped, by %s', async (grain) => {
    const { range: _, ...question } = QUERY;
    const skipped = { from: '2011-12-30', to: '2011-12-30', timezone: 'Pacific/Apia' };
    const request = { ...question, ...skipped, grain, dimension: 'channel' };
    expect(await analytics.calls.QueryEvent(request, IN_WORKSPACE)).toMatchObject({
      events: 0,
      series: grain === 'hour' ? [] : [{ bucket: '2011-12-30', events: 0 }],
    });
  });

  it('counts nothing of another workspace, even under the same site id', async () => {
    await analytics.insert([sampleEvent({ name: 'signup', workspace_id: 2 })]);
    expect(await analytics.calls.QueryEvent(QUERY, { workspaceId: 2 })).toMatchObject({ events: 1 });
    expect(await analytics.calls.QueryEvent(QUERY, IN_WORKSPACE)).toMatchObject({
      events: 0,
      pageviews: 0,
    });
  });

  it('rejects a call without a workspace', async () => {
    expect(await errorOf({}, {})).toMatchObject({ kind: 'invalid', code: 'invalid_request' });
  });

  it.each([
    [{ dimension: 'Pathname' }, 'unknown_dimension', 'dimension'],
    [{ filters: [{ key: 'props.', operator: 'is', value: 'x' }] }, 'unknown_filter', 'filter[props.]'],
    [{ filters: [{ key: 'os', operator: 'like', value: 'x' }] }, 'invalid_request', 'filter[os][like]'],
    [{ from: '2026-02-30', to: '2026-03-01', range: undefined }, 'invalid_request', 'from'],
    [{ from: '2026-03-02', to: '2026-03-01', range: undefined }, 'invalid_request', 'from'],
    [{ range: '32d', grain: 'hour' }, 'invalid_request', 'grain'],
    [{ limit: 0 }, 'invalid_request', 'limit'],
  ])('rejects %j', async (request, code, field) => {
    const error = await errorOf(request);
    expect(error).toMatchObject({ kind: 'invalid', code });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
  });

  it('lists the accepted dimensions when it rejects one', async () => {
    const { message } = await errorOf({ dimension: 'colour' });
    for (const column of DIMENSION_COLUMNS) expect(message).toContain(column);
    expect(message).toContain('props.<key>');
  });

  it.each([
    ['is', ['/docs/a', '/Blog'], ['/Blog', '/docs/a']],
    ['is', ['(none)', '/blog'], ['', '/blog']],
    ['is_not', ['/docs/a', '(none)'], ['/Blog', '/blog', '/docs/b']],
    ['contains', ['/a', 'blog'], ['/blog', '/docs/a']],
    ['contains_not', ['docs/a', 'blog'], ['', '/Blog', '/docs/b']],
    ['starts_with', ['/B', '/docs'], ['/Blog', '/docs/a', '/docs/b']],
  ])('combines several values of %s %j', async (operator, values, expected) => {
    const pathnames = ['', '/Blog', '/blog', '/docs/a', '/docs/b'];
    await analytics.insert(
      pathnames.map((pathname) => sampleEvent({ name: 'signup', pathname, props: { path: pathname } })),
    );
    for (const key of ['pathname', 'props.path']) {
      const filters = values.map((value) => ({ key, operator, value }));
      const { breakdown, events } = await analytics.calls.QueryEvent(
        { ...QUERY, filters, dimension: 'pathname' },
        IN_WORKSPACE,
      );
      const found = breakdown.map((row) => (row.key === '(none)' ? '' : row.key));
      expect([key, events, found.sort()]).toEqual([key, expected.length, expected]);
    }
  });

  it('matches any text exactly, including texts with a meaning in SQL', async () => {
    const seeds = [
      "'",
      '\\',
      '\\N',
      "\\'",
      '\t',
      '\n',
      '\0',
      '%',
      '{name:String}',
      '${1}',
      "']) OR 1=1 --",
      '😀',
      '(none) ',
    ];
    const random = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), {
      numRuns: 100,
      seed: 4,
    });
    const texts = [...new Set([...seeds, ...random])].filter((text) => text !== '(none)');
    await analytics.insert(
      texts.map((text) => sampleEvent({ name: 'signup', pathname: text, utm_source: text, props: { text } })),
    );
    for (const value of texts) {
      const filters = ['pathname', 'utm_source', 'props.text'].map((key) => ({ key, operator: 'is', value }));
      const { events } = await analytics.calls.QueryEvent({ ...QUERY, filters }, IN_WORKSPACE);
      expect([value, events]).toEqual([value, 1]);
    }
    const { breakdown } = await analytics.calls.QueryEvent(
      { ...QUERY, dimension: 'pathname', limit: 500 },
      IN_WORKSPACE,
    );
    expect(new Set(breakdown.map(({ key }) => key))).toEqual(new Set(texts));
  });

  it('rejects ten thousand filters without parsing each', async () => {
    const filters = Array.from({ length: 10_000 }, () => ({ key: 'nonsense', operator: 'like', value: '' }));
    const { code, fields } = await errorOf({ filters });
    expect(code).toBe('invalid_request');
    expect(fields).toEqual([{ field: 'filter', message: 'may be given at most 20 times' }]);
  });

  it('accepts 20 filters with the longest values', async () => {
    const filters = Array.from({ length: 20 }, (_, n) => ({
      key: n % 2 === 0 ? 'pathname' : `props.k${n}`,
      operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
      value: '漢'.repeat(2_000),
    }));
    const request = { ...QUERY, range: '31d', grain: 'hour', dimension: 'pathname', filters };
    expect(await analytics.calls.QueryEvent(request, IN_WORKSPACE)).toMatchObject({ events: 0 });
  });

  it('builds only statements that ClickHouse accepts', async () => {
    const keys = [...DIMENSION_COLUMNS, 'props.plan'];
    for (const dimension of keys) {
      const filters = keys.flatMap((key) =>
        FILTER_OPERATORS.map((operator) => ({ key, operator, value: 'x' })),
      );
      for (const some of [[], filters.filter((_, n) => n % 3 === 0), filters.slice(-20)]) {
        const parsed = parseEventQuery({ ...QUERY, dimension, filters: some.slice(0, 20) });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        const plan = planEvent(parsed.query, { workspaceId: 1, nowMs: Date.parse(NOW) });
        for (const { query, params } of [compileAnalysis(plan), compilePageviews(plan)]) {
          await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
        }
      }
    }
  });
});
