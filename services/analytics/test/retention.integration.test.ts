import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { compileRetention, planRetention, readRetention } from '../src/queries/retention';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-22T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
/** Three weeks, from a Monday to a Sunday. */
const QUERY = { siteId: 1, timezone: 'Europe/Berlin', range: '21d', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
  const visit = (visitor_id: string, at: string, fields: object = {}) =>
    sampleEvent({ visitor_id, session_id: visitor_id, ts: `2026-${at}.000Z`, ...fields });
  await analytics.insert([
    visit('1', '03-02T10:00:00'),
    visit('1', '03-03T10:00:00'),
    visit('1', '03-17T10:00:00'),
    visit('2', '03-05T10:00:00'),
    visit('2', '03-10T10:00:00'),
    // On Monday in Berlin, on Sunday in London.
    visit('3', '03-08T23:30:00', { country: 'DE' }),
    // First seen long before: in no cohort of these weeks.
    visit('4', '01-02T10:00:00'),
    visit('4', '03-10T10:00:00', { country: 'DE' }),
    visit('5', '03-10T10:00:00', { workspace_id: 2 }),
  ]);
});

afterAll(() => analytics.stop());

const cohortsOf = async (question: object, options = IN_WORKSPACE) => {
  const { cohorts } = await analytics.calls.QueryRetention({ question: { ...QUERY, ...question } }, options);
  return cohorts.map(({ bucket, visitors }) => [bucket, ...visitors]);
};

describe('QueryRetention', () => {
  it('counts the visitors of each cohort in the following weeks', async () => {
    expect(await cohortsOf({})).toEqual([
      ['2026-03-02', 2, 1, 1],
      ['2026-03-09', 1, 0],
      ['2026-03-16', 0],
    ]);
  });

  it('takes the first event among those that pass the filters, and weeks of the zone', async () => {
    const filters = [{ key: 'country', operator: 'is', value: 'DE' }];
    expect(await cohortsOf({ filters })).toEqual([
      ['2026-03-02', 0, 0, 0],
      ['2026-03-09', 2, 0],
      ['2026-03-16', 0],
    ]);
    expect((await cohortsOf({ filters, timezone: 'Europe/London' })).map(([, first]) => first)).toEqual([
      1, 1, 0,
    ]);
  });

  it('counts the visitors of each day in the following days', async () => {
    expect(await cohortsOf({ grain: 'day', range: undefined, from: '2026-03-02', to: '2026-03-05' })).toEqual(
      [
        ['2026-03-02', 1, 1, 0, 0],
        ['2026-03-03', 0, 0, 0],
        ['2026-03-04', 0, 0],
        ['2026-03-05', 1],
      ],
    );
  });

  it('covers 30 days by default with days, and at most 92', async () => {
    const { range: _, ...question } = { ...QUERY, grain: 'day' };
    const answer = await analytics.calls.QueryRetention({ question }, IN_WORKSPACE);
    expect(answer).toMatchObject({ from: '2026-02-21', to: '2026-03-22' });
    expect(answer.cohorts).toHaveLength(30);
    await expect(cohortsOf({ grain: 'day', range: '92d' })).resolves.toHaveLength(92);
    await expect(cohortsOf({ grain: 'day', range: '93d' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it.each(['hour', 'month'])('refuses cohorts by %s', async (grain) => {
    await expect(cohortsOf({ grain })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('covers twelve weeks by default', async () => {
    const { range: _, ...question } = QUERY;
    const answer = await analytics.calls.QueryRetention({ question }, IN_WORKSPACE);
    expect(answer).toMatchObject({ from: '2025-12-29', to: '2026-03-22' });
    expect(answer.cohorts).toHaveLength(12);
  });

  it('counts nothing of another workspace', async () => {
    expect((await cohortsOf({}, { workspaceId: 2 })).map(([, first]) => first)).toEqual([0, 1, 0]);
    expect((await cohortsOf({}, { workspaceId: 3 })).map(([, first]) => first)).toEqual([0, 0, 0]);
  });
});

describe('the statement of retention', () => {
  const keys = [...VISIT_DIMENSIONS, 'props.plan'];
  const filters = keys.map((key, n) => ({
    key,
    operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
    value: 'x',
  }));
  const statement = (some: typeof filters, question: object = {}) =>
    compileRetention(
      planRetention(readRetention({ ...QUERY, ...question, filters: some }), {
        workspaceId: 1,
        nowMs: Date.parse(NOW),
      }),
    );

  it('is accepted by ClickHouse and has not changed', async () => {
    const long = { range: undefined, from: '2024-03-22', to: '2026-03-22' };
    for (const { query, params } of [statement([]), statement(filters), statement([], long)])
      await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
    expect(statement(filters.slice(-1))).toMatchSnapshot();
  });

  it('reads only one site of one workspace', () => {
    const scope = /workspace_id = \S+\s+AND site_id = \S+\s+AND ts >= .+\s+AND ts < /g;
    const { query } = statement(filters);
    expect(query.match(scope)).toHaveLength(query.split('FROM events FINAL').length - 1);
  });
});
