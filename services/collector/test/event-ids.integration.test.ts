import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { fixedClock } from '@headwater/kit/clock';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { importingEvents } from './fixtures/importing';

const DAY_MS = 86_400_000;
/** ClickHouse deletes drops after a week of its own time. */
const MIDNIGHT_MS = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS;
const at = (offsetMs: number): string => new Date(MIDNIGHT_MS + offsetMs).toISOString();
const LATE = at(-100);
const NEXT_DAY = at(3_000);
const DAY_BEFORE = at(-1.5 * DAY_MS);

const clock = fixedClock(LATE);
let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector({}, clock);
});
afterAll(() => collector.stop());
beforeEach(() => clock.set(LATE));

function event(fields: Partial<ServerEvent> = {}): ServerEvent {
  return {
    ...{ index: 0, eventId: randomUUID(), ownId: true, anonymousId: 'visitor-1', name: 'purchase' },
    ...{ time: DAY_BEFORE, props: { plan: 'pro', seats: '3' } },
    ...fields,
  };
}

function untimed(fields: Partial<ServerEvent> = {}): ServerEvent {
  const { time: _time, ...rest } = event(fields);
  return rest;
}

const send = (...events: ServerEvent[]) =>
  collector.rpc.calls.IngestEvents(
    { siteId: SHOP.id, domain: SHOP.domain, events: events.map((one, index) => ({ ...one, index })) },
    { workspaceId: SHOP.workspaceId },
  );
const stored = (eventId?: string): Promise<EventRow[]> => collector.rows(`event_id = '${String(eventId)}'`);

const duplicate = (id?: string, index = 0) => ({
  ...{ index, id, reason: 'duplicate', field: 'event_id' },
  message: expect.stringContaining('earlier event with other values') as unknown,
});

describe('an event id that a server gives', () => {
  it.each([
    ['time', { time: at(1 - 1.5 * DAY_MS) }],
    ['day', { time: at(-2.5 * DAY_MS) }],
    ['name', { name: 'refund' }],
    ['visitor', { anonymousId: 'visitor-2' }],
    ['properties', { props: { plan: 'pro' } }],
    ['page', { url: 'https://shop.example/?gclid=1' }],
    ['session', { sessionId: 'another' }],
    ['address', { ip: '8.8.8.8' }],
  ] as const)('counts once: a repeat with another %s is a duplicate', async (_, fields) => {
    const first = event();
    expect(await send(first)).toEqual({ accepted: 1, dropped: [] });
    const [before] = await stored(first.eventId);
    expect(await send({ ...first, ...fields })).toEqual({ accepted: 0, dropped: [duplicate(first.eventId)] });
    expect(await stored(first.eventId)).toEqual([before]);
  });

  it('counts once if the same event is repeated, in another order of its properties', async () => {
    const first = event();
    for (const props of [first.props, { seats: '3', plan: 'pro' }])
      expect(await send({ ...first, props: props ?? {} }, first)).toEqual({ accepted: 2, dropped: [] });
    expect(await stored(first.eventId)).toHaveLength(1);
  });

  it('belongs to the first of two events in one call', async () => {
    const first = event();
    const answer = await send(first, event(), { ...first, name: 'refund' }, first);
    expect(answer).toEqual({ accepted: 3, dropped: [duplicate(first.eventId, 2)] });
    expect((await stored(first.eventId)).map(({ name }) => name)).toEqual(['purchase']);
  });

  it('keeps the time of its first arrival if an event without a time is retried after midnight', async () => {
    const first = untimed();
    await send(first);
    clock.set(NEXT_DAY);
    expect(await send(first)).toEqual({ accepted: 1, dropped: [] });
    const rows = await stored(first.eventId);
    expect(rows.map(({ ts }) => ts)).toEqual([LATE.slice(0, -1).replace('T', ' ')]);
  });

  it('keeps that time in the session, too', async () => {
    const visitor = randomUUID();
    const [first, next] = [untimed({ anonymousId: visitor }), untimed({ anonymousId: visitor })];
    await send(first);
    clock.set(at(2_400_000));
    await send(next, first);
    const sessions = (await Promise.all([stored(first.eventId), stored(next.eventId)])).map(
      ([row]) => row?.session_id,
    );
    expect(new Set(sessions).size).toBe(2);
  });

  it('is recorded as duplicate for its receipt and in the metrics', async () => {
    const first = event();
    await send(first);
    await send({ ...first, name: 'refund' });
    await waitFor('the recorded drop', async () => {
      const result = await collector.clickhouse.client.query({
        query: `SELECT reason, field FROM dropped_events WHERE event_id = '${String(first.eventId)}'`,
        format: 'JSONEachRow',
      });
      return (await result.json()).length === 1;
    });
    expect(await collector.metrics()).toMatch(
      /headwater_events_dropped_total\{[^}]*reason="duplicate"[^}]*\} [1-9]/,
    );
  });

  it('is another one for another site', async () => {
    const first = event();
    await send(first);
    const answer = await collector.rpc.calls.IngestEvents(
      { siteId: 8, domain: 'localhost', events: [{ ...first, name: 'refund' }] },
      { workspaceId: SHOP.workspaceId },
    );
    expect(answer).toEqual({ accepted: 1, dropped: [] });
  });

  it('is not claimed by an event that is dropped for another reason', async () => {
    const first = event();
    expect(await send({ ...first, time: at(-300 * DAY_MS) })).toMatchObject({ accepted: 0 });
    expect(await send(first)).toEqual({ accepted: 1, dropped: [] });
  });
});

