import { STORED_IDS, visitorKey as visitorKeyOf } from '@headwater/eventstore/testing/stored-ids';
import { BLANK_EVENT, draftOf, type SentEvent } from './draft-event';
import { NOWHERE } from './ip-address';
import { BROWSER_STEPS, runSteps, SERVER_STEPS, type Steps } from './pipeline';
import type { StepContext } from './step';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const DAY = 86_400_000;
const HOUR = 3_600_000;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const CONTEXT: StepContext = {
  site: { workspaceId: 1, siteId: 2, domain: 'shop.example', scrub: true },
  now: NOW,
  locationOf: (address) => (address === '8.8.8.8' ? { country: 'US', region: 'US-CA' } : NOWHERE),
  isDatacenter: (address) => address === '3.5.140.2',
  isTooFast: (visitorKey) => visitorKey === visitorKeyOf(1, 'robot'),
  storedIds: STORED_IDS,
};
const GOOD: SentEvent = {
  ...BLANK_EVENT,
  name: 'pageview',
  url: 'https://www.shop.example/a',
  visitor: 'v',
  session: 's',
  time: NOW,
  agent: { ...BLANK_EVENT.agent, userAgent: CHROME },
  address: '8.8.8.8',
};

function run(steps: Steps, change: Partial<SentEvent>, context = CONTEXT) {
  const draft = draftOf({ ...GOOD, ...change }, NOW);
  const { kept, dropped } = runSteps(steps, [draft], context, {
    clock: () => undefined,
    took: () => undefined,
    ran: () => undefined,
  });
  return kept.length === 1 ? kept[0] : dropped[0]?.reason;
}

