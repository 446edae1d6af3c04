import { waitFor } from '@headwater/kit/testing/wait-for';
import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

test.each([503, 429])('sends an event again after a %i, with the same id', async (status) => {
  const { page, url, host } = session;
  host.statuses.push(status);
  await page.goto(url('/'));
  await session.requests(1);
  const stored = () => page.evaluate('localStorage.hw_q12');
  await waitFor('the event to be kept', stored);
  await page.evaluate("dispatchEvent(new Event('online'))");
  const [failed, sent] = await session.requests(2);
  expect(sent.body).toEqual(failed.body);
  expect(await stored()).toBeUndefined();
});

test('sends what happened offline when the network is back', async () => {
  const { page, url, host, context } = session;
  await page.goto(url('/'));
  await session.requests(1);
  await context.setOffline(true);
  await page.evaluate("headwater.track('offline')");
  await waitFor('the event to be kept', () => page.evaluate('localStorage.hw_q12'));
  expect(host.recorded).toHaveLength(1);
  await context.setOffline(false);
  await session.requests(2);
  expect(host.events().map(({ name }) => name)).toEqual(['pageview', 'offline']);
});

test('sends what an earlier page could not', async () => {
  const { page, url, host } = session;
  host.statuses.push(503, 503);
  await page.goto(url('/'));
  await session.requests(1);
  await waitFor('the event to be kept', () => page.evaluate('localStorage.hw_q12'));
  await page.goto(url('/next'));
  await waitFor('both pageviews', () => {
    const urls = host.events().map((event) => event.url);
    return urls.includes(url('/')) && urls.includes(url('/next'));
  });
  const ids = new Set(host.recorded.flatMap(({ body }) => body.events.map(({ id }) => id)));
  expect(ids.size).toBe(2);
});

test('tries again by itself', async () => {
  const { page, url, host } = session;
  host.statuses.push(503);
  await page.goto(url('/'));
  const [failed, sent] = await session.requests(2);
  expect(sent.body.events[0]?.id).toBe(failed.body.events[0]?.id);
});

test('pauses between retries if the collector stays unreachable, as behind a blocker', async () => {
  const { page, url } = session;
  await page.route('**/collect?*', (route) => route.abort());
  await page.addInitScript(`
    window.pauses = [];
    const { setTimeout } = window;
    window.setTimeout = (run, ms) => {
      if (ms >= 1000) pauses.push(ms);
      return setTimeout(run, ms);
    };
  `);
  await page.goto(url('/'));
  // Each fills a request of its own.
  await page.waitForFunction('window.headwater && headwater.ref');
  await page.evaluate(`
    const props = Object.fromEntries(Array.from({ length: 26 }, (_, at) => ['p' + at, 'x'.repeat(500)]));
    for (let count = 0; count < 40; count++) headwater.track('blocked', props);
  `);
  const pauses = await waitFor('as many failures', async () => {
    const seen = await page.evaluate<number[]>('pauses');
    return seen.length >= 40 && seen;
  });
  // Timers beyond the maximum of browsers fire immediately.
  expect(Math.max(...pauses)).toBeGreaterThan(60_000);
  expect(Math.max(...pauses)).toBeLessThan(2 ** 31);
});

test('repeats without cookies what a proxy made the browser refuse', async () => {
  const { page, url, host } = session;
  host.starOrigin = true;
  host.pages['/'] = snippet().replace('/hw.js', url('/hw.js', 'stats.shop.test'));
  await page.goto(url('/'));
  const [refused, sent] = await session.requests(2);
  expect(refused.cookies).toContain('hw_ref=');
  expect(sent.cookies).toBe('');
  expect(sent.body).toEqual(refused.body);
  await waitFor('nothing to be left', async () => (await page.evaluate('localStorage.hw_q12')) === undefined);
});

test('sends the time of its clock with each try, so that the collector can correct it', async () => {
  const { page, url, host } = session;
  const HOURS = 7 * 3_600_000;
  await page.addInitScript(`const now = Date.now; Date.now = () => now() - ${HOURS}`);
  host.statuses.push(503);
  await page.goto(url('/'));
  const [failed, sent] = await session.requests(2);
  await page.evaluate("headwater.track('unsent')");
  await page.goto('about:blank');
  const [, , beacon] = await session.requests(3);
  for (const { sentAt, body } of [failed, sent, beacon]) {
    // Had it stamped its events by another clock than its requests, they would be righted to a wrong time.
    expect(sentAt - Date.parse(body.events[0]?.time ?? '')).toBeLessThan(60_000);
    expect(Date.now() - sentAt - HOURS).toBeLessThan(60_000);
  }
  expect(sent.sentAt).toBeGreaterThan(failed.sentAt);
  expect(sent.body).toEqual(failed.body);
});

test('does not repeat what was refused', async () => {
  const { page, url, host } = session;
  host.statuses.push(403);
  await page.goto(url('/'));
  await session.requests(1);
  await page.evaluate("headwater.track('after')");
  await session.requests(2);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.evaluate("headwater.track('end')");
  await session.requests(3);
  expect(host.events().map(({ name }) => name)).toEqual(['after', 'end']);
});

test('keeps no more than 20 requests for later', async () => {
  const { page, url, host } = session;
  await page.goto(url('/'));
  await session.requests(1);
  host.statuses.push(...Array<number>(200).fill(503));
  await page.evaluate(`for (let i = 0; i < 40; i++) {
    headwater.track('big' + i, Object.fromEntries(Array.from({length: 30}, (_, n) => ['k' + n, 'v'.repeat(600)])));
  }`);
  await waitFor(
    '20 kept',
    async () => (await page.evaluate("localStorage.hw_q12.split('\\n').length")) === 20,
  );
  for (const { body } of host.recorded) expect(JSON.stringify(body).length).toBeLessThan(65_536);
});

test('sends what is waiting by a beacon when the page is left', async () => {
  const { page, url, host } = session;
  host.pages['/'] =
    `<script>addEventListener('pagehide', () => headwater.track('left'))</script>${snippet()}`;
  await page.goto(url('/'));
  await session.requests(1);
  await page.goto(url('/next'));
  await session.requests(3);
  const beacon = host.recorded.find(({ body }) => body.events.some(({ name }) => name === 'left'));
  expect(beacon?.contentType).toMatch(/^text\/plain;\s*charset=utf-8$/i);
  expect(beacon?.body.events[0]?.url).toBe(url('/'));
  const names = host.events().map(({ name }) => name);
  expect(names.sort()).toEqual(['left', 'pageview', 'pageview']);
});

test('batches simultaneous events in one request', async () => {
  const { page, url, host } = session;
  await page.goto(url('/'));
  await session.requests(1);
  await page.evaluate("headwater.track('one'); headwater.track('two')");
  await session.requests(2);
  expect(host.recorded[1]?.body.events.map(({ name }) => name)).toEqual(['one', 'two']);
});

test('never throws into a page that breaks everything it needs', async () => {
  const { page, url } = session;
  await page.addInitScript(`
    window.deny = () => { throw new Error('denied') };
    Object.defineProperty(window, 'localStorage', {get: deny});
    Object.defineProperty(document, 'cookie', {get: deny, set: deny});
    window.fetch = deny;
    navigator.sendBeacon = deny;
  `);
  await page.goto(url('/'));
  const outcome = await page.evaluate(`
    headwater.track('a', new Proxy({}, {ownKeys: deny}));
    headwater.page();
    headwater.consent(false);
    headwater.consent(true);
    dispatchEvent(new Event('pagehide'));
    history.pushState({}, '', '/still-works');
    location.pathname
  `);
  expect(outcome).toBe('/still-works');
});
