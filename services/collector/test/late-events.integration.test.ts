import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { ADDRESSES } from '@headwater/eventstore/testing/visitor-agents';
import { CHROME, pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

const MINUTE = 60_000;
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 5 * 86_400_000 + 12 * 60 * MINUTE;

let collector: CollectorFixture;
let visitor = '';

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());
beforeEach(() => {
  visitor = randomUUID();
});

function event(minutes: number, fields: Partial<ServerEvent> = {}): ServerEvent {
  return {
    index: 0,
    eventId: randomUUID(),
    anonymousId: visitor,
    name: 'pageview',
    url: `https://shop.example/at-${minutes}`,
    referrer: minutes === 0 ? '' : 'https://shop.example/',
    time: new Date(NOON + minutes * MINUTE).toISOString(),
    props: {},
    ...fields,
  };
}

const send = (...events: ServerEvent[]) =>
  collector.rpc.calls.IngestEvents(
    { siteId: SHOP.id, domain: SHOP.domain, events: events.map((one, index) => ({ ...one, index })) },
    { workspaceId: SHOP.workspaceId },
  );

const sendOneByOne = async (...events: ServerEvent[]): Promise<void> => {
  for (const one of events) await send(one);
};

const browse = (
  minutes: number,
  session: Record<string, unknown>,
  fields: Record<string, unknown> = {},
  headers?: Record<string, string>,
) =>
  collector.post(
    pageview({ time: new Date(NOON + minutes * MINUTE).toISOString(), ...fields }, { visitor, session }),
    headers,
  );

/** Rows of the test's visitor. */
async function rowsOf(...events: readonly ServerEvent[]): Promise<EventRow[]> {
  const ids = events.map(({ eventId }) => `'${String(eventId)}'`).join(', ');
  const [row] = await collector.rows(`event_id IN (${ids})`);
  return collector.rows(`toString(visitor_id) = '${row?.visitor_id ?? ''}'`);
}

const distinct = (rows: readonly EventRow[], column: keyof EventRow): unknown[] => [
  ...new Set(rows.map((row) => row[column])),
];