describe('pipeline', () => {
  it.each<[string, Partial<SentEvent>, string]>([
    ['no name', { name: '' }, 'invalid_event'],
    ['a control character in its name', { name: 'a\u0007' }, 'invalid_event'],
    ['no page', { url: '' }, 'invalid_event'],
    ['a page that is no web page', { url: 'file:///a' }, 'invalid_event'],
    ['31 days of age', { time: NOW - 31 * DAY }, 'too_old'],
    ['a time two days ahead', { time: NOW + 2 * DAY }, 'in_future'],
    ['a foreign page', { url: 'https://shop.example.evil.test/' }, 'host_mismatch'],
    ['a page on an address', { url: 'http://127.0.0.1/' }, 'host_mismatch'],
    ['a bot', { agent: { ...GOOD.agent, userAgent: 'Bingbot/2.0' } }, 'bot'],
    ['a browser that a program drives', { webdriver: true }, 'bot'],
    ['an address of rented servers', { address: '3.5.140.2' }, 'bot'],
    ['a visitor faster than a person', { visitor: 'robot' }, 'bot'],
    ['no user agent', { agent: { ...GOOD.agent, userAgent: '' } }, 'bot'],
  ])('drops a browser event with %s', (_what, change, reason) => {
    expect(run(BROWSER_STEPS, change)).toBe(reason);
  });

  it.each([
    ['/admin/*', '/admin/users/7', true],
    ['/admin/*', '/admin', true],
    ['/admin/*', '/administration', false],
    ['/admin*', '/admin', true],
    ['/admin', '/admin/', true],
    ['/admin', '/admin/users', false],
    ['/Admin', '/admin', false],
    ['/*/draft', '/de/posts/draft', true],
    ['/*/draft', '/de/draft/1', false],
    ['/a*a', '/a', false],
    ['/a*b*c', '/axcxbxc', true],
    ['/a*b*c', '/acb', false],
    ['/a.c', '/abc', false],
    ['/*', '/', true],
  ])('excludes with %s the path %s: %s', (pattern, path, isExcluded) => {
    const site = { ...CONTEXT.site, exclusions: { paths: ['/other', pattern], addresses: [] } };
    const result = run(BROWSER_STEPS, { url: `https://shop.example${path}` }, { ...CONTEXT, site });
    expect(result === 'excluded').toBe(isExcluded);
  });

  it.each([
    ['8.8.8.0/24', '8.8.8.8', true],
    ['8.8.8.9', '8.8.8.8', false],
    ['2001:db8::/48', '2001:db8::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['2001:db8::/48', '8.8.8.8', false],
    ['8.8.8.0/24', '', false],
  ])('excludes with %s the address "%s": %s', (subnet, address, isExcluded) => {
    const site = { ...CONTEXT.site, exclusions: { paths: [], addresses: ['192.0.2.1', subnet] } };
    expect(run(BROWSER_STEPS, { address }, { ...CONTEXT, site }) === 'excluded').toBe(isExcluded);
    expect(run(SERVER_STEPS, { address }, { ...CONTEXT, site })).toMatchObject({ ts: NOW });
  });

  it('finds in linear time that a long path misses a pattern', () => {
    const site = { ...CONTEXT.site, exclusions: { paths: [`/${'*a'.repeat(99)}*b`], addresses: [] } };
    const begin = process.cpuUsage();
    const url = `https://shop.example/${'a'.repeat(1_900)}`;
    expect(run(BROWSER_STEPS, { url }, { ...CONTEXT, site })).toMatchObject({ ts: NOW });
    expect(process.cpuUsage(begin).user).toBeLessThan(200_000);
  });

  it.each<[string, Partial<SentEvent>, string]>([
    ['a pageview without a page', { url: '' }, 'invalid_event'],
    ['no visitor', { visitor: ' ' }, 'invalid_event'],
    ['31 days of age', { time: NOW - 31 * DAY }, 'too_old'],
    ['a time ten minutes ahead', { time: NOW + 600_000 }, 'in_future'],
    ['a relayed bot', { agent: { ...GOOD.agent, userAgent: 'Bingbot/2.0' } }, 'bot'],
  ])('drops a server event with %s', (_what, change, reason) => {
    expect(run(SERVER_STEPS, change)).toBe(reason);
  });

  it('ignores the data centre and the rate of a server', () => {
    expect(run(SERVER_STEPS, { address: '3.5.140.2', visitor: 'robot' })).toMatchObject({ ts: NOW });
  });

  it('accepts a server event of any host, and a custom one without a page', () => {
    expect(run(SERVER_STEPS, { url: 'https://elsewhere.example/' })).toMatchObject({ ts: NOW });
    expect(run(SERVER_STEPS, { url: '', name: 'signup' })).toMatchObject({ page: undefined });
  });

  it('keeps the time of the browser up to five minutes ahead, and replaces a later one', () => {
    expect(run(BROWSER_STEPS, { time: NOW - 29 * DAY })).toMatchObject({ ts: NOW - 29 * DAY });
    expect(run(BROWSER_STEPS, { time: NOW + 300_000 })).toMatchObject({ ts: NOW + 300_000 });
    expect(run(BROWSER_STEPS, { time: NOW + 300_001 })).toMatchObject({ ts: NOW });
    expect(run(BROWSER_STEPS, { time: undefined })).toMatchObject({ ts: NOW });
  });

  it.each([-5 * HOUR, 3 * HOUR, 40 * HOUR, 400 * DAY])(
    'corrects the time of a browser whose clock is %i ms off, with the same result for each attempt',
    (off) => {
      const [happened, tries] = [NOW - 20_000, [0, 400, 9_000]];
      const stored = tries.map((late) =>
        run(BROWSER_STEPS, { time: happened + off, sentAt: NOW + off - late }),
      );
      for (const draft of stored) expect(draft).toMatchObject({ ts: happened });
    },
  );

  it('keeps the time of a correct clock, however late the event arrives', () => {
    const time = NOW - 3 * HOUR;
    expect(run(BROWSER_STEPS, { time, sentAt: NOW - 2_000 })).toMatchObject({ ts: time });
  });

  it('sets location, agent and acquisition', () => {
    const landing = 'https://shop.example/?utm_source=chatgpt.com';
    expect(run(BROWSER_STEPS, { landing, referrer: 'https://www.google.com/' })).toMatchObject({
      location: { country: 'US', region: 'US-CA' },
      agent: { device: 'desktop', browser: 'Chrome', os: 'Linux' },
      acquisition: { channel: 'AI Assistants', source: 'ChatGPT', landing: 'shop.example/' },
    });
  });

  it('treats the event as the first of its session without a landing page', () => {
    expect(run(BROWSER_STEPS, { referrer: 'https://www.google.com/' })).toMatchObject({
      acquisition: { channel: 'Organic Search', landing: 'www.shop.example/a' },
    });
  });
});
