import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { compileFunnel, compileFunnelBreakdown, planFunnel } from '../src/queries/funnel';
import { compileGoalBreakdown, compileGoalSeries, planGoal } from '../src/queries/goal';
import { readStep } from '../src/query/steps';
import { VISIT_KEYS } from '../src/query/dimensions';
import { readQuery } from '../src/query/read-query';
import { planVisits } from '../src/query/plan';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'UTC', range: '2d', filters: [] };
const PRICING = { name: 'Pricing', type: 'page', event: '', path: '/pricing*', filters: [] };
const SIGNUP = {
  name: 'Signup',
  type: 'event',
  event: 'signup',
  path: '',
  filters: [{ key: 'props.plan', operator: 'is', value: 'pro' }],
};

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
  const visitor = (visitor_id: string, country: string) => (ts: string, fields: object) =>
    sampleEvent({ visitor_id, country, session_id: visitor_id, ts: `2026-03-${ts}Z`, ...fields });
  const [ada, bob, eve] = [visitor('1', 'DE'), visitor('2', 'DE'), visitor('3', 'US')];
  const pro = { name: 'signup', props: { plan: 'pro' } };
  await analytics.insert([
    ada('09T10:00:00.000', { pathname: '/pricing' }),
    ada('09T10:00:00.001', pro),
    ada('10T10:00:00.000', pro),
    // At the same time as the previous step: not after it.
    bob('09T11:00:00.000', { pathname: '/pricing/teams' }),
    bob('09T11:00:00.000', pro),
    // At the window's last millisecond.
    eve('09T10:00:00.000', { pathname: '/pricing' }),
    eve('09T11:00:00.000', pro),
    visitor('4', 'US')('09T10:00:00.000', { pathname: '/' }),
    visitor('5', 'FR')('09T10:00:00.000', { ...pro, workspace_id: 2 }),
  ]);
});

afterAll(() => analytics.stop());

describe('QueryGoal', () => {
  it('counts conversions, visitors and the conversion rate', async () => {
    const question = { ...QUERY, dimension: 'country' };
    expect(await analytics.calls.QueryGoal({ question, goal: SIGNUP }, IN_WORKSPACE)).toMatchObject({
      conversions: 4,
      visitors: 3,
      conversionRate: 75,
      series: [
        { bucket: '2026-03-09', conversions: 3, visitors: 3 },
        { bucket: '2026-03-10', conversions: 1, visitors: 1 },
      ],
      breakdown: [
        { key: 'DE', conversions: 3, visitors: 2, conversionRate: 100 },
        { key: 'US', conversions: 1, visitors: 1, conversionRate: 50 },
      ],
    });
  });

  it('counts nothing of another workspace', async () => {
    const request = { question: QUERY, goal: SIGNUP };
    expect(await analytics.calls.QueryGoal(request, { workspaceId: 2 })).toMatchObject({ conversions: 1 });
    expect(await analytics.calls.QueryGoal(request, { workspaceId: 3 })).toMatchObject({ conversions: 0 });
  });

  it.each([
    [{ ...SIGNUP, type: 'click' }, 'invalid_request'],
    [{ ...SIGNUP, event: '' }, 'invalid_request'],
    [{ ...SIGNUP, filters: [{ key: 'entry_page', operator: 'is', value: '/' }] }, 'unknown_filter'],
    [null, 'invalid_request'],
  ])('rejects the goal %j', async (goal, code) => {
    await expect(analytics.calls.QueryGoal({ question: QUERY, goal }, IN_WORKSPACE)).rejects.toMatchObject({
      code,
    });
  });
});

