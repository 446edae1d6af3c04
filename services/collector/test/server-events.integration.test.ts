import { randomUUID } from 'node:crypto';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import {
  CANARY_IP,
  CHROME,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

const MINUTE = 60_000;
const NOON = Date.now() - 5 * 86_400_000;

let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

function event(minutes: number, fields: Partial<ServerEvent> = {}): ServerEvent {
  return {
    index: 0,
    eventId: randomUUID(),
    anonymousId: 'visitor-1',
    name: 'pageview',
    url: 'https://shop.example/',
    time: new Date(NOON + minutes * MINUTE).toISOString(),
    props: {},
    ...fields,
  };
}

async function send(
  ...events: ServerEvent[]
): Promise<{ accepted: number; dropped: { reason: string; id: string; field: string; message: string }[] }> {
  return collector.rpc.calls.IngestEvents(
    { siteId: SHOP.id, domain: SHOP.domain, events: events.map((one, index) => ({ ...one, index })) },
    { workspaceId: SHOP.workspaceId },
  );
}

const stored = (event: ServerEvent) => collector.rows(`event_id = '${String(event.eventId)}'`);

describe('IngestEvents', () => {
  it('stores an event of a server with its own agent and address, and never makes the site installed', async () => {
    const one = event(0, {
      anonymousId: 'full',
      url: 'https://shop.example/a/?utm_source=facebook&utm_medium=paid',
      userAgent: CHROME,
      ip: CANARY_IP,
      props: { plan: 'pro' },
    });
    expect(await send(one)).toEqual({ accepted: 1, dropped: [] });
    expect(await stored(one)).toEqual([
      expect.objectContaining({
        origin: 'server',
        workspace_id: SHOP.workspaceId,
        pathname: '/a',
        channel: 'Paid Social',
        source: 'Facebook',
        country: 'US',
        device: 'desktop',
        browser: 'Chrome',
        props: { plan: 'pro' },
      }),
    ]);
    expect(collector.sites.installed).toEqual([]);
  });

  it('continues the session of the last 30 minutes and starts a new one after', async () => {
    const first = event(0, {
      anonymousId: 'walker',
      referrer: 'https://www.google.com/',
      ip: CANARY_IP,
      userAgent: CHROME,
    });
    const second = event(29, { anonymousId: 'walker', url: 'https://shop.example/b?utm_source=newsletter' });
    const third = event(59, { anonymousId: 'walker', name: 'signup', url: '' });
    const fourth = event(90, { anonymousId: 'walker', referrer: 'https://chatgpt.com/' });
    await send(first);
    await send(fourth, third, second);
    const rows = (await Promise.all([first, second, third, fourth].map(stored))).map(([row]) => row);
    expect(new Set(rows.slice(0, 3).map((row) => row?.session_id)).size).toBe(1);
    expect(rows[3]?.session_id).not.toBe(rows[0]?.session_id);
    expect(rows.map((row) => row?.channel)).toEqual([
      'Organic Search',
      'Organic Search',
      'Organic Search',
      'AI Assistants',
    ]);
    expect(rows.slice(0, 3).map((row) => [row?.country, row?.browser, row?.landing])).toEqual(
      Array(3).fill(['US', 'Chrome', 'shop.example/']),
    );
  });

  it('gives a repeated event the session that it had', async () => {
    const one = event(0, { anonymousId: 'repeater' });
    await send(one);
    const [before] = await stored(one);
    await send(one);
    expect(await stored(one)).toEqual([expect.objectContaining({ session_id: before?.session_id })]);
  });

  it('joins the session of a browser when its id is given', async () => {
    const session = randomUUID();
    const body = pageview(
      {},
      { visitor: 'browser-1', session: { id: session, landing: 'https://shop.example/?utm_medium=email' } },
    );
    expect((await collector.post(body)).status).toBe(202);
    const one = event(0, {
      anonymousId: 'browser-1',
      sessionId: session,
      name: 'purchase',
      url: '',
      time: new Date().toISOString(),
    });
    await send(one);
    const [seen] = await collector.rows(`event_id = '${String(body.events[0]?.['id'])}'`);
    expect(await stored(one)).toEqual([
      expect.objectContaining({
        session_id: seen?.session_id,
        channel: 'Email',
        browser: 'Chrome',
        country: 'US',
      }),
    ]);
  });

  it('does not use an event without session attributes as a first touch', async () => {
    const renewal = event(0, { anonymousId: 'subscriber', name: 'renewed', url: '' });
    await send(renewal);
    expect(await stored(renewal)).toEqual([
      expect.objectContaining({ channel: '', rules_version: 0, pathname: '' }),
    ]);
  });

  it('drops what cannot be counted and keeps the rest', async () => {
    const answer = await send(
      event(0, { anonymousId: '' }),
      event(0, { url: '' }),
      event(0, { url: '/pricing' }),
      event(0, { time: 'yesterday' }),
      event(0, { eventId: 'no-uuid' }),
      event(0, { props: { 'a b': '1' } }),
      event(-40 * 24 * 60),
      event(0, { time: new Date(Date.now() + 10 * MINUTE).toISOString() }),
      event(0, { userAgent: 'Googlebot/2.1' }),
      event(0, { name: 'x'.repeat(121) }),
      event(0, { anonymousId: 'kept' }),
    );
    expect(answer.accepted).toBe(1);
    expect(answer.dropped.map(({ reason, field, message }) => [reason, field, message])).toEqual([
      ['invalid_event', 'anonymous_id', 'must not be empty'],
      ['invalid_event', 'url', expect.stringContaining('is required for a pageview')],
      ['invalid_event', 'url', expect.stringContaining('must be a full URL')],
      ['invalid_event', 'time', expect.stringContaining('2026-10-25T02:00:00Z')],
      ['invalid_event', 'event_id', 'must be a UUID'],
      ['invalid_event', 'props', expect.stringContaining('invalid key')],
      ['too_old', 'time', expect.stringContaining('30 days')],
      ['in_future', 'time', expect.stringContaining('5 minutes')],
      ['bot', 'user_agent', expect.stringContaining('crawler')],
      ['invalid_event', 'name', 'must have at most 120 characters'],
    ]);
  });

  it.each(['auth0|5f7c', 'a/b+c=d', 'with space', '用户1', '😀'.repeat(128)])(
    'takes the visitor id %j, as the collector does',
    async (id) => {
      const one = event(0, { anonymousId: id });
      expect(await send(one)).toEqual({ accepted: 1, dropped: [] });
      const body = pageview({}, { visitor: id });
      expect((await collector.post(body)).status).toBe(202);
      const [seen] = await collector.rows(`event_id = '${String(body.events[0]?.['id'])}'`);
      expect(await stored(one)).toEqual([expect.objectContaining({ visitor_id: seen?.visitor_id })]);
    },
  );

  it('stores the property __proto__', async () => {
    const one = event(0, {
      props: JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>,
    });
    expect(await send(one)).toEqual({ accepted: 1, dropped: [] });
    const [row] = await stored(one);
    expect(Object.entries(row?.props ?? {}).sort()).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('does not mix visitors of the same name in two workspaces', async () => {
    const one = event(0, { anonymousId: 'shared', referrer: 'https://www.bing.com/' });
    await send(one);
    const other = event(1, { anonymousId: 'shared' });
    await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events: [other] },
      { workspaceId: 99 },
    );
    const [[mine], [theirs]] = [await stored(one), await stored(other)];
    expect(theirs?.visitor_id).not.toBe(mine?.visitor_id);
    expect(theirs?.channel).toBe('Direct');
  });

  it('takes 1,000 events of 30 days in one call and refuses 1,001', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => event(-i * 34, { anonymousId: `bulk-${i % 50}` }));
    expect(await send(...many)).toEqual({ accepted: 1_000, dropped: [] });
    await expect(send(...many, event(0))).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('refuses a call without a workspace', async () => {
    await expect(
      collector.rpc.calls.IngestEvents({ siteId: SHOP.id, domain: SHOP.domain, events: [event(0)] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
