import type { Clock } from '@headwater/kit/clock';
import {
  CANARY_IP,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

let collector: CollectorFixture;
afterEach(() => collector.stop());

/** The responses to so many concurrent requests that they exceed the smallest limits. */
const flood = (headers: Record<string, string> = {}): Promise<Response[]> =>
  Promise.all(Array.from({ length: 30 }, () => collector.post(pageview(), headers)));
const statuses = (responses: readonly Response[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort();

test('refuses the key of a deleted site within 5 seconds', async () => {
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead };
  collector = await startCollector({}, clock);
  expect((await collector.post(pageview())).status).toBe(202);
  collector.sites.delete(SHOP.id);
  ahead = 4_999;
  const refused = await collector.post(pageview());
  expect(refused.status).not.toBe(202);
  expect(await refused.json()).toMatchObject({ code: 'invalid_site_key' });
});

test('returns 429 to an address with too many requests, readable by its pages', async () => {
  collector = await startCollector({ COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '1' });
  const answers = await flood({ origin: 'https://www.shop.example' });
  expect(statuses(answers)).toEqual([202, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused?.headers.get('access-control-allow-origin')).toBe('*');

  // Another visitor behind the same proxy is let through.
  expect((await collector.post(pageview(), { 'x-forwarded-for': '8.8.4.4' })).status).toBe(202);
  const metrics = await collector.metrics();
  expect(metrics).toMatch(/headwater_requests_limited_total\{limit="address"\} \d/);
  expect(metrics + collector.logLines.join('\n')).not.toContain(CANARY_IP);
});

test('counts an untrusted or silent peer under its own address, whatever it claims', async () => {
  collector = await startCollector({ COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '1', TRUSTED_PROXIES: '' });
  const claims = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      collector.post(pageview(), { 'x-forwarded-for': `203.0.113.${at}` }),
    ),
  );
  expect(statuses(claims)).toEqual([202, 429]);
});

test('limits the events of a site and leaves the other sites alone', async () => {
  collector = await startCollector({ COLLECTOR_SITE_EVENTS_PER_SECOND: '1' });
  const events = Array.from({ length: 100 }, () => pageview().events[0]);
  expect((await collector.post(pageview({}, { events }))).status).toBe(202);
  const refused = await collector.post(pageview({}, { events: events.slice(0, 90) }));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  expect((await collector.post(pageview({}, { site: 8 }))).status).toBe(202);
  // A wrong key is refused and uses no budget.
  expect((await collector.post(pageview({}, { key: 'wrong' }))).status).not.toBe(429);
});
