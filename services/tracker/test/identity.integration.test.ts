import { waitFor } from '@headwater/kit/testing/wait-for';
import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

test('keeps visitor and session from page to page', async () => {
  const { page, url } = session;
  await page.goto(url('/?utm_campaign=spring'), { referer: 'https://chatgpt.com/' });
  await session.requests(1);
  await page.goto(url('/pricing'));
  const [first, second] = await session.requests(2);
  expect(second.body.visitor).toBe(first.body.visitor);
  expect(second.body.session).toEqual({
    id: first.body.session.id,
    landing: url('/?utm_campaign=spring'),
    referrer: 'https://chatgpt.com/',
  });
  expect(second.body.events[0]?.url).toBe(url('/pricing'));
});

test('keeps the session and its source after a payment page', async () => {
  const { page, url } = session;
  await page.goto(url('/?utm_source=news'), { referer: 'https://www.google.com/' });
  await session.requests(1);
  await page.goto(url('/paid'), { referer: 'https://checkout.stripe.com/' });
  const [first, second] = await session.requests(2);
  expect(second.body.session).toEqual(first.body.session);
  expect(second.body.events[0]?.referrer).toBe('https://checkout.stripe.com/');
});

test('begins a new session after 30 minutes without an event', async () => {
  const { page, url } = session;
  await page.clock.install();
  await page.goto(url('/first'));
  await page.clock.runFor(1000);
  await session.requests(1);
  await page.clock.fastForward(29 * 60_000);
  await page.evaluate("headwater.track('within')");
  await page.clock.runFor(1000);
  await session.requests(2);
  await page.clock.fastForward(31 * 60_000);
  await page.evaluate("history.pushState({}, '', '/later')");
  await page.clock.runFor(1000);
  const [first, within, later] = await session.requests(3);
  expect(within.body.session.id).toBe(first.body.session.id);
  expect(later.body.session.id).not.toBe(first.body.session.id);
  expect(later.body.session.landing).toBe(url('/later'));
  expect(later.body.visitor).toBe(first.body.visitor);
});

test('sees one visitor and one session across the subdomains of a site', async () => {
  const { page, url, context } = session;
  await page.goto(url('/', 'www.shop.test'));
  await session.requests(1);
  await page.goto(url('/signup', 'app.eu.shop.test'));
  const [first, second] = await session.requests(2);
  expect(second.body.visitor).toBe(first.body.visitor);
  expect(second.body.session).toEqual(first.body.session);
  const cookies = await context.cookies();
  expect(cookies.map(({ name, domain, sameSite }) => [name, domain, sameSite]).sort()).toEqual([
    ['hw_ref', '.shop.test', 'Lax'],
    ['hw_s12', '.shop.test', 'Lax'],
  ]);
  const days = ((cookies.find(({ name }) => name === 'hw_ref')?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(399);
});

test('writes secure cookies on https', async () => {
  const { page, url, context } = session;
  // The test answers for the https site, so no certificate is needed.
  await page.route('https://www.shop.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await context.request.get(url(pathname, '127.0.0.1')) });
  });
  await page.goto('https://www.shop.test/');
  await waitFor('the cookies', async () => (await context.cookies()).length === 2);
  const cookies = await context.cookies();
  expect(cookies.map(({ domain, secure }) => [domain, secure])).toEqual([
    ['.shop.test', true],
    ['.shop.test', true],
  ]);
});

test('restores the visitor from localStorage if the cookie is missing', async () => {
  const { page, url, context } = session;
  await page.goto(url('/'));
  await session.requests(1);
  await context.clearCookies();
  await page.goto(url('/again'));
  const [first, second] = await session.requests(2);
  expect(second.body.visitor).toBe(first.body.visitor);
});

test('replaces a visitor cookie that holds no id', async () => {
  const { page, url, context } = session;
  await context.addCookies([{ name: 'hw_ref', value: '%zz', domain: '.shop.test', path: '/' }]);
  await page.goto(url('/'));
  const [first] = await session.requests(1);
  expect(first.body.visitor).toMatch(/^[\da-f-]{36}$/);
});

test('uses no cookie with data-storage="local"', async () => {
  const { page, url, context, host } = session;
  host.pages['/'] = snippet('data-storage="local"');
  await page.goto(url('/'));
  await session.requests(1);
  await page.goto(url('/?again'));
  const [first, second] = await session.requests(2);
  expect(second.body.visitor).toBe(first.body.visitor);
  expect(await context.cookies()).toEqual([]);
});

test('stores nothing with data-storage="none"', async () => {
  const { page, url, context, host } = session;
  host.pages['/'] = snippet('data-storage="none"');
  await page.goto(url('/'));
  await session.requests(1);
  await page.evaluate("headwater.track('more')");
  const [first, second] = await session.requests(2);
  expect(second.body.visitor).toBe(first.body.visitor);
  expect(second.body.session).toEqual(first.body.session);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate('localStorage.length')).toBe(0);
});

test('works with in-memory ids in a sandboxed frame, where cookies and localStorage are denied', async () => {
  const { page, url, host } = session;
  host.pages['/'] = '<iframe sandbox="allow-scripts" src="/framed"></iframe>';
  await page.goto(url('/'));
  const [first] = await session.requests(1);
  expect(first.body.events[0]?.url).toBe(url('/framed'));
  expect(first.body.visitor).toMatch(/^[\da-f-]{36}$/);
});

test('keeps the cookie small when the landing URL is long, and what decides the channel in it', async () => {
  const { page, url, context } = session;
  const long = 'x'.repeat(1500);
  await page.goto(url(`/?noise=${long}&utm_source=ads&utm_medium=cpc&gclid=G1`));
  const [first] = await session.requests(1);
  expect(first.body.session.landing).toBe(url('/?utm_source=ads&utm_medium=cpc&gclid=G1'));
  expect(first.body.events[0]?.url).toContain(long);
  const cookie = (await context.cookies()).find(({ name }) => name === 'hw_s12');
  expect(cookie?.value.length).toBeLessThan(400);
});

test('sends cookies only to a collector within the site', async () => {
  const { page, url, host } = session;
  host.pages['/inside'] = snippet().replace('/hw.js', url('/hw.js', 'stats.shop.test'));
  host.pages['/outside'] = snippet().replace('/hw.js', url('/hw.js', 'collect.test'));
  await page.goto(url('/inside'));
  await session.requests(1);
  await page.goto(url('/outside'));
  const [inside, outside] = await session.requests(2);
  expect(inside.cookies).toContain(`hw_ref=${inside.body.visitor}`);
  expect(outside.cookies).toBe('');
});
