import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { createFindLateVisitors } from '../src/rollups/late-visitors';
import { findMissing } from '../src/rollups/missing';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { build, client, command, forgetKnown, insert, markRollups, rowsOf, totals, visit } = rollups;

/** Not a fixed time: ClickHouse clears arrival times that are older than eight days. */
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const RECEIVED = hoursAgo(2);
const LATER = hoursAgo(1);
const DAY = { timezone: 'UTC', from: '2026-03-08', to: '2026-03-08' };

/** A pageview of a visitor. */
const page = (visitor: number, time: string, pathname: string, fields: Partial<EventRow> = {}): EventRow =>
  visit(visitor, `2026-03-08T${time}Z`, { pathname, country: 'DE', received_at: RECEIVED, ...fields });
const latePage = (visitor: number, time: string, pathname: string, fields: Partial<EventRow> = {}) =>
  page(visitor, time, pathname, { received_at: LATER, ...fields });

const stats = (dimension?: string, filters: { key: string; operator: string; value: string }[] = []) => {
  const question = { siteId: rollups.siteId(), ...DAY, filters, ...(dimension ? { dimension } : {}) };
  return rollups.calls().QueryStats({ question }, IN_WORKSPACE);
};
const rowsBy = async (dimension: string) =>
  (await stats(dimension)).breakdown.map(({ key, visitors, sessions, bounceRate, pageviews }) => ({
    ...{ key, visitors, sessions, bounceRate, pageviews },
  }));
const signups = (dimension?: string) => {
  const question = { siteId: rollups.siteId(), ...DAY, name: 'signup', filters: [] };
  return rollups.calls().QueryEvent({ ...question, ...(dimension ? { dimension } : {}) }, IN_WORKSPACE);
};

/** Adds 100 events to the counts of each event. */
const markEvents = () =>
  command(
    `ALTER TABLE rollup_event_counts UPDATE events = events + 100 WHERE site_id = ${rollups.siteId()} AND events > 0`,
  );

/** Adds events and builds their day. */
async function buildWith(events: readonly EventRow[]): Promise<void> {
  await insert(events);
  expect(await build('2026-03-08')).toBe('published');
}

