import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { AppError } from '@headwater/kit/errors';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
/** Three days. The year before, 28 February and 1 March are two days. */
const WINDOW = { from: '2024-02-28', to: '2024-03-01' };
const QUERY = { siteId: 1, timezone: 'UTC', name: 'signup', filters: [] };

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

const queryEvent = (request: object) => analytics.calls.QueryEvent({ ...QUERY, ...request }, IN_WORKSPACE);
type Answer = Awaited<ReturnType<typeof queryEvent>>;

type Totals = Pick<Answer, 'from' | 'to' | 'events' | 'uniqueVisitors' | 'pageviews' | 'eventRate'>;
const totalsOf = ({ from, to, events, uniqueVisitors, pageviews, eventRate }: Totals) => ({
  ...{ from, to, events, uniqueVisitors, pageviews, eventRate },
});

type Counts = Pick<Answer['breakdown'][number], 'events' | 'visitors' | 'pageviews' | 'eventRate'>;
const countsOf = ({ events, visitors, pageviews, eventRate }: Counts) => ({
  ...{ events, visitors, pageviews, eventRate },
});

/** Events of visitors at a path, with the plan of its first letter. */
const events = (name: string, date: string, pathname: string, visitors: readonly number[]): EventRow[] =>
  visitors.map((visitor) =>
    sampleEvent({
      ...{ name, pathname, visitor_id: String(visitor), ts: `${date}T12:00:00.000Z` },
      ...{ country: visitor % 2 === 0 ? 'DE' : 'FR', props: pathname === '' ? {} : { plan: pathname } },
    }),
  );

