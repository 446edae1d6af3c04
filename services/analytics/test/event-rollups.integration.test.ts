import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import type { EventRow } from '@headwater/eventstore/event-columns';
import type { RunStatement } from '../src/clickhouse/run';
import { createEventSegments } from '../src/rollups/event-counts';
import { IN_WORKSPACE, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { build, client, command, insert, rowsOf, visit } = rollups;

const DAYS = { timezone: 'UTC', from: '2026-03-08', to: '2026-03-09' };
const frame = () => ({ siteId: rollups.siteId(), ...DAYS });

const event = async (request: { name?: string; dimension?: string; compare?: string; limit?: number } = {}) =>
  rollups.calls().QueryEvent({ ...frame(), name: 'signup', filters: [], ...request }, IN_WORKSPACE);
const names = async () =>
  (await rollups.calls().ListEvents({ question: { ...frame(), filters: [] } }, IN_WORKSPACE)).events.map(
    ({ name, events, visitors, properties }) => ({ name, events, visitors, properties }),
  );

const signup = (visitor: number, ts: string, fields: Partial<EventRow> = {}): EventRow =>
  visit(visitor, ts, { name: 'signup', ...fields });

/** Adds 100 events to each stored count of an event, which shows whether a response was read from it. */
const markRollups = () =>
  command(
    `ALTER TABLE rollup_event_counts UPDATE events = events + 100 WHERE site_id = ${rollups.siteId()} AND events > 0`,
  );

/** Two visitors on the first day, one of them and a third on the second. */
async function insertTwoDays(): Promise<void> {
  await insert([
    signup(1, '2026-03-08T10:00Z', { country: 'DE', props: { plan: 'pro' } }),
    signup(2, '2026-03-08T10:00Z', { country: 'FR', props: { plan: 'free' } }),
    visit(2, '2026-03-08T10:01Z', { country: 'FR' }),
    signup(1, '2026-03-09T10:00Z', { country: 'DE', props: { plan: 'pro' } }),
    signup(3, '2026-03-09T10:00Z', { country: 'DE', props: { size: 'L' } }),
  ]);
}

const buildBoth = async () => {
  expect([await build('2026-03-08'), await build('2026-03-09')]).toEqual(['published', 'published']);
};

describe('an event', () => {
  it.each([
    { dimension: undefined, first: undefined },
    { dimension: 'country', first: { key: 'DE', events: 203, visitors: 2, pageviews: 0 } },
    { dimension: 'props.plan', first: { key: 'pro', events: 202, visitors: 1 } },
  ])('is counted from roll-ups, by $dimension', async ({ dimension, first }) => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    const response = await event(dimension === undefined ? {} : { dimension });
    expect(response).toMatchObject({ events: 204, uniqueVisitors: 3, pageviews: 1 });
    expect(response.series.map(({ events, visitors }) => [events, visitors])).toEqual([
      [102, 2],
      [102, 2],
    ]);
    expect(response.breakdown[0]).toEqual(first && expect.objectContaining(first));
  });

  it('of a day with late events is counted from roll-ups and these events', async () => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    await insert([signup(2, '2026-03-08T12:00Z', { country: 'DE', props: { plan: 'pro' } })]);
    const response = await event({ dimension: 'country' });
    expect(response).toMatchObject({ events: 205, uniqueVisitors: 3 });
    expect(response.breakdown).toEqual([
      expect.objectContaining({ key: 'DE', events: 204, visitors: 3 }),
      expect.objectContaining({ key: 'FR', events: 101, visitors: 1, pageviews: 1 }),
    ]);
    await build('2026-03-08');
    expect(await event()).toMatchObject({ events: 105, uniqueVisitors: 3 });
  });

  it('is compared with the earlier window for its keys, with their pageviews', async () => {
    await insertTwoDays();
    await insert([visit(7, '2026-03-06T10:00Z', { country: 'DE' }), signup(7, '2026-03-06T10:01Z')]);
    await buildBoth();
    await build('2026-03-06');
    await markRollups();
    const { comparison, breakdown } = await event({ dimension: 'country', compare: 'previous_period' });
    expect(comparison).toMatchObject({ events: 101, uniqueVisitors: 1, pageviews: 1 });
    expect(breakdown[0]).toMatchObject({
      key: 'DE',
      comparison: { events: 0, visitors: 0, pageviews: 1, eventRate: 0 },
    });
  });

  it('of a visitor who returns after an erasure is counted beside the roll-ups', async () => {
    await insert([
      signup(91, '2026-03-08T10:00Z', { props: { plan: 'pro' } }),
      signup(2, '2026-03-08T10:00Z', { props: { plan: 'free' } }),
      signup(3, '2026-03-09T10:00Z', { props: { size: 'L' } }),
    ]);
    const erasure = { ...IN_WORKSPACE, visitorIds: ['91'], erasedAtMs: Date.parse('2026-03-09T12:00Z') };
    await deleteVisitorEvents(client(), erasure);
    const later = { received_at: '2026-03-09T14:00:00.000Z', country: 'DE', props: { plan: 'pro' } };
    await insert([signup(91, '2026-03-09T13:00Z', later), signup(91, '2026-03-09T13:01Z', later)]);
    await buildBoth();
    await markRollups();
    const { breakdown, ...response } = await event({ dimension: 'props.plan' });
    expect(response).toMatchObject({ events: 204, uniqueVisitors: 3 });
    expect(breakdown).toMatchObject([
      { key: 'free', events: 101, visitors: 1 },
      { key: 'pro', events: 2, visitors: 1 },
    ]);
    expect(await names()).toContainEqual({
      name: 'signup',
      events: 204,
      visitors: 3,
      properties: ['plan', 'size'],
    });
  });

  it('is read from events by a dimension with too many keys', async () => {
    const ids = Array.from({ length: 25_000 }, (_, index) => String(index));
    await insert(
      ids.map((id) => signup(1, '2026-03-08T10:00Z', { pathname: `/orders/${id}`, props: { order: id } })),
    );
    await insert([signup(2, '2026-03-09T10:00Z', { props: { order: '5', plan: 'pro' } })]);
    await buildBoth();
    await markRollups();
    expect(await event({ dimension: 'props.order', limit: 2 })).toMatchObject({
      events: 25_001,
      breakdown: [
        { key: '5', events: 2, visitors: 2 },
        { key: '0', events: 1, visitors: 1 },
      ],
      other: 24_998,
    });
    expect(await event()).toMatchObject({ events: 25_201, uniqueVisitors: 2 });
    expect(await event({ dimension: 'props.plan' })).toMatchObject({
      breakdown: [{ key: 'pro', events: 101 }],
    });
    const stored = await rowsOf(
      `SELECT count() AS rows FROM rollup_event_counts WHERE site_id = ${rollups.siteId()} AND dimension IN ('props.order', 'pathname')`,
    );
    // Of each day and dimension.
    expect(stored).toEqual([{ rows: 4 }]);
    expect((await event({ dimension: 'pathname', limit: 1 })).breakdown).toMatchObject([{ events: 1 }]);
    expect((await event({ dimension: 'country' })).events).toBe(25_201);
  });

  it('is counted for more and longer keys than a statement binds', async () => {
    const plans = Array.from({ length: 300 }, (_, index) => `${index} ${'ü'.repeat(450)}`);
    await insert(plans.map((plan) => signup(1, '2026-03-08T10:00Z', { props: { plan } })));
    await build('2026-03-08');
    await markRollups();
    const { breakdown } = await event({ dimension: 'props.plan', limit: 500 });
    expect(breakdown).toHaveLength(300);
    expect(breakdown.every(({ events, visitors }) => events === 101 && visitors === 1)).toBe(true);
  });

  it('is read from events by a dimension if its day has too many names', async () => {
    const others = Array.from({ length: 101 }, (_, index) =>
      visit(1, '2026-03-08T10:00Z', { name: `event-${String(index).padStart(3, '0')}`, props: { n: '1' } }),
    );
    await insert([...others, signup(1, '2026-03-08T10:00Z'), signup(1, '2026-03-08T10:01Z')]);
    await build('2026-03-08');
    await markRollups();
    // The last one by number of events, then by name.
    expect(await event({ name: 'event-100', dimension: 'country' })).toMatchObject({ events: 1 });
    expect(await event({ name: 'event-100' })).toMatchObject({ events: 101 });
    expect(await event({ name: 'signup', dimension: 'country' })).toMatchObject({ events: 102 });
    expect((await names())[1]).toEqual({ name: 'event-000', events: 1, visitors: 1, properties: ['n'] });
  });

  it('is read from events with more visitors beside the roll-ups than are merged', async () => {
    await insertTwoDays();
    await build('2026-03-08');
    await markRollups();
    // Before they are known to be so many.
    expect(await event()).toMatchObject({ events: 104, uniqueVisitors: 3 });
    await command(
      `INSERT INTO events SELECT * EXCEPT number REPLACE (generateUUIDv4() AS event_id, 1000 + number AS visitor_id)
       FROM events CROSS JOIN numbers(50000) AS more WHERE site_id = ${rollups.siteId()} AND props['size'] = 'L'`,
    );
    expect(await event()).toMatchObject({ events: 50_004, uniqueVisitors: 50_003 });
  });

  it('is read from events while a day has a roll-up of an earlier release, whose visits count', async () => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    await rollups.markRollups();
    await command(
      `ALTER TABLE rollup_builds UPDATE format = 4 WHERE site_id = ${rollups.siteId()} AND seq = 1`,
    );
    expect(await event()).toMatchObject({ events: 4, uniqueVisitors: 3 });
    expect(await rollups.sessions()).toBe(204);
    await build('2026-03-08');
    expect(await event()).toMatchObject({ events: 104, uniqueVisitors: 3 });
  });

  it('is read from events with filters, and by a column of pageviews', async () => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    const filters = [{ key: 'country', operator: 'is', value: 'DE' }];
    expect(
      await rollups.calls().QueryEvent({ ...frame(), name: 'signup', filters }, IN_WORKSPACE),
    ).toMatchObject({ events: 3, uniqueVisitors: 2 });
    expect(await event({ name: 'pageview', dimension: 'country' })).toMatchObject({ events: 1 });
    expect(await event({ name: 'pageview' })).toMatchObject({ events: 101, pageviews: 1 });
  });
});

