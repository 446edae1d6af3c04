import { randomUUID } from 'node:crypto';
import {
  browserEvent,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';
import { importing, importingEvents, PROPERTY_COLUMNS } from './fixtures/importing';
import { umamiEventId } from '../src/domain/imports/umami-names';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const URL = 'https://shop.example/';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector({}, { now: () => NOW });
});
afterAll(() => collector.stop());

/** An event as each endpoint receives it. */
interface Sent {
  readonly name: string;
  readonly url: string;
  /** Unix ms. */
  readonly at: number;
  readonly props: readonly (readonly [key: string, value: string])[];
}

/** Sends an event as the last of a call. Returns the field that refuses it, or the stored event. */
type Send = (sent: Sent) => Promise<string | { at: number; props: Readonly<Record<string, string>> }>;

async function stored(id: string) {
  const [row] = await collector.rows(`event_id = '${id}'`);
  if (!row) throw new Error('The event is not stored.');
  return { at: Date.parse(`${row.ts.replace(' ', 'T')}Z`), props: { ...row.props } };
}

const propsOf = ({ props }: Sent): Record<string, string> => Object.fromEntries(props);

const ENDPOINTS: Readonly<Record<string, Send>> = {
  browser: async (sent) => {
    const { name, url, at } = sent;
    const event = { name, url, time: new Date(at).toISOString(), props: propsOf(sent) };
    const id = randomUUID();
    const answer = await collector.post(pageview({}, { events: [browserEvent({ ...event, id })] }));
    const { dropped } = (await answer.json()) as { dropped: { field?: string; reason: string }[] };
    return dropped[0]?.reason ?? stored(id);
  },
  server: async (sent) => {
    const { name, url, at } = sent;
    const event = { name, url, time: new Date(at).toISOString(), props: propsOf(sent) };
    const eventId = randomUUID();
    const events = [{ index: 0, anonymousId: 'v', eventId, ownId: true, ...event }];
    const { dropped } = await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events },
      { workspaceId: SHOP.workspaceId, deadlineMs: 60_000 },
    );
    return dropped[0]?.reason ?? stored(eventId);
  },
  import: async (sent) => {
    const { name, url, at, props } = sent;
    const event_id = randomUUID();
    const rows = props.map(([key, value]) => ({ event_id, data_key: key, string_value: value }));
    await importing(collector, { columns: PROPERTY_COLUMNS }, rows);
    const { refusals } = await importingEvents(collector, [
      {
        ...{ session_id: 'v', event_id, event_type: '2', event_name: name, hostname: 'shop.example' },
        ...{ url_path: url.slice(URL.length - 1) },
        created_at: new Date(at).toISOString(),
      },
    ]);
    return REASONS[refusals[0]?.field ?? ''] ?? stored(umamiEventId(SHOP.id, event_id));
  },
};

/** The reasons of refused rows, by column. */
const REASONS: Readonly<Record<string, string>> = {
  event_name: 'invalid_event',
  url_path: 'invalid_event',
  created_at: 'time',
};

const chars = (count: number) => 'ü'.repeat(count);

/** Changes of a valid event, and the properties of the stored event. */
const ACCEPTED: readonly [what: string, sent: Partial<Sent>, props?: Readonly<Record<string, string>>][] = [
  ['a property named __proto__', { props: [['__proto__', 'x']] }, Object.fromEntries([['__proto__', 'x']])],
  ['a property named constructor', { props: [['constructor', 'x']] }, { constructor: 'x' }],
  ['an empty property', { props: [['a', '']] }, { a: '' }],
  ['a property of 500 characters', { props: [['a', chars(500)]] }, { a: chars(500) }],
  ['a key of 64 characters', { props: [['k'.repeat(64), 'x']] }, { ['k'.repeat(64)]: 'x' }],
  ['a name of 120 characters', { name: chars(120) }],
  ['a name that is __proto__', { name: '__proto__' }],
  ['a time of 29 days ago', { at: NOW - 29 * DAY }],
  ['a time in 4 minutes', { at: NOW + 4 * MINUTE }],
];

/** Changes of a valid event, and the reason why each endpoint drops it. */
const DROPPED: readonly [what: string, sent: Partial<Sent>][] = [
  ['an empty name', { name: ' ' }],
  ['a name of 121 characters', { name: chars(121) }],
  ['a name with a control character', { name: 'a\u0007b' }],
  ['an address of more than 8,192 characters', { url: `${URL}${'a'.repeat(8_192)}` }],
];

const VALID: Sent = { name: 'signup', url: `${URL}pricing`, at: NOW - MINUTE, props: [] };

describe.each(Object.entries(ENDPOINTS))('an event of the endpoint %s', (endpoint, send) => {
  it.each(ACCEPTED)('is stored with %s', async (_, changes, props = {}) => {
    const sent = { ...VALID, ...changes };
    const found = await send(sent);
    expect(found).toEqual({ at: sent.at, props });
    expect(Object.entries(props)).toEqual(Object.entries((found as { props: object }).props));
  });

  it.each(DROPPED)('is dropped with %s', async (_, changes) => {
    expect(await send({ ...VALID, ...changes })).toBe('invalid_event');
  });

  it('is refused with a time that is too old or in the future', async () => {
    const tooOld = endpoint === 'import' ? 5 * 366 * DAY : 31 * DAY;
    const timeOf = (reason: string) => (endpoint === 'import' ? 'time' : reason);
    expect(await send({ ...VALID, at: NOW - tooOld })).toBe(timeOf('too_old'));
    expect(await send({ ...VALID, at: NOW + 25 * 60 * MINUTE })).toBe(timeOf('in_future'));
    const ahead = await send({ ...VALID, at: NOW + 6 * MINUTE });
    // Only a browser's clock is corrected.
    if (endpoint === 'browser') expect(ahead).toMatchObject({ at: NOW });
    else expect(ahead).toBe(timeOf('in_future'));
  });
});
