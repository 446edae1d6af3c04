import { parseQuestion } from './parse';
import { planQuestion, type Plan } from './plan';
import type { RawQuestion } from './question';
import { shapeAnalysis, type KeyRow } from './shape';

function planOf(fields: Partial<RawQuestion> = {}): Plan {
  const raw = {
    siteId: 1,
    timezone: 'UTC',
    name: 'signup',
    from: '2026-10-01',
    to: '2026-10-03',
    filters: [],
  };
  const parsed = parseQuestion({ ...raw, ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planQuestion(parsed.question, 1, 0);
}

const SECOND_DAY = Date.parse('2026-10-02') / 1_000;
const nothing = { series: [], uniqueVisitors: 0, pageviews: 0, breakdown: [] };
const oneDay = (events: number, pageviews: number) => ({
  ...nothing,
  series: [{ bucket: SECOND_DAY, events, visitors: 1 }],
  pageviews,
});

describe('shapeAnalysis', () => {
  it('fills the days without events', () => {
    expect(shapeAnalysis(planOf(), oneDay(3, 0)).series).toEqual([
      { bucket: '2026-10-01', events: 0, visitors: 0 },
      { bucket: '2026-10-02', events: 3, visitors: 1 },
      { bucket: '2026-10-03', events: 0, visitors: 0 },
    ]);
  });

  it('counts a skipped day as empty and its events to the next', () => {
    const plan = planOf({ timezone: 'Pacific/Apia', from: '2011-12-30', to: '2011-12-31' });
    const bucket = Date.parse('2011-12-30T10:00:00Z') / 1_000;
    const { series } = shapeAnalysis(plan, {
      ...nothing,
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
  ])('rates %d events over %d pageviews as %d', (events, pageviews, eventRate) => {
    expect(shapeAnalysis(planOf(), oneDay(events, pageviews))).toMatchObject({ eventRate });
  });

  it('gives a note in place of a rate without pageviews', () => {
    const answer = shapeAnalysis(planOf(), oneDay(3, 0));
    expect(answer.note).toContain('no pageviews');
    expect(answer).not.toHaveProperty('eventRate');
  });

  it.each([{ dimension: 'props.plan' }, { filters: [{ key: 'props.plan', operator: 'is', value: 'pro' }] }])(
    'gives a note in place of a rate for %j',
    (fields) => {
      const answer = shapeAnalysis(planOf(fields), oneDay(3, 9));
      expect(answer.note).toContain('a pageview carries no event properties');
      expect(answer).not.toHaveProperty('eventRate');
      expect(answer.pageviews).toBe(9);
    },
  );

  it('tells the events beyond the limit, and nothing when all rows are shown', () => {
    const row = (key: string, all_events: number): KeyRow => ({
      key,
      events: 2,
      visitors: 1,
      pageviews: 0,
      all_events,
    });
    const plan = planOf({ dimension: 'country' });
    expect(shapeAnalysis(plan, { ...nothing, breakdown: [row('DE', 9), row('US', 9)] })).toMatchObject({
      other: 5,
    });
    expect(shapeAnalysis(plan, { ...nothing, breakdown: [row('DE', 2)] })).not.toHaveProperty('other');
    expect(shapeAnalysis(plan, nothing)).not.toHaveProperty('other');
  });

  it('leaves the rate out of a row without pageviews', () => {
    const rows = [
      { key: 'DE', events: 2, visitors: 1, pageviews: 4, all_events: 3 },
      { key: 'US', events: 1, visitors: 1, pageviews: 0, all_events: 3 },
    ];
    expect(
      shapeAnalysis(planOf({ dimension: 'country' }), { ...nothing, breakdown: rows }).breakdown,
    ).toEqual([
      { key: 'DE', events: 2, visitors: 1, pageviews: 4, eventRate: 50 },
      { key: 'US', events: 1, visitors: 1, pageviews: 0 },
    ]);
  });
});
