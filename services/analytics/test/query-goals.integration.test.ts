import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { compileFunnel, compileFunnelBreakdown, planFunnel } from '../src/domain/goals/funnel-answer';
import { compileGoalBreakdown, compileGoalSeries, planGoal } from '../src/domain/goals/goal-answer';
import { readStep } from '../src/domain/goals/step';
import { VISIT_KEYS } from '../src/domain/query/dimensions';
import { readFrame } from '../src/domain/query/read-frame';
import { planStats } from '../src/domain/stats/plan-stats';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const QUESTION = { siteId: 1, timezone: 'UTC', range: '2d', filters: [] };
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
    // At once with the step before: not after it.
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
  it('counts conversions, visitors and the share of all visitors', async () => {
    const question = { ...QUESTION, dimension: 'country' };
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
    const asked = { question: QUESTION, goal: SIGNUP };
    expect(await analytics.calls.QueryGoal(asked, { workspaceId: 2 })).toMatchObject({ conversions: 1 });
    expect(await analytics.calls.QueryGoal(asked, { workspaceId: 3 })).toMatchObject({ conversions: 0 });
  });

  it.each([
    [{ ...SIGNUP, type: 'click' }, 'invalid_request'],
    [{ ...SIGNUP, event: '' }, 'invalid_request'],
    [{ ...SIGNUP, filters: [{ key: 'entry_page', operator: 'is', value: '/' }] }, 'unknown_filter'],
    [null, 'invalid_request'],
  ])('refuses the goal %j', async (goal, code) => {
    await expect(analytics.calls.QueryGoal({ question: QUESTION, goal }, IN_WORKSPACE)).rejects.toMatchObject(
      { code },
    );
  });
});

describe('QueryFunnel', () => {
  it('takes each step strictly after the one before, the last within the window', async () => {
    const question = { ...QUESTION, dimension: 'country' };
    const asked = { question, steps: [PRICING, SIGNUP], windowHours: 1 };
    expect(await analytics.calls.QueryFunnel(asked, IN_WORKSPACE)).toMatchObject({
      steps: [
        { name: 'Pricing', visitors: 3 },
        { name: 'Signup', visitors: 2 },
      ],
      breakdown: [
        { key: 'DE', entered: 2, completed: 1 },
        { key: 'US', entered: 1, completed: 1 },
      ],
    });
    const none = await analytics.calls.QueryFunnel(asked, { workspaceId: 3 });
    expect(none.steps.map(({ visitors }) => visitors)).toEqual([0, 0]);
  });

  it.each([
    [{ steps: [SIGNUP], windowHours: 1 }],
    [{ steps: Array.from({ length: 9 }, () => SIGNUP), windowHours: 1 }],
    [{ steps: [SIGNUP, SIGNUP], windowHours: 0 }],
  ])('refuses %j', async (request) => {
    await expect(
      analytics.calls.QueryFunnel({ question: QUESTION, ...request }, IN_WORKSPACE),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('every statement about goals', () => {
  const keys = [...VISIT_DIMENSIONS, 'props.plan'];
  const filters = keys.map((key, n) => ({
    key,
    operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
    value: 'x',
  }));
  const statements = (dimension: string, some: typeof filters) => {
    const frame = readFrame({ ...QUESTION, dimension, filters: some }, VISIT_KEYS);
    const asked = { workspaceId: 1, nowMs: Date.parse(NOW) };
    const goal = planGoal(frame, readStep(SIGNUP), asked);
    const funnel = planFunnel(planStats(frame, asked), [PRICING, SIGNUP, PRICING].map(readStep), 24);
    return [
      compileGoalSeries(goal),
      compileGoalBreakdown(goal),
      compileFunnel(funnel),
      compileFunnelBreakdown(funnel),
    ];
  };

  it('is understood by ClickHouse, whatever is asked', async () => {
    for (const dimension of keys)
      for (const some of [[], filters.filter(({ key }) => !key.endsWith('_page')), filters])
        for (const { query, params } of statements(dimension, some))
          await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
  });

  it('reads events of one site of one workspace and one window alone, wherever it reads any', () => {
    const scope = /workspace_id = \S+\s+AND site_id = \S+\s+AND ts >= .+\s+AND ts < /g;
    for (const dimension of keys)
      for (const some of [[], filters])
        for (const { query } of statements(dimension, some))
          expect(query.match(scope)).toHaveLength(query.split('FROM events FINAL').length - 1);
  });

  it('reads as it did', () => {
    for (const statement of statements('country', filters.slice(-2))) expect(statement).toMatchSnapshot();
  });
});
