import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('sends the first pageview in the agreed shape, without a preflight', async () => {
  const { page, url } = session;
  await page.goto(url('/pricing?utm_source=news#top'), { referer: 'https://www.google.com/search?q=secret' });
  const [event] = await session.events(1);
  const { body, contentType } = (await session.requests(1))[0];
  expect(contentType).toMatch(/^text\/plain/);
  expect(body).toEqual({
    site: 12,
    key: 'pk_1',
    visitor: expect.stringMatching(UUID) as string,
    // A program drives this browser.
    webdriver: true,
    session: {
      id: expect.stringMatching(UUID) as string,
      landing: url('/pricing?utm_source=news'),
      referrer: 'https://www.google.com/search',
    },
    events: [
      {
        id: expect.stringMatching(UUID) as string,
        name: 'pageview',
        url: url('/pricing?utm_source=news'),
        referrer: 'https://www.google.com/search',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        props: {},
      },
    ],
  });
  expect(Math.abs(Date.parse(event.time) - Date.now())).toBeLessThan(10_000);
  expect(await page.evaluate('headwater.ref')).toBe(body.visitor);
});

test('does not report webdriver for a normal browser', async () => {
  const { page, url } = session;
  await page.addInitScript("Object.defineProperty(Navigator.prototype, 'webdriver', {get: () => false})");
  await page.goto(url('/'));
  expect((await session.requests(1))[0].body).not.toHaveProperty('webdriver');
});

test('runs the calls that were queued before it had loaded, after the first pageview', async () => {
  const { page, host, url } = session;
  host.pages['/'] = `<script>
    window.headwater=window.headwater||{q:[],track(){this.q.push(['track',...arguments])},page(){this.q.push(['page'])}};
    window.kept = headwater;
    headwater.page();
    headwater.track('early', {plan: 'pro', seats: 3, trial: true, no: {deep: 1}, gone: null});
  </script>${snippet()}`;
  await page.goto(url('/'));
  await page.evaluate("kept.track('late')");
  const events = await session.events(3);
  expect(events.map(({ name }) => name)).toEqual(['pageview', 'early', 'late']);
  expect(events[1].props).toEqual({ plan: 'pro', seats: 3, trial: true });
});

test('counts history navigations that change path or query, and going back', async () => {
  const { page, url } = session;
  await page.goto(url('/'));
  await page.evaluate(`
    history.replaceState({a: 1}, '', location.href);
    history.pushState({}, '', '/cart');
    history.pushState({}, '', '#details');
    history.replaceState({}, '', '/cart?step=2#details');
  `);
  await session.events(3);
  await page.goBack();
  const events = await session.events(4);
  expect(events.map((event) => event.url)).toEqual(
    ['/', '/cart', '/cart?step=2', '/cart'].map((path) => url(path)),
  );
  expect(events.map((event) => event.referrer)).toEqual(['', url('/'), url('/cart'), url('/cart?step=2')]);
});

test('counts fragment changes of a hash router, not anchors', async () => {
  const { page, url } = session;
  await page.goto(url('/app#/inbox'));
  await page.evaluate("location.hash = '#/sent'");
  await session.events(2);
  await page.evaluate("location.hash = '#footer'");
  await page.evaluate("location.hash = '#access_token=secret'");
  await page.evaluate("headwater.track('end')");
  const events = await session.events(4);
  expect(events.map(({ name, url: at }) => [name, at])).toEqual([
    ['pageview', url('/app#/inbox')],
    ['pageview', url('/app#/sent')],
    ['pageview', url('/app')],
    ['end', url('/app')],
  ]);
});

test('counts one pageview when the script is on the page twice', async () => {
  const { page, host, url } = session;
  host.pages['/'] = snippet() + snippet() + snippet().replace('"12"', '"13"');
  await page.goto(url('/'));
  await page.evaluate("headwater.track('end')");
  const events = await session.events(2);
  expect(events.map(({ name }) => name)).toEqual(['pageview', 'end']);
});

test('counts a page that was opened in the background when it is first seen', async () => {
  const { page, url, host } = session;
  await page.addInitScript(`
    window.shown = 'hidden';
    Object.defineProperty(document, 'hidden', {get: () => window.shown == 'hidden'});
  `);
  await page.goto(url('/'));
  await page.evaluate("headwater.track('before')");
  expect(await page.evaluate('headwater.ref')).toMatch(UUID);
  expect(host.recorded).toEqual([]);
  await page.evaluate(
    "window.shown = 'visible'; document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))",
  );
  const events = await session.events(2);
  expect(events.map(({ name }) => name)).toEqual(['pageview', 'before']);
});

test('counts a page that is restored from the back/forward cache', async () => {
  const { page, url } = session;
  await page.goto(url('/'));
  await session.events(1);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))");
  const events = await session.events(2);
  expect(events.map((event) => event.url)).toEqual([url('/'), url('/')]);
  expect(events[0].id).not.toBe(events[1].id);
});

test('counts page() beyond the automatic pageview, and refuses reserved and unusable event names', async () => {
  const { page, url } = session;
  await page.goto(url('/'));
  await page.evaluate(`
    headwater.page();
    for (const name of ['pageview', 'engagement', '', 'a\\nb', 'x'.repeat(121), undefined, {}, 7]) headwater.track(name);
    headwater.track('pageviews');
  `);
  const events = await session.events(3);
  expect(events.map(({ name }) => name)).toEqual(['pageview', 'pageview', 'pageviews']);
});