describe('events of a server that arrive late', () => {
  it('join one session, whatever their order', async () => {
    const events = [0, 10, 20, 30].map((minutes) => event(minutes));
    await sendOneByOne(...events.toReversed());
    const rows = await rowsOf(...events);
    expect(rows).toHaveLength(4);
    expect(distinct(rows, 'session_id')).toHaveLength(1);
    expect(distinct(rows, 'landing')).toEqual(['shop.example/at-0']);
  });

  it('merge the two sessions that they connect', async () => {
    const events = [0, 50, 25].map((minutes) => event(minutes));
    await sendOneByOne(...events);
    expect(distinct(await rowsOf(...events), 'session_id')).toHaveLength(1);
  });

  it('leave the sessions of a visit a day before as they are', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const visit = [event(0, { sessionId: one }), event(20), event(45, { sessionId: other })];
    await send(...visit);
    const before = await rowsOf(...visit);
    expect(before.map(({ session_id }) => session_id)).toEqual(
      [0, 0, 2].map((index) => before[index]?.session_id),
    );
    expect(distinct(before, 'session_id')).toHaveLength(2);
    // The events of a day are read: those of the visit from its second one on.
    await send(event(24 * 60 + 10));
    expect((await rowsOf(...visit)).slice(0, 3)).toEqual(before);
  });

  it('give the session its landing page, with and without a session id', async () => {
    for (const fields of [{}, { sessionId: randomUUID() }]) {
      visitor = randomUUID();
      const landing = event(0, { ...fields, url: 'https://shop.example/start?gclid=1' });
      const next = event(1, { ...fields, referrer: 'https://shop.example/start' });
      await sendOneByOne(next, landing);
      const rows = await rowsOf(landing);
      expect(rows.map(({ channel }) => channel)).toEqual(['Paid Search', 'Paid Search']);
      expect(distinct(rows, 'landing')).toEqual(['shop.example/start']);
    }
  });

  it('let a page that was reached from the site decide nothing, even if its clock is ahead', async () => {
    const next = event(0, { referrer: 'https://www.shop.example/start' });
    const landing = event(1, { url: 'https://shop.example/start?gclid=1', referrer: '' });
    await sendOneByOne(next, landing);
    expect(distinct(await rowsOf(landing), 'channel')).toEqual(['Paid Search']);
  });

  it('give all events of a session the same columns if two calls run concurrently', async () => {
    const visits = Array.from({ length: 30 }, () => {
      visitor = randomUUID();
      const landing = event(0, { url: 'https://shop.example/start?gclid=1', userAgent: CHROME });
      return [landing, event(1)] as const;
    });
    await Promise.all(visits.flat().map((one) => send(one)));
    for (const [landing] of visits) {
      const rows = await rowsOf(landing);
      expect(rows).toHaveLength(2);
      for (const column of ['session_id', 'channel', 'landing', 'browser'] as const)
        expect(distinct(rows, column)).toHaveLength(1);
      expect(rows[0]?.channel).toBe('Paid Search');
    }
  });

  it('begin a session after 30 minutes of silence, also if they name one', async () => {
    const events = [0, 120].map((minutes) => event(minutes, { sessionId: 'named' }));
    await sendOneByOne(...events);
    expect(distinct(await rowsOf(...events), 'session_id')).toHaveLength(2);
  });

  it('join the session of a browser nearby, also if they arrive before it', async () => {
    const session = { id: randomUUID(), landing: 'https://shop.example/?utm_medium=email' };
    const before = event(-5, { name: 'login', url: '', referrer: '' });
    const after = event(20, { name: 'purchase', url: 'https://shop.example/thanks', referrer: '' });
    await sendOneByOne(before);
    await browse(0, session);
    await sendOneByOne(after);
    const rows = await rowsOf(before);
    expect(rows.map(({ origin }) => origin)).toEqual(['server', 'browser', 'server']);
    for (const column of ['session_id', 'channel', 'landing', 'browser', 'country'] as const)
      expect(distinct(rows, column)).toHaveLength(1);
    expect(rows[0]?.channel).toBe('Email');
  });
});

it('a session has one place, also for events of its browser an hour after those of a server', async () => {
  const session = { id: randomUUID(), landing: 'https://shop.example/' };
  const near = event(20);
  await browse(0, session, {}, { 'x-forwarded-for': ADDRESSES[0] });
  await send(near);
  for (const minutes of [25, 50, 75]) {
    await browse(minutes, session, {}, { 'x-forwarded-for': ADDRESSES[1] });
    expect(await collector.shipped(5_000)).toBe(true);
  }
  const [row] = await rowsOf(near);
  const rows = await collector.rows(`toString(session_id) = '${row?.session_id ?? ''}'`);
  expect(rows).toHaveLength(5);
  expect(distinct(rows, 'country')).toHaveLength(1);
});

describe('browser events without a landing page', () => {
  it('have one channel for each session', async () => {
    const session = { id: randomUUID() };
    await browse(1, session, { url: 'https://shop.example/next', referrer: 'https://shop.example/start' });
    await browse(0, session, { url: 'https://shop.example/start?gclid=1' });
    const marker = event(2, { name: 'marker', url: '', referrer: '' });
    await send(marker);
    const rows = await rowsOf(marker);
    expect(rows).toHaveLength(3);
    expect(distinct(rows, 'session_id')).toHaveLength(1);
    expect(distinct(rows, 'channel')).toEqual(['Paid Search']);
  });
});

it('separates events with the same id and time but different names', async () => {
  const one = event(0, { sessionId: 'a' });
  const other = { ...one, name: 'click', sessionId: 'b' };
  await send(one, other);
  await send({ ...event(1), sessionId: 'a' });
  const rows = await rowsOf(one);
  expect(rows).toHaveLength(3);
  expect(distinct(rows, 'session_id')).toHaveLength(2);
  expect(collector.logLines.filter((line) => line.includes('still differed'))).toEqual([]);
});