describe('a roll-up is read together with late events', () => {
  it('of a new visitor', async () => {
    await buildWith([page(1, '10:00', '/a')]);
    await markRollups();
    await insert([latePage(2, '11:00', '/a')]);
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 102, pageviews: 2, bounceRate: 1.96 });
  });

  it('of a session that it counts', async () => {
    await buildWith([page(1, '10:00', '/a'), page(2, '10:00', '/a'), page(2, '10:10', '/b')]);
    await markRollups();
    await insert([latePage(1, '10:05', '/b')]);
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 102, pageviews: 4, bounceRate: 0 });
    expect(await rowsBy('pathname')).toEqual([
      { key: '/a', visitors: 2, sessions: 2, bounceRate: 0, pageviews: 2 },
      { key: '/b', visitors: 2, sessions: 2, bounceRate: 0, pageviews: 2 },
    ]);
  });

  it('that begin or end a session with another page', async () => {
    await buildWith([
      page(1, '10:00', '/a'),
      page(2, '10:00', '/a'),
      page(2, '15:00', '/b', { session_id: '9' }),
    ]);
    await insert([latePage(1, '09:58', '/first'), latePage(2, '10:09', '/last')]);
    expect(await rowsBy('entry_page')).toEqual([
      { key: '/a', visitors: 1, sessions: 1, bounceRate: 0, pageviews: 2 },
      { key: '/b', visitors: 1, sessions: 1, bounceRate: 100, pageviews: 1 },
      { key: '/first', visitors: 1, sessions: 1, bounceRate: 0, pageviews: 2 },
    ]);
    expect((await rowsBy('exit_page')).map(({ key, visitors }) => [key, visitors])).toEqual([
      ['/a', 1],
      ['/b', 1],
      ['/last', 1],
    ]);
  });

  it('of a session that crosses midnight, or that another roll-up counts', async () => {
    const next = (visitor: number, time: string, session_id: string) =>
      visit(visitor, `2026-03-09T${time}Z`, { received_at: RECEIVED, session_id });
    await insert([
      page(61, '23:50', '/a', { session_id: '7' }),
      next(61, '00:10', '7'),
      page(62, '10:00', '/a'),
      next(63, '12:00', '77'),
    ]);
    for (const date of ['2026-03-08', '2026-03-09']) expect(await build(date)).toBe('published');
    await insert([
      latePage(61, '23:40', '/b', { session_id: '7' }),
      latePage(63, '11:00', '/b', { session_id: '77' }),
    ]);
    expect(await totals()).toMatchObject({ visitors: 3, sessions: 3, pageviews: 6, bounceRate: 33.33 });
  });

  it('with filters', async () => {
    await buildWith([page(1, '10:00', '/a'), page(2, '10:00', '/a', { country: 'FR' })]);
    await command(
      `ALTER TABLE rollup_session_rows UPDATE pageviews = pageviews + 100 WHERE site_id = ${rollups.siteId()}`,
    );
    await insert([latePage(2, '10:05', '/b', { country: 'FR' })]);
    const filters = [{ key: 'country', operator: 'is', value: 'DE' }];
    expect((await stats(undefined, filters)).totals).toMatchObject({ visitors: 1, pageviews: 101 });
    const others = [{ key: 'country', operator: 'is', value: 'FR' }];
    expect((await stats(undefined, others)).totals).toMatchObject({ visitors: 1, sessions: 1, pageviews: 2 });
  });

  it('of an event', async () => {
    await buildWith([page(1, '10:00', '/a', { name: 'signup' }), page(1, '10:01', '/a')]);
    await markEvents();
    await insert([
      latePage(1, '10:05', '/b', { name: 'signup' }),
      latePage(2, '10:05', '/b', { name: 'signup' }),
      latePage(2, '10:05', '/b'),
    ]);
    expect(await signups('pathname')).toMatchObject({ events: 103, uniqueVisitors: 2, pageviews: 2 });
  });

  it('until more than a thousand have arrived', async () => {
    await buildWith([page(1, '10:00', '/a')]);
    await markRollups();
    const late = (count: number, from: number) =>
      insert(Array.from({ length: count }, (_, index) => latePage(2, '11:00', `/${from + index}`)));
    await late(1_000, 0);
    expect(await totals()).toMatchObject({ sessions: 102, pageviews: 1_001 });
    await late(1, 1_000);
    expect(await totals()).toMatchObject({ sessions: 2, pageviews: 1_002 });
  });
});

describe('events are read instead', () => {
  it.each([
    ['received before the last one of the roll-up', { received_at: hoursAgo(3) }],
    ['in a session of another visitor', { session_id: '108' }],
    ['that is an import', { origin: 'import' as const }],
    ['that is a corrected copy', { evidence: 32 }],
  ])('after a late event %s', async (_, fields) => {
    await buildWith([page(1, '10:00', '/a')]);
    await markRollups();
    await insert([latePage(2, '11:00', '/a', fields)]);
    const sessions = 'session_id' in fields ? 1 : 2;
    expect(await totals()).toMatchObject({ visitors: 2, sessions, pageviews: 2 });
  });

  it('after a late event of an erased visitor', async () => {
    await buildWith([page(1, '10:00', '/a'), page(2, '10:00', '/a')]);
    await markRollups();
    await insert([latePage(2, '11:00', '/a')]);
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 102 });
    await deleteVisitorEvents(client(), {
      ...IN_WORKSPACE,
      visitorIds: ['2'],
      erasedAtMs: Date.parse(NOW),
    });
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
  });

  it('of an analysis of an event after a second copy of one', async () => {
    const first = page(1, '10:00', '/a', { name: 'signup' });
    await buildWith([first]);
    await markEvents();
    await insert([{ ...first, received_at: LATER }]);
    expect(await signups()).toMatchObject({ events: 1, uniqueVisitors: 1 });
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
  });
});

