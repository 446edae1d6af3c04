import { sessionKey, visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { cpuClock } from '@headwater/kit/testing/cpu-clock';
import { waitFor } from '@headwater/kit/testing/wait-for';
import {
  browserEvent,
  CANARY_IP,
  CHROME,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const reasons = async (response: Response): Promise<unknown> => {
  expect(response.status).toBe(202);
  const { accepted, dropped } = (await response.json()) as {
    accepted: number;
    dropped: { reason: string }[];
  };
  return { accepted, reasons: dropped.map(({ reason }) => reason) };
};

describe('POST /collect', () => {
  it('stores an event with the attributes of its request', async () => {
    const body = pageview(
      { props: { plan: 'pro', seats: 3, trial: true }, time: new Date(Date.now() - 60_000).toISOString() },
      {
        session: {
          id: 's-1',
          landing:
            'https://www.shop.example/start?utm_source=google&utm_medium=cpc&utm_campaign=autumn&gclid=x',
          referrer: 'https://www.google.com/search?q=secret',
        },
      },
    );
    const response = await collector.post(body);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ accepted: 1, dropped: [], ids: [body.events[0]?.['id']] });

    const event = body.events[0] as Record<string, string>;
    const [row] = await collector.rows(`event_id = '${event['id']}'`);
    expect(row).toMatchObject({
      workspace_id: SHOP.workspaceId,
      site_id: SHOP.id,
      name: 'pageview',
      visitor_id: visitorKey(SHOP.workspaceId, body.visitor),
      session_id: sessionKey(SHOP.workspaceId, SHOP.id, 's-1'),
      origin: 'browser',
      hostname: 'www.shop.example',
      pathname: '/pricing',
      channel: 'Paid Search',
      source: 'Google',
      referrer: 'www.google.com/search',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'autumn',
      landing: 'www.shop.example/start',
      country: 'US',
      device: 'desktop',
      browser: 'Chrome',
      os: 'Linux',
      rules_version: 5,
      props: { plan: 'pro', seats: '3', trial: 'true' },
    });
    expect(new Date(`${row?.ts.replace(' ', 'T')}Z`).toISOString()).toBe(event['time']);
  });

  it('stores neither address nor query nor raw visitor id anywhere, and logs none of them', async () => {
    const body = pageview();
    await collector.post(body);
    const stored = JSON.stringify(await collector.rows());
    const logged = collector.logLines.join('\n');
    for (const secret of [CANARY_IP, 'secret=1', body.visitor, body.session.id]) {
      expect(stored).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
  });

  it('counts an event that arrives twice once', async () => {
    const body = pageview();
    for (const _ of [1, 2, 3]) expect((await collector.post(body)).status).toBe(202);
    expect(await collector.rows(`event_id = '${String(body.events[0]?.['id'])}'`)).toHaveLength(1);
  });

  it('takes a single event, and a batch of 100, in either content type', async () => {
    const { events, ...rest } = pageview();
    const single = await collector.post(
      { ...rest, event: events[0] },
      { 'content-type': 'application/json; charset=utf-8' },
    );
    expect(await reasons(single)).toEqual({ accepted: 1, reasons: [] });
    const batch = await collector.post({
      ...rest,
      events: Array.from({ length: 100 }, () => browserEvent()),
    });
    expect(await reasons(batch)).toEqual({ accepted: 100, reasons: [] });
  });

  it('lists each dropped event by index, id and reason', async () => {
    const good = browserEvent();
    const foreign = browserEvent({ url: 'https://badshop.example/' });
    const old = browserEvent({ time: new Date(Date.now() - 31 * 86_400_000).toISOString() });
    const ahead = browserEvent({ time: new Date(Date.now() + 2 * 86_400_000).toISOString() });
    const nameless = browserEvent({ name: '' });
    const misshapen = browserEvent({ colour: 'red' });
    const response = await collector.post(
      pageview({}, { events: [misshapen, foreign, good, old, ahead, nameless, 'text', null] }),
    );
    expect(response.status).toBe(202);
    const answer = (await response.json()) as { ids: string[] };
    expect(answer).toEqual({
      accepted: 1,
      dropped: [
        { index: 0, id: misshapen['id'], reason: 'invalid_event' },
        { index: 1, id: foreign['id'], reason: 'host_mismatch' },
        { index: 3, id: old['id'], reason: 'too_old' },
        { index: 4, id: ahead['id'], reason: 'in_future' },
        { index: 5, id: nameless['id'], reason: 'invalid_event' },
        { index: 6, id: answer.ids[6], reason: 'invalid_event' },
        { index: 7, id: answer.ids[7], reason: 'invalid_event' },
      ],
      ids: [
        ...[misshapen, foreign, good, old, ahead, nameless].map((event) => event['id']),
        expect.stringMatching(UUID),
        expect.stringMatching(UUID),
      ],
      detail: expect.stringContaining(`site ${SHOP.id} counts ${SHOP.domain} and its subdomains`),
    });
  });

  it('gives an event of a clock that is hours ahead the time of its arrival', async () => {
    const event = browserEvent({ time: new Date(Date.now() + 3 * 3_600_000).toISOString() });
    expect(await reasons(await collector.post(pageview({}, { events: [event] })))).toEqual({
      accepted: 1,
      reasons: [],
    });
    const [row] = await collector.rows(`event_id = '${String(event['id'])}'`);
    expect(Math.abs(new Date(`${row?.ts.replace(' ', 'T')}Z`).getTime() - Date.now())).toBeLessThan(10_000);
  });

  it('rights the time of an event by the clock of the browser that sent it', async () => {
    const wrong = Date.now() - 7 * 3_600_000;
    const event = browserEvent({ time: new Date(wrong).toISOString() });
    const { url } = collector;
    const body = JSON.stringify(pageview({}, { events: [event] }));
    const headers = { 'content-type': 'text/plain', 'user-agent': CHROME };
    await fetch(`${url}/collect?t=${wrong}`, { method: 'POST', body, headers });
    const [row] = await collector.rows(`event_id = '${String(event['id'])}'`);
    expect(Math.abs(new Date(`${row?.ts.replace(' ', 'T')}Z`).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each(['curl/8.5.0', 'Googlebot/2.1 (+http://www.google.com/bot.html)', ''])(
    'drops the bot %j',
    async (agent) => {
      expect(await reasons(await collector.post(pageview(), { 'user-agent': agent }))).toEqual({
        accepted: 0,
        reasons: ['bot'],
      });
    },
  );

  it('drops all events of an unknown site', async () => {
    const response = await collector.post(
      pageview({}, { site: 999, events: [browserEvent(), browserEvent()] }),
    );
    const { detail } = (await response.clone().json()) as { detail: string };
    expect(detail).toContain('there is no site 999');
    expect(await reasons(response)).toEqual({ accepted: 0, reasons: ['unknown_site', 'unknown_site'] });
  });

  it('refuses a wrong key', async () => {
    const response = await collector.post(pageview({}, { key: 'not-it' }));
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'invalid_site_key', status: 403 });
  });

  it.each([
    ['no JSON', '{"site":', 400, 'invalid_json'],
    ['nothing', '', 400, 'invalid_json'],
    ['a list', '[]', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['depth 20,000', '['.repeat(20_000) + ']'.repeat(20_000), 400, 'invalid_request'],
    [
      'deep props',
      JSON.stringify(pageview({}, { session: { id: 'a', x: { y: {} } } })),
      400,
      'unknown_field',
    ],
    ['an unknown field', JSON.stringify(pageview({}, { colour: 'red' })), 400, 'unknown_field'],
    ['__proto__', JSON.stringify(pageview()).replace('{', '{"__proto__":{"x":1},'), 400, 'unknown_field'],
    ['no events', JSON.stringify(pageview({}, { events: [] })), 400, 'invalid_request'],
    ['101 events', JSON.stringify(pageview({}, { events: Array(101).fill(1) })), 400, 'invalid_request'],
    ['event and events', JSON.stringify(pageview({}, { event: browserEvent() })), 400, 'invalid_request'],
    ['a site that is text', JSON.stringify(pageview({}, { site: '7' })), 400, 'invalid_request'],
    ['a site that is negative', JSON.stringify(pageview({}, { site: -7 })), 400, 'invalid_request'],
    ['no visitor', JSON.stringify(pageview({}, { visitor: undefined })), 400, 'invalid_request'],
    [
      'a visitor with a line break',
      JSON.stringify(pageview({}, { visitor: 'a\nb' })),
      400,
      'invalid_request',
    ],
    ['70 KiB', JSON.stringify(pageview({}, { key: 'k'.repeat(70_000) })), 413, 'payload_too_large'],
  ])('refuses a body with %s', async (_what, body, status, code) => {
    const usedMs = cpuClock();
    const response = await collector.post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, status, type: 'about:blank' });
    expect(usedMs()).toBeLessThan(1_000);
  });

  it('refuses a body of 5 MB without Content-Length', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 80; i++) controller.enqueue(new Uint8Array(65_536));
        controller.close();
      },
    });
    const response = await fetch(`${collector.url}/collect`, {
      method: 'POST',
      body: stream,
      headers: { 'content-type': 'text/plain' },
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const response = await fetch(`${collector.url}/collect`, {
      method: 'POST',
      body: new Uint8Array([0x7b, 0xff, 0xfe]),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
  });

  it.each(['application/x-www-form-urlencoded', 'text/html', 'application/problem+json'])(
    'refuses the content type %s',
    async (type) => {
      const response = await collector.post(pageview(), { 'content-type': type });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
    },
  );

  it('believes X-Forwarded-For only of trusted proxies', async () => {
    const spoofed = pageview();
    await collector.post(spoofed, { 'x-forwarded-for': `${CANARY_IP}, 127.0.0.9` });
    const [row] = await collector.rows(`event_id = '${String(spoofed.events[0]?.['id'])}'`);
    expect(row?.country).toBe('');
  });

  it('marks the site as installed once, also when that fails at first', async () => {
    const local = { site: 8, events: [browserEvent({ url: 'http://localhost:4000/a' })] };
    collector.sites.failNextMarks(2);
    for (const _ of [1, 2, 3]) await collector.post(pageview({}, local));
    await waitFor('the site to be installed', () => collector.sites.installed.includes(8));
    expect(collector.sites.installed.filter((id) => id === 8)).toHaveLength(1);
  });

  it('calls sites once for concurrent requests', async () => {
    const before = collector.sites.verified.length;
    const body = pageview({}, { site: 12_345 });
    await Promise.all(Array.from({ length: 20 }, () => collector.post(body)));
    expect(collector.sites.verified.length - before).toBeLessThanOrEqual(2);
  });

  it('takes a repeated request id and makes one where there is none', async () => {
    const given = await collector.post(pageview(), { 'x-request-id': 'abc-1' });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    expect((await collector.post(pageview())).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });
});