describe('a goal', () => {
  const conversions = async (dimension?: string) => {
    const question = { ...frame(), filters: [], ...(dimension === undefined ? {} : { dimension }) };
    const goal = { name: 'Signup', type: 'event', event: 'signup' };
    return rollups.calls().QueryGoal({ question, goal }, IN_WORKSPACE);
  };

  it('that is an event is counted from roll-ups, among all visitors', async () => {
    await insertTwoDays();
    await insert([visit(4, '2026-03-09T11:00Z', { country: 'DE' })]);
    await buildBoth();
    await markRollups();
    expect(await conversions()).toMatchObject({ conversions: 204, visitors: 3, conversionRate: 75 });
    expect((await conversions('props.plan')).breakdown).toMatchObject([
      { key: 'pro', conversions: 202, visitors: 1 },
      { key: 'free', conversions: 101, visitors: 1 },
    ]);
    await insert([signup(5, '2026-03-08T12:00Z')]);
    expect(await conversions()).toMatchObject({ conversions: 205, visitors: 4, conversionRate: 80 });
  });

  it('is read from events by a column', async () => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    expect((await conversions('country')).breakdown).toMatchObject([
      { key: 'DE', conversions: 3, visitors: 2, conversionRate: 100 },
      { key: 'FR', conversions: 1, visitors: 1, conversionRate: 100 },
    ]);
  });
});

