import { DIMENSION_COLUMNS, FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { compileAnalysis, compilePageviews, type Statement } from './compile';
import { parseQuestion } from './parse';
import { planQuestion, type Plan } from './plan';
import type { RawQuestion } from './question';

function planOf(fields: Partial<RawQuestion>): Plan {
  const raw = {
    siteId: 12,
    timezone: 'UTC',
    name: 'signup',
    from: '2026-10-01',
    to: '2026-10-02',
    filters: [],
  };
  const parsed = parseQuestion({ ...raw, ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planQuestion(parsed.question, 7, 0);
}

const filter = (key: string, operator: string, value: string): RawQuestion['filters'][number] => ({
  key,
  operator,
  value,
});

describe('compileAnalysis', () => {
  it('reads the event and its pageviews in one pass for totals and series', () => {
    expect(compileAnalysis(planOf({}))).toMatchSnapshot();
  });

  it('groups by a column beside the buckets and gives each row its pageviews', () => {
    expect(compileAnalysis(planOf({ dimension: 'pathname', limit: 5 }))).toMatchSnapshot();
  });

  it('leaves events without the property out of its rows, and pageviews altogether', () => {
    expect(compileAnalysis(planOf({ dimension: 'props.plan' }))).toMatchSnapshot();
  });

  it('leaves out pageviews when filtered by a property', () => {
    const filters = [filter('props.plan', 'is', 'pro')];
    expect(compileAnalysis(planOf({ dimension: 'country', filters }))).toMatchSnapshot();
  });

  it('names each bucket start once where a zone skipped a day', () => {
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

  it('puts column filters on the event and on pageviews, property filters on the event alone', () => {
    expect(compileAnalysis(planOf({ filters }))).toMatchSnapshot();
    expect(compilePageviews(planOf({ filters }))).toMatchSnapshot();
  });

  it.each([
    ['the event is one', { name: 'pageview' }, true],
    ['each row has its own', { dimension: 'country' }, true],
    ['nothing is broken down', {}, true],
    ['they are filtered by a column, too', { filters: filters.slice(0, 4) }, true],
    ['they belong to no row', { dimension: 'props.plan' }, false],
    ['the event is filtered by what they have not', { name: 'pageview', filters }, false],
  ])('is spared where the analysis counts them: %s', (_, fields, counted) => {
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
  const question = fc.record({
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

  it('is of one site of one workspace and one window, and holds no value', () => {
    fc.assert(
      fc.property(question, ({ workspaceId, ...raw }) => {
        const plan = planOf(raw);
        const ids = { workspaceId, siteId: raw.siteId };
        check(compileAnalysis({ ...plan, scope: { ...plan.scope, workspaceId } }), ids);
        check(compilePageviews({ ...plan, scope: { ...plan.scope, workspaceId } }), ids);
      }),
      { numRuns: 300 },
    );
  });
});