describe('QueryFunnel', () => {
  it('counts a step only strictly after the previous step, the last one within the window', async () => {
    const question = { ...QUERY, dimension: 'country' };
    const request = { question, steps: [PRICING, SIGNUP], windowHours: 1 };
    expect(await analytics.calls.QueryFunnel(request, IN_WORKSPACE)).toMatchObject({
      steps: [
        { name: 'Pricing', visitors: 3 },
        // A millisecond and an hour.
        { name: 'Signup', visitors: 2, timeToConvert: { median: 1_800, p90: 3_240 } },
      ],
      breakdown: [
        { key: 'DE', entered: 2, completed: 1 },
        { key: 'US', entered: 1, completed: 1 },
      ],
    });
    const none = await analytics.calls.QueryFunnel(request, { workspaceId: 3 });
    expect(none.steps.map(({ visitors }) => visitors)).toEqual([0, 0]);
  });

  it('measures the time of the first attempt that completed the most steps', async () => {
    const steps = ['a', 'b', 'c'].map((name) => ({ ...SIGNUP, name, event: name, filters: [] }));
    const visit = (visitor_id: string, times: readonly (readonly [time: string, name: string])[]) =>
      times.map(([time, name]) =>
        sampleEvent({ visitor_id, session_id: visitor_id, site_id: 2, name, ts: `2026-03-09T${time}.000Z` }),
      );
    await analytics.insert([
      ...visit('21', [
        ['10:00:00', 'a'], // completes two steps only: the third one comes too late
        ['10:00:10', 'b'],
        ['12:00:00', 'a'],
        ['12:00:30', 'a'],
        ['12:01:00', 'b'],
        ['12:01:30', 'b'],
        ['12:02:00', 'c'],
        ['12:30:00', 'a'],
        ['12:30:01', 'b'],
        ['12:30:02', 'c'],
      ]),
      ...visit('22', [
        ['10:00:00', 'a'],
        ['10:00:20', 'b'],
      ]),
      ...visit('23', [['10:00:00', 'a']]),
    ]);
    const question = { ...QUERY, siteId: 2 };
    const answer = await analytics.calls.QueryFunnel({ question, steps, windowHours: 1 }, IN_WORKSPACE);
    expect(answer.steps.map(({ name, visitors, timeToConvert }) => [name, visitors, timeToConvert])).toEqual([
      ['a', 3, undefined],
      ['b', 2, { median: 40, p90: 56 }],
      ['c', 1, { median: 120, p90: 120 }],
    ]);
  });

  it('has no time of a step without visitors', async () => {
    const steps = [PRICING, { ...SIGNUP, event: 'never' }];
    const answer = await analytics.calls.QueryFunnel(
      { question: QUERY, steps, windowHours: 1 },
      IN_WORKSPACE,
    );
    expect(answer.steps).toEqual([
      { name: 'Pricing', visitors: 3 },
      { name: 'Signup', visitors: 0 },
    ]);
  });

  it.each([
    [{ steps: [SIGNUP], windowHours: 1 }],
    [{ steps: Array.from({ length: 9 }, () => SIGNUP), windowHours: 1 }],
    [{ steps: [SIGNUP, SIGNUP], windowHours: 0 }],
  ])('rejects %j', async (request) => {
    await expect(
      analytics.calls.QueryFunnel({ question: QUERY, ...request }, IN_WORKSPACE),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('every statement of goals and funnels', () => {
  const keys = [...VISIT_DIMENSIONS, 'props.plan'];
  const filters = keys.map((key, n) => ({
    key,
    operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
    value: 'x',
  }));
  const statements = (dimension: string, some: typeof filters) => {
    const query = readQuery({ ...QUERY, dimension, filters: some }, VISIT_KEYS);
    const context = { workspaceId: 1, nowMs: Date.parse(NOW) };
    const goal = planGoal(query, readStep(SIGNUP), context);
    const funnel = planFunnel(planVisits(query, context), [PRICING, SIGNUP, PRICING].map(readStep), 24);
    return [
      compileGoalSeries(goal),
      compileGoalBreakdown(goal),
      compileFunnel(funnel),
      compileFunnelBreakdown(funnel),
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
    for (const statement of statements('country', filters.slice(-2))) expect(statement).toMatchSnapshot();
  });
});