describe('a late visitor counts once', () => {
  const signup = { name: 'signup' };
  const nextDay = () => visit(52, '2026-03-09T10:00Z', { received_at: RECEIVED, ...signup });

  it('after a build of another day of the window has given it a number', async () => {
    await buildWith([page(1, '10:00', '/a', signup)]);
    await insert([latePage(52, '11:00', '/a', signup)]);
    expect(await totals()).toMatchObject({ visitors: 2 });
    expect(await signups()).toMatchObject({ uniqueVisitors: 2 });
    await insert([nextDay()]);
    expect(await build('2026-03-09')).toBe('published');
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 3 });
    const both = { timezone: 'UTC', from: '2026-03-08', to: '2026-03-09', filters: [] };
    expect(
      await rollups.calls().QueryEvent({ siteId: rollups.siteId(), name: 'signup', ...both }, IN_WORKSPACE),
    ).toMatchObject({ events: 3, uniqueVisitors: 2 });
  });

  it('after a build of a day beside the window has given it a number', async () => {
    await buildWith([page(1, '10:00', '/a')]);
    await insert([nextDay()]);
    expect(await totals()).toMatchObject({ visitors: 2 });
    await insert([visit(52, '2026-03-01T10:00Z')]);
    expect(await build('2026-03-01')).toBe('published');
    await insert([latePage(52, '11:00', '/a')]);
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 3 });
  });
});

it('a query ends while late events arrive all the time', async () => {
  await buildWith([page(1, '10:00', '/a')]);
  const counted: (number | undefined)[] = [];
  await rollups.query(async (builds) => {
    counted.push(builds);
    if (counted.length < 30) await insert([latePage(100 + counted.length, '11:00', '/a')]);
  });
  expect(counted).toEqual([1, 1, 1, undefined]);
});

it('a late event that arrives during a query is counted by it or by the next one', async () => {
  await buildWith([page(1, '10:00', '/a')]);
  await insert([latePage(1, '10:05', '/a')]);
  let arrives = true;
  const seen: (number | undefined)[] = [];
  await rollups.query(async (_, rollup) => {
    seen.push(rollup?.plan.sources.late[0]?.visitors.size);
    if (arrives) await insert([latePage(2, '11:00', '/a')]);
    arrives = false;
  });
  expect(seen).toEqual([1, 2]);
});

describe('a roll-up with late events', () => {
  const missing = async (nowMs: number) => {
    const wanted = { ...IN_WORKSPACE, siteId: rollups.siteId(), zone: 'UTC', firstDay: 20_500 };
    const options = { nowMs, findLateVisitors: createFindLateVisitors(), minEvents: 1 };
    return (await findMissing(rollups.run, wanted, options)).ranges.length;
  };

  it('is built again after a day', async () => {
    await buildWith([page(1, '10:00', '/a')]);
    await insert([latePage(1, '10:05', '/a')]);
    const nowMs = Date.now();
    expect(await missing(nowMs)).toBe(0);
    expect(await missing(nowMs + 86_400_000)).toBe(1);
  });

  it.each([
    ['with more than 500 of them', { count: 501 }],
    ['if they cannot be distinguished', { count: 1, received_at: RECEIVED }],
  ])('is built again %s', async (_, { count, ...fields }) => {
    await buildWith([page(1, '10:00', '/a')]);
    await insert(Array.from({ length: count }, () => latePage(1, '10:05', '/a', fields)));
    expect(await missing(Date.now())).toBe(1);
  });

  it('keeps its rows', async () => {
    await buildWith([page(1, '10:00', '/a')]);
    await insert([latePage(1, '10:05', '/a')]);
    const failures: unknown[] = [];
    const nowMs = Date.now() + 2 * 3_600_000;
    await removeOldRows(client(), rollups.run, { nowMs, onError: (error) => failures.push(error) });
    expect(failures).toEqual([]);
    forgetKnown();
    await markRollups();
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 101 });
    expect(
      await rowsOf(`SELECT number FROM rollup_session_rows WHERE site_id = ${rollups.siteId()}`),
    ).toHaveLength(1);
  });
});
