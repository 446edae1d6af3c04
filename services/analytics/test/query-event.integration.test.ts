import { AppError } from '@headwater/kit/errors';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { DIMENSION_COLUMNS, FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { compileAnalysis, compilePageviews } from '../src/domain/query/compile';
import { parseQuestion } from '../src/domain/query/parse';
import { planQuestion } from '../src/domain/query/plan';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const QUESTION = { siteId: 1, timezone: 'UTC', name: 'signup', range: '7d', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
});

beforeEach(() => analytics.clickhouse.client.command({ query: 'TRUNCATE TABLE events' }));

afterAll(() => analytics.stop());

async function refusalOf(request: object, options: object = IN_WORKSPACE): Promise<AppError> {
  const error: unknown = await analytics.calls
    .QueryEvent({ ...QUESTION, ...request }, options)
    .catch((e: unknown) => e);
  if (error instanceof AppError) return error;
  throw new Error(`Not refused: ${JSON.stringify(error)}`);
}

describe('QueryEvent', () => {
  it('answers the whole question', async () => {
    await analytics.insert([
      sampleEvent({ visitor_id: '1', pathname: '/pricing', ts: '2026-03-09T10:00:00.000Z' }),
      sampleEvent({ visitor_id: '2', pathname: '/pricing', ts: '2026-03-10T10:00:00.000Z' }),
      sampleEvent({ visitor_id: '2', pathname: '/', ts: '2026-03-10T10:01:00.000Z' }),
      sampleEvent({ visitor_id: '1', name: 'signup', pathname: '/pricing', ts: '2026-03-09T10:02:00.000Z' }),
      sampleEvent({ visitor_id: '2', name: 'signup', pathname: '', ts: '2026-03-10T10:02:00.000Z' }),
    ]);
    const request = { ...QUESTION, range: '2d', dimension: 'pathname' };
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

  it('answers with zeros when there is nothing', async () => {
    const answer = await analytics.calls.QueryEvent({ ...QUESTION, dimension: 'channel' }, IN_WORKSPACE);
    expect(answer).toMatchObject({ events: 0, uniqueVisitors: 0, pageviews: 0, breakdown: [] });
    expect(answer.series).toHaveLength(7);
  });

  it.each(['hour', 'day'])('answers for a day that the zone skipped, by %s', async (grain) => {
    const { range: _, ...question } = QUESTION;
    const skipped = { from: '2011-12-30', to: '2011-12-30', timezone: 'Pacific/Apia' };
    const request = { ...question, ...skipped, grain, dimension: 'channel' };
    expect(await analytics.calls.QueryEvent(request, IN_WORKSPACE)).toMatchObject({
      events: 0,
      series: grain === 'hour' ? [] : [{ bucket: '2011-12-30', events: 0 }],
    });
  });

  it('counts nothing of another workspace, even under the same site id', async () => {
    await analytics.insert([sampleEvent({ name: 'signup', workspace_id: 2 })]);
    expect(await analytics.calls.QueryEvent(QUESTION, { workspaceId: 2 })).toMatchObject({ events: 1 });
    expect(await analytics.calls.QueryEvent(QUESTION, IN_WORKSPACE)).toMatchObject({
      events: 0,
      pageviews: 0,
    });
  });

  it('refuses a call without a workspace', async () => {
    expect(await refusalOf({}, {})).toMatchObject({ kind: 'invalid', code: 'invalid_request' });
  });

  it.each([
    [{ dimension: 'Pathname' }, 'unknown_dimension', 'dimension'],
    [{ filters: [{ key: 'props.', operator: 'is', value: 'x' }] }, 'unknown_filter', 'filter[props.]'],
    [{ filters: [{ key: 'os', operator: 'like', value: 'x' }] }, 'invalid_request', 'filter[os][like]'],
    [{ from: '2026-02-30', to: '2026-03-01', range: undefined }, 'invalid_request', 'from'],
    [{ from: '2026-03-02', to: '2026-03-01', range: undefined }, 'invalid_request', 'from'],
    [{ range: '32d', grain: 'hour' }, 'invalid_request', 'grain'],
    [{ limit: 0 }, 'invalid_request', 'limit'],
  ])('refuses %j', async (request, code, field) => {
    const error = await refusalOf(request);
    expect(error).toMatchObject({ kind: 'invalid', code });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
  });

  it('lists what may be asked when it refuses a dimension', async () => {
    const { message } = await refusalOf({ dimension: 'colour' });
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
  ])('takes several values of %s %j together', async (operator, values, expected) => {
    const pathnames = ['', '/Blog', '/blog', '/docs/a', '/docs/b'];
    await analytics.insert(
      pathnames.map((pathname) => sampleEvent({ name: 'signup', pathname, props: { path: pathname } })),
    );
    for (const key of ['pathname', 'props.path']) {
      const filters = values.map((value) => ({ key, operator, value }));
      const { breakdown, events } = await analytics.calls.QueryEvent(
        { ...QUESTION, filters, dimension: 'pathname' },
        IN_WORKSPACE,
      );
      const found = breakdown.map((row) => (row.key === '(none)' ? '' : row.key));
      expect([key, events, found.sort()]).toEqual([key, expected.length, expected]);
    }
  });

  it('finds any text exactly, whatever SQL would make of it', async () => {
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
      const { events } = await analytics.calls.QueryEvent({ ...QUESTION, filters }, IN_WORKSPACE);
      expect([value, events]).toEqual([value, 1]);
    }
    const { breakdown } = await analytics.calls.QueryEvent(
      { ...QUESTION, dimension: 'pathname', limit: 500 },
      IN_WORKSPACE,
    );
    expect(new Set(breakdown.map(({ key }) => key))).toEqual(new Set(texts));
  });

  it('refuses ten thousand filters without looking at each', async () => {
    const filters = Array.from({ length: 10_000 }, () => ({ key: 'nonsense', operator: 'like', value: '' }));
    const { code, fields } = await refusalOf({ filters });
    expect(code).toBe('invalid_request');
    expect(fields).toEqual([{ field: 'filter', message: 'may be given at most 20 times' }]);
  });

  it('takes 20 filters of the longest values', async () => {
    const filters = Array.from({ length: 20 }, (_, n) => ({
      key: n % 2 === 0 ? 'pathname' : `props.k${n}`,
      operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
      value: '漢'.repeat(2_000),
    }));
    const request = { ...QUESTION, range: '31d', grain: 'hour', dimension: 'pathname', filters };
    expect(await analytics.calls.QueryEvent(request, IN_WORKSPACE)).toMatchObject({ events: 0 });
  });

  it('builds only statements that ClickHouse understands', async () => {
    const keys = [...DIMENSION_COLUMNS, 'props.plan'];
    for (const dimension of keys) {
      const filters = keys.flatMap((key) =>
        FILTER_OPERATORS.map((operator) => ({ key, operator, value: 'x' })),
      );
      for (const some of [[], filters.filter((_, n) => n % 3 === 0), filters.slice(-20)]) {
        const parsed = parseQuestion({ ...QUESTION, dimension, filters: some.slice(0, 20) });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        const plan = planQuestion(parsed.question, 1, Date.parse(NOW));
        for (const { query, params } of [compileAnalysis(plan), compilePageviews(plan)]) {
          await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
        }
      }
    }
  });
});

describe('GetSiteActivity', () => {
  it('tells the last arrival and who was there in the last five minutes', async () => {
    const event = (visitor_id: string, ts: string, site_id = 5) =>
      sampleEvent({ visitor_id, site_id, ts, received_at: '2026-03-10T14:59:30.123Z' });
    await analytics.insert([
      event('1', '2026-03-10T14:59:00.000Z'),
      event('1', '2026-03-10T14:58:00.000Z'),
      event('2', '2026-03-10T14:55:00.001Z'),
      event('3', '2026-03-10T14:55:00.000Z'),
      event('4', '2026-03-10T14:59:00.000Z', 6),
    ]);
    const answer = await analytics.calls.GetSiteActivity({ siteId: 5 }, IN_WORKSPACE);
    expect(answer).toMatchObject({ lastEventAtMs: Date.parse('2026-03-10T14:59:30.123Z'), online: 2 });
  });

  it('says nothing of a site without events, or of another workspace', async () => {
    const nothing = await analytics.calls.GetSiteActivity({ siteId: 99 }, IN_WORKSPACE);
    expect(nothing.lastEventAtMs).toBeUndefined();
    expect(nothing.online).toBe(0);
    const others = await analytics.calls.GetSiteActivity({ siteId: 5 }, { workspaceId: 2 });
    expect(others.lastEventAtMs).toBeUndefined();
  });

  it('refuses a site id that is none', async () => {
    await expect(analytics.calls.GetSiteActivity({ siteId: 0 }, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('GetFirstTouch', () => {
  it('gives the visitor its earliest session, over all sites of the workspace and of no other', async () => {
    const touch = {
      landing: 'example.com/a',
      referrer: 'google.com/',
      source: 'Google',
      utm_campaign: 'x',
      utm_source: 'news',
      utm_medium: 'mail',
      country: 'DE',
      rules_version: 3,
    };
    const visitor_id = visitorKey(1, 'anna');
    await analytics.insert([
      sampleEvent({ visitor_id, ts: '2026-03-02T00:00:00.000Z', channel: 'Direct' }),
      sampleEvent({
        visitor_id,
        site_id: 2,
        ts: '2026-03-01T00:00:00.500Z',
        channel: 'Paid Search',
        ...touch,
      }),
    ]);
    expect(await analytics.calls.GetFirstTouch({ anonymousId: 'anna' }, IN_WORKSPACE)).toEqual({
      found: true,
      channel: 'Paid Search',
      source: 'Google',
      utmCampaign: 'x',
      landing: 'example.com/a',
      referrer: 'google.com/',
      firstSeenAtMs: Date.parse('2026-03-01T00:00:00.500Z'),
      rulesVersion: 3,
      siteId: 2,
      country: 'DE',
      utmSource: 'news',
      utmMedium: 'mail',
      visitorKey: expect.any(Buffer) as Buffer,
    });
    const many = { anonymousIds: ['anna', 'nobody', 'anna'] };
    expect(await analytics.calls.ListFirstTouches(many, IN_WORKSPACE)).toMatchObject({
      touches: [{ anonymousId: 'anna', touch: { found: true, channel: 'Paid Search', siteId: 2 } }],
    });
    expect(await analytics.calls.ListFirstTouches(many, { workspaceId: 2 })).toMatchObject({ touches: [] });
    expect(await analytics.calls.GetFirstTouch({ anonymousId: 'anna' }, { workspaceId: 2 })).toMatchObject({
      found: false,
      channel: '',
    });
  });

  it('refuses an empty visitor id', async () => {
    await expect(analytics.calls.GetFirstTouch({ anonymousId: '' }, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
