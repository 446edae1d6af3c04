import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, BrowserContext } from 'playwright-core';
import { CHROME, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
/** What some browsers (Safari, Brave) make of the age of a cookie that a script writes: at most 7 days. */
const CAP_SCRIPT_COOKIES = `{
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    configurable: true,
    get,
    set(text) { set.call(this, text.replace(/max-age=(\\d+)/, (_, age) => 'max-age=' + Math.min(age, 7 * 86400))); },
  });
}`;

let collector: CollectorFixture;
let pages: Server;
let browser: Browser;
let context: BrowserContext;
/** Host of the collector, as the pages name it. */
let collectorHost = `stats.${SHOP.domain}`;

beforeAll(async () => {
  collector = await startCollector();
  pages = createServer((_, response) => {
    const script = `http://${collectorHost}:${collector.ports['http']}/hw.js`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<script async defer data-site="${SHOP.id}" data-key="${SHOP.key}" src="${script}"></script>`,
    );
  });
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  const hosts = { [`*.${SHOP.domain}`]: '127.0.0.1', 'collect.test': '127.0.0.1' };
  browser = await launchBrowser({ hosts, userAgent: CHROME });
});

beforeEach(async () => {
  context = await browser.newContext();
  await context.addInitScript(CAP_SCRIPT_COOKIES);
});

afterEach(() => context.close());

afterAll(async () => {
  // The browser first: it opens connections ahead of need, and servers that stop would wait for their requests.
  await browser.close();
  pages.closeAllConnections();
  pages.close();
  await collector.stop();
});

/** Opens a page of the shop. @returns the id that the page shows, once its pageview was taken */
async function visit(subdomain: string, clockAheadMs = 0): Promise<string> {
  const page = await context.newPage();
  if (clockAheadMs !== 0) await page.clock.install({ time: Date.now() + clockAheadMs });
  const taken = page.waitForResponse((response) => response.url().includes('/collect?'));
  const { port } = pages.address() as AddressInfo;
  await page.goto(`http://${subdomain}.${SHOP.domain}:${port}/`);
  if (clockAheadMs !== 0) await page.clock.runFor(1_000); // its batching delay uses that clock
  expect((await taken).status()).toBe(202);
  const ref = String(await page.evaluate('headwater.ref'));
  await page.close();
  return ref;
}

async function visitorCookie() {
  const cookie = (await context.cookies()).find(({ name }) => name === 'hw_ref');
  return cookie && { ...cookie, days: (cookie.expires - Date.now() / 1_000) / DAY_SECONDS };
}

/** Pageviews only: engagements depend on the load of the machine. */
const pageviewsOn = (hosts: readonly string[]) =>
  collector.rows(`name = 'pageview' AND hostname IN ('${hosts.join("','")}')`);

describe('the cookie of a visitor, in a browser that keeps those of scripts for 7 days', () => {
  it('is kept for 400 days by a collector within the site, and is one for all subdomains', async () => {
    collectorHost = `stats.${SHOP.domain}`;
    const first = await visit('www');
    const renewed = await waitFor('the renewed cookie', async () => {
      const cookie = await visitorCookie();
      return cookie && cookie.days > 7.5 && cookie;
    });
    expect(renewed).toMatchObject({ value: first, domain: `.${SHOP.domain}`, path: '/', sameSite: 'Lax' });
    expect(renewed.days).toBeGreaterThan(399);
    expect(renewed.days).toBeLessThan(401);

    expect(await visit('app')).toBe(first);
    const rows = await pageviewsOn([`www.${SHOP.domain}`, `app.${SHOP.domain}`]);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map((row) => `${row.visitor_id} ${row.session_id}`)).size).toBe(1);
  });

  it("outlives the browser's copy in localStorage, as the same visitor", async () => {
    collectorHost = `stats.${SHOP.domain}`;
    const first = await visit('a');
    await waitFor('the renewed cookie', async () => ((await visitorCookie())?.days ?? 0) > 7.5);
    // Neither host has the other's localStorage: the id can only come from the cookie.
    expect(await visit('b')).toBe(first);
  });

  it('is not touched by a collector elsewhere', async () => {
    collectorHost = 'collect.test';
    const ref = await visit('elsewhere');
    const cookie = await visitorCookie();
    expect(cookie).toMatchObject({ value: ref });
    expect(cookie?.days).toBeLessThan(7.5);
  });

  it.each([
    ['ahead', 3 * HOUR_MS],
    ['behind', -50 * HOUR_MS],
  ])('is renewed where the clock is %s, and the event is stored at the right time', async (host, ahead) => {
    collectorHost = `stats.${SHOP.domain}`;
    const begin = Date.now();
    const ref = await visit(host, ahead);
    const cookie = await waitFor('the renewed cookie', async () => {
      const one = await visitorCookie();
      return one && one.days > 7.5 && one;
    });
    expect(cookie).toMatchObject({ value: ref });
    const [row] = await pageviewsOn([`${host}.${SHOP.domain}`]);
    const ts = Date.parse(`${row?.ts.replace(' ', 'T')}Z`);
    // Clocks are righted by whole minutes.
    expect(ts).toBeGreaterThanOrEqual(begin - 60_000);
    expect(ts).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});