describe('the list of events', () => {
  it.each([
    {
      of: 'ids in names',
      fields: (index: number) => ({ name: `order-${index}` }),
    },
    {
      of: 'ids in keys of properties',
      fields: (index: number) => ({ props: { [`order-${index}`]: '1' } }),
    },
  ])('with $of is read from events, and few rows of roll-ups', async ({ fields }) => {
    await insert(Array.from({ length: 3_000 }, (_, index) => signup(1, '2026-03-08T10:00Z', fields(index))));
    const before = await names();
    await build('2026-03-08');
    await markRollups();
    expect(await names()).toEqual(before);
    let maxRows = 0;
    const run: RunStatement = async (statement) => {
      const result = await rollups.run(statement);
      maxRows = Math.max(maxRows, result.data.length);
      return result as never;
    };
    await rollups.query(async (_, rollup) => {
      expect(rollup && (await createEventSegments(0).names(run, rollup.plan))).toBeUndefined();
    });
    expect(maxRows).toBeLessThan(1_100);
    const [stored] = await rowsOf<{ rows: number }>(
      `SELECT count() AS rows FROM rollup_event_counts WHERE site_id = ${rollups.siteId()} AND dimension LIKE 'props.%'`,
    );
    expect(stored).toEqual({ rows: 0 });
  });

  it('is read from roll-ups and newer events', async () => {
    await insertTwoDays();
    await buildBoth();
    await markRollups();
    expect(await names()).toEqual([
      { name: 'signup', events: 204, visitors: 3, properties: ['plan', 'size'] },
      { name: 'pageview', events: 101, visitors: 1, properties: [] },
    ]);
    await insert([signup(1, '2026-03-08T11:00Z', { props: { color: 'red' } })]);
    expect(await names()).toEqual([
      { name: 'signup', events: 205, visitors: 3, properties: ['color', 'plan', 'size'] },
      { name: 'pageview', events: 101, visitors: 1, properties: [] },
    ]);
  });
});