describe('an event id of an import', () => {
  const storedOf = (visitor: string) =>
    collector.rows(`visitor_id = '${visitorKey(SHOP.workspaceId, `umami:${SHOP.id}:${visitor}`)}'`);

  it.each([
    ['page', { url_path: '/b' }],
    ['day', { created_at: '2024-03-02 10:00:00' }],
    ['visitor', { session_id: 'another' }],
    ['name', { event_type: '2', event_name: 'signup' }],
  ] as const)('counts once: a later row with another %s is refused', async (field, cells) => {
    const row = { session_id: `first-${field}`, event_id: `first-${field}` };
    expect(await importingEvents(collector, [row])).toMatchObject({ taken: 1, refused: 0 });
    const message = expect.stringMatching(/earlier row/) as unknown;
    expect(await importingEvents(collector, [{ ...row, ...cells }])).toEqual({
      taken: 0,
      refused: 1,
      refusals: [{ line: 2, field: 'event_id', message }],
    });
    expect(await importingEvents(collector, [row, { ...row, ...cells }, row])).toMatchObject({
      taken: 2,
      refusals: [{ line: 3, field: 'event_id', message }],
    });
    const [before] = await storedOf(row.session_id);
    expect(before).toMatchObject({ pathname: '/pricing', ts: '2024-03-01 10:00:00.000', name: 'pageview' });
    expect(await storedOf(row.session_id)).toHaveLength(1);
    expect(await storedOf('another')).toEqual([]);
  });
});

it('claims neither generated ids nor the ids of browsers', async () => {
  const generated = event({ ownId: false });
  const body = pageview({ time: DAY_BEFORE });
  const id = String(body.events[0]?.['id']);
  await send(generated);
  expect((await collector.post(body)).status).toBe(202);
  expect(await send({ ...generated, ownId: true, name: 'other' })).toEqual({ accepted: 1, dropped: [] });
  expect(await send(event({ eventId: id }))).toEqual({ accepted: 1, dropped: [] });
});

it('stores no flags of the log with the event', async () => {
  const first = untimed({ url: 'https://shop.example/' });
  await send(first);
  const [row] = await stored(first.eventId);
  expect(Number(row?.evidence) & ~31).toBe(0);
});