describe('the comparison of one event', () => {
  beforeAll(() =>
    analytics.insert([
      ...['2024-02-28', '2024-02-29', '2024-03-01'].flatMap((date) => [
        ...events('signup', date, 'a', [1, 2, 2, 3]),
        ...events('signup', date, 'b', [4, 5]),
        ...events('pageview', date, 'a', [1, 2, 6]),
      ]),
      ...events('signup', '2024-03-01', '', [7]),
      // The days next to the earlier windows do not count.
      ...[
        '2024-02-24',
        '2024-02-25',
        '2024-02-27',
        '2023-02-27',
        '2023-02-28',
        '2023-03-01',
        '2023-03-02',
      ].flatMap((date, n) => [
        ...events('signup', date, 'a', [1, 2, n + 10]),
        ...events('signup', date, 'c', [1, 2, 3, 4, 5, 6, 7, 8]),
        ...events('pageview', date, 'a', [1]),
        ...events('pageview', date, 'b', [1, 3]),
      ]),
      ...events('signup', '2024-02-26', '', [8, 9]),
    ]),
  );

  describe.each([
    ['previous_period', { from: '2024-02-25', to: '2024-02-27' }],
    ['previous_year', { from: '2023-02-28', to: '2023-03-01' }],
  ])('with %s', (compare, earlier) => {
    const ofPlan = { key: 'props.plan', operator: 'is_not', value: 'x' };
    it.each([
      [{}, 0],
      [{ dimension: 'pathname' }, 3],
      [{ dimension: 'pathname', limit: 1 }, 1],
      [{ dimension: 'country', grain: 'month' }, 2],
      [{ dimension: 'props.plan' }, 2],
      [{ dimension: 'pathname', filters: [{ key: 'country', operator: 'is', value: 'FR' }] }, 3],
      [{ dimension: 'pathname', filters: [ofPlan] }, 3],
    ])('equals the query of the earlier window by itself: %j', async (request, rows) => {
      const found = await queryEvent({ ...request, ...WINDOW, compare });
      const itself = await queryEvent({ ...request, ...earlier, limit: 500 });
      expect(found.comparison && totalsOf(found.comparison)).toEqual(totalsOf(itself));
      expect(itself.events).toBeGreaterThan(0);
      expect(found.breakdown).toHaveLength(rows);
      for (const { key, comparison } of found.breakdown) {
        const row = itself.breakdown.find((each) => each.key === key);
        if (row) expect([key, comparison && countsOf(comparison)]).toEqual([key, countsOf(row)]);
        else expect([key, comparison]).toMatchObject([key, { events: 0, visitors: 0 }]);
      }
      const current = await queryEvent({ ...request, ...WINDOW });
      expect(current.comparison ?? undefined).toBeUndefined();
      expect(current.breakdown.map(countsOf)).toEqual(found.breakdown.map(countsOf));
      expect(totalsOf(current)).toEqual(totalsOf(found));
    });
  });

  it('has zeros for a key without the event, but its pageviews', async () => {
    const { breakdown } = await queryEvent({ ...WINDOW, dimension: 'pathname', compare: 'previous_year' });
    expect(breakdown.map(({ key, comparison }) => [key, comparison && countsOf(comparison)])).toEqual([
      ['a', { events: 6, visitors: 4, pageviews: 2, eventRate: 300 }],
      ['b', { events: 0, visitors: 0, pageviews: 4, eventRate: 0 }],
      ['(none)', { events: 0, visitors: 0, pageviews: 0, eventRate: undefined }],
    ]);
  });

  it('has zeros without pageviews for an absent key of a property', async () => {
    const { breakdown } = await queryEvent({ ...WINDOW, dimension: 'props.plan', compare: 'previous_year' });
    expect(breakdown[1]?.key).toBe('b');
    expect(breakdown[1]?.comparison && countsOf(breakdown[1].comparison)).toEqual({ events: 0, visitors: 0 });
  });

  it('has the totals of the earlier window if the current one has no events', async () => {
    const request = { from: '2024-03-02', to: '2024-03-04', dimension: 'pathname' };
    const { breakdown, comparison } = await queryEvent({ ...request, compare: 'previous_period' });
    expect(breakdown).toEqual([]);
    expect(comparison).toMatchObject({ ...WINDOW, events: 19, uniqueVisitors: 6, pageviews: 9 });
  });

  it.each(['previous_period', 'previous_year'])('is empty before the first date: %s', async (compare) => {
    const request = { from: '1971-01-01', to: '1972-12-31', timezone: 'Asia/Kolkata', dimension: 'pathname' };
    const { comparison } = await queryEvent({ ...request, compare });
    expect(comparison).toMatchObject({ events: 0, uniqueVisitors: 0, pageviews: 0 });
  });

  it('has the counts of keys that a statement cannot bind together', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `/${n}/${'ü'.repeat(900)}`);
    await analytics.insert(
      paths.flatMap((pathname, n) => [
        ...events('long', '2024-01-02', pathname, [n]),
        ...events('long', '2024-01-01', pathname, [n, n + 100]),
      ]),
    );
    const request = { name: 'long', from: '2024-01-02', to: '2024-01-02', dimension: 'pathname' };
    const { breakdown, comparison } = await queryEvent({ ...request, compare: 'previous_period' });
    expect(breakdown).toHaveLength(20);
    for (const row of breakdown) expect(row.comparison).toMatchObject({ events: 2, visitors: 2 });
    expect(comparison).toMatchObject({ events: 40, uniqueVisitors: 40 });
  });

  it.each([
    [{}, ['compare']],
    // As in stats, the other problems come first.
    [{ limit: 0 }, ['limit']],
  ])('is rejected if it is unknown: %j', async (request, fields) => {
    const error: unknown = await queryEvent({ ...WINDOW, ...request, compare: 'last_year' }).catch(
      (e: unknown) => e,
    );
    if (!(error instanceof AppError)) throw new Error(`Not rejected: ${JSON.stringify(error)}`);
    expect(error).toMatchObject({ kind: 'invalid', code: 'invalid_request' });
    expect(error.fields.map(({ field }) => field)).toEqual(fields);
  });
});
