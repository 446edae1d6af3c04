import { DIMENSION_COLUMNS, FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import type { Statement } from '../query/bindings';
import { parseEventQuery, planEvent, shapeEvent, type RawEventQuery } from './event-analysis';
import type { EventKeyRow } from './event-statements';
import { compileAnalysis, compilePageviews, type EventPlan } from './event-statements';

function planOf(fields: Partial<RawEventQuery> = {}): EventPlan {
  const raw = {
    siteId: 12,
    timezone: 'UTC',
    name: 'signup',
    from: '2026-10-01',
    to: '2026-10-02',
    filters: [],
  };
  const parsed = parseEventQuery({ ...raw, ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planEvent(parsed.query, { workspaceId: 7, nowMs: 0 });
}

const filter = (key: string, operator: string, value: string): RawEventQuery['filters'][number] => ({
  key,
  operator,
  value,
});

describe('compileAnalysis', () => {
  it('reads the event and its pageviews in one pass for totals and series', () => {
    expect(compileAnalysis(planOf({}))).toMatchSnapshot();
  });

  it('groups by a column and by bucket, and counts the pageviews of each row', () => {
    expect(compileAnalysis(planOf({ dimension: 'pathname', limit: 5 }))).toMatchSnapshot();
  });

  it('counts only the keys of a plan that has some, also those with pageviews only', () => {
    const plan = { ...planOf({ dimension: 'pathname' }), keys: ['/', '(none)'] };
    expect(compileAnalysis(plan)).toMatchSnapshot();
  });

  it('excludes events without the property from its rows, and does not count pageviews', () => {
    expect(compileAnalysis(planOf({ dimension: 'props.plan' }))).toMatchSnapshot();
  });

  it('does not count pageviews when filtered by a property', () => {
    const filters = [filter('props.plan', 'is', 'pro')];
    expect(compileAnalysis(planOf({ dimension: 'country', filters }))).toMatchSnapshot();
  });

  it('binds each bucket start once where a zone skipped a day', () => {
    const plan = planOf({ timezone: 'Pacific/Apia', from: '2011-12-29', to: '2011-12-31' });
    expect(plan.buckets).toHaveLength(3);
    expect(compileAnalysis(plan).params['buckets']).toHaveLength(2);
  });
});

describe('compilePageviews', () => {
  const filters = [
    filter('channel', 'is', 'Email'),
    filter('channel', 'is', '(none)'),
    filter('pathname', 'contains', '/docs'),
    filter('utm_source', 'contains_not', 'test'),
    filter('props.plan', 'is_not', 'free'),
    filter('props.plan', 'starts_with', 'p'),
  ];

  it('applies column filters to the event and to pageviews, property filters to the event only', () => {
    expect(compileAnalysis(planOf({ filters }))).toMatchSnapshot();
    expect(compilePageviews(planOf({ filters }))).toMatchSnapshot();
  });

  it.each([
    ['the event is a pageview', { name: 'pageview' }, true],
    ['each row has its pageviews', { dimension: 'country' }, true],
    ['without a breakdown', {}, true],
    ['filtered by columns', { filters: filters.slice(0, 4) }, true],
    ['grouped by a property', { dimension: 'props.plan' }, false],
    ['filtered by properties', { name: 'pageview', filters }, false],
  ])('is needed only if the analysis does not count them: %s', (_, fields, counted) => {
    expect(planOf(fields).rated).toBe(counted);
    expect(compileAnalysis(planOf(fields)).query.includes(' AS pageviews')).toBe(counted);
  });
});

describe('every statement', () => {
  const marker = 'zq';
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .map((value) => `${marker}${value}${marker}`);
  const key = fc.oneof(
    fc.constantFrom(...DIMENSION_COLUMNS),
    fc.stringMatching(/^props\.[A-Za-z0-9_.-]{1,64}$/),
  );
  const queries = fc.record({
    siteId: fc.integer({ min: 1 }),
    workspaceId: fc.integer({ min: 1 }),
    name: text.map((value) => value.replace(/\p{Cc}/gu, '')),
    dimension: key,
    filters: fc.array(fc.record({ key, operator: fc.constantFrom(...FILTER_OPERATORS), value: text }), {
      maxLength: 20,
    }),
  });
  const scope =
    "WHERE workspace_id = {workspace_id:UInt64}\n  AND site_id = {site_id:UInt64}\n  AND ts >= {start:DateTime64(3, 'UTC')}\n  AND ts < {end:DateTime64(3, 'UTC')}\n  AND name IN {names:Array(String)}";

  function check(statement: Statement, ids: { siteId: number; workspaceId: number }): void {
    expect(statement.query.split('FROM events FINAL')).toHaveLength(2);
    expect(statement.query).toContain(scope);
    expect(statement.params).toMatchObject({
      workspace_id: ids.workspaceId,
      site_id: ids.siteId,
      start: '2026-10-01 00:00:00.000',
      end: '2026-10-03 00:00:00.000',
    });
    expect(statement.query).not.toContain(marker);
    const bound = [...statement.query.matchAll(/\{(\w+):/g)].map((match) => match[1]);
    expect(new Set(bound)).toEqual(new Set(Object.keys(statement.params)));
  }

  it('reads one site of one workspace and one window, and contains no value', () => {
    fc.assert(
      fc.property(queries, ({ workspaceId, ...raw }) => {
        const plan = planOf(raw);
        const ids = { workspaceId, siteId: raw.siteId };
        check(compileAnalysis({ ...plan, scope: { ...plan.scope, workspaceId } }), ids);
        check(compilePageviews({ ...plan, scope: { ...plan.scope, workspaceId } }), ids);
      }),
      { numRuns: 300 },
    );
  });
});

const SECOND_DAY = Date.parse('2026-10-02') / 1_000;
const noRows = { series: [], uniqueVisitors: 0, pageviews: 0, breakdown: [] };
const oneDay = (events: number, pageviews: number) => ({
  ...noRows,
  series: [{ bucket: SECOND_DAY, events, visitors: 1 }],
  pageviews,
});

describe('shapeEvent', () => {
  it('fills days without events with zeros', () => {
    expect(shapeEvent(planOf({ to: '2026-10-03' }), oneDay(3, 0)).series).toEqual([
      { bucket: '2026-10-01', events: 0, visitors: 0 },
      { bucket: '2026-10-02', events: 3, visitors: 1 },
      { bucket: '2026-10-03', events: 0, visitors: 0 },
    ]);
  });

  it('shows a skipped day as empty and its events on the next day', () => {
    const plan = planOf({ timezone: 'Pacific/Apia', from: '2011-12-30', to: '2011-12-31' });
    const bucket = Date.parse('2011-12-30T10:00:00Z') / 1_000;
    const { series } = shapeEvent(plan, {
      ...noRows,
      series: [{ bucket, events: 2, visitors: 1 }],
    });
    expect(series.map(({ events }) => events)).toEqual([0, 2]);
  });

  it.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 32, 3.13],
    [7, 2, 350],
    [0, 5, 0],
  ])('computes the rate of %d events and %d pageviews as %d', (events, pageviews, eventRate) => {
    expect(shapeEvent(planOf(), oneDay(events, pageviews))).toMatchObject({ eventRate });
  });

  it('has a note instead of a rate without pageviews', () => {
    const answer = shapeEvent(planOf(), oneDay(3, 0));
    expect(answer).toMatchObject({ note: expect.stringContaining('no pageviews') as string });
    expect(answer).not.toHaveProperty('eventRate');
  });

  it.each([{ dimension: 'props.plan' }, { filters: [{ key: 'props.plan', operator: 'is', value: 'pro' }] }])(
    'has a note instead of a rate for %j',
    (fields) => {
      const answer = shapeEvent(planOf(fields), oneDay(3, 9));
      expect(answer).toMatchObject({
        note: expect.stringContaining('pageviews have no event properties') as string,
      });
      expect(answer).not.toHaveProperty('eventRate');
      expect(answer.pageviews).toBe(9);
    },
  );

  it('reports the events beyond the limit, if there are any', () => {
    const row = (key: string, all_events: number): EventKeyRow => ({
      key,
      events: 2,
      visitors: 1,
      pageviews: 0,
      all_events,
    });
    const plan = planOf({ dimension: 'country' });
    expect(shapeEvent(plan, { ...noRows, breakdown: [row('DE', 9), row('US', 9)] })).toMatchObject({
      other: 5,
    });
    expect(shapeEvent(plan, { ...noRows, breakdown: [row('DE', 2)] })).not.toHaveProperty('other');
    expect(shapeEvent(plan, noRows)).not.toHaveProperty('other');
  });

  it('omits the rate of a row without pageviews', () => {
    const rows = [
      { key: 'DE', events: 2, visitors: 1, pageviews: 4, all_events: 3 },
      { key: 'US', events: 1, visitors: 1, pageviews: 0, all_events: 3 },
    ];
    expect(shapeEvent(planOf({ dimension: 'country' }), { ...noRows, breakdown: rows }).breakdown).toEqual([
      { key: 'DE', events: 2, visitors: 1, pageviews: 4, eventRate: 50 },
      { key: 'US', events: 1, visitors: 1, pageviews: 0 },
    ]);
  });
});
