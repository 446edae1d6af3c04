import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

const stored = async () => {
  const cookies = await session.context.cookies();
  const names = await session.page.evaluate('Object.keys(localStorage)');
  return [...cookies.map(({ name }) => name), ...(names as string[])];
};

/** Leaves the page after the batch delay of 100 ms, so that pending events are sent, the last ones as a beacon. */
async function leavePage(): Promise<void> {
  session.host.pages['/blank'] = '';
  await session.page.goto(session.url('/blank'));
}

test.each([
  ['globalPrivacyControl', 'true', 'gpc'],
  ['doNotTrack', "'1'", 'gpc,dnt'],
])('sends and stores nothing under %s when the site respects it', async (signal, value, respect) => {
  const { page, url, host } = session;
  await page.addInitScript(`Object.defineProperty(navigator, '${signal}', {value: ${value}})`);
  host.pages['/'] = snippet(`data-respect="${respect}"`);
  await page.goto(url('/'));
  await page.evaluate("headwater.track('a'); headwater.page(); headwater.consent(true)");
  expect(await page.evaluate('headwater.ref')).toBeNull();
  await leavePage();
  expect(host.recorded).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('counts a browser with Global Privacy Control when the site does not name it', async () => {
  const { page, url, host } = session;
  await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', {value: true})");
  host.pages['/'] = snippet('data-respect="dnt"');
  await page.goto(url('/'));
  await session.events(1);
});

test('sends and stores nothing before consent; then the page and the calls that waited, from where the visit began', async () => {
  const { page, url, host } = session;
  host.pages['/'] = snippet('data-consent="required"');
  await page.goto(url('/?utm_source=ads'), { referer: 'https://www.bing.com/' });
  await page.evaluate("headwater.track('early'); history.pushState({}, '', '/second')");
  expect(await page.evaluate('headwater.ref')).toBeNull();
  expect(await stored()).toEqual([]);
  expect(host.recorded).toEqual([]);
  await page.evaluate('headwater.consent(true)');
  const sent = await session.events(2);
  expect(sent.map(({ name, url: at }) => [name, at])).toEqual([
    ['pageview', url('/second')],
    ['early', url('/second')],
  ]);
  const [{ body }] = await session.requests(1);
  expect(body.session).toMatchObject({ landing: url('/?utm_source=ads'), referrer: 'https://www.bing.com/' });
  expect(await page.evaluate('headwater.ref')).toBe(body.visitor);
});

test('takes consent that was given before the script had loaded', async () => {
  const { page, url, host } = session;
  host.pages['/'] =
    `<script>window.headwater={q:[['track','early'],['consent',true],['page']]}</script>` +
    snippet('data-consent="required"');
  await page.goto(url('/'));
  const sent = await session.events(2);
  expect(sent.map(({ name }) => name)).toEqual(['pageview', 'early']);
});

test('forgets what waited when the visitor declines', async () => {
  const { page, url, host } = session;
  host.pages['/'] = snippet('data-consent="required"');
  await page.goto(url('/'));
  await page.evaluate(
    "headwater.track('before'); headwater.consent(false); headwater.consent(true); headwater.track('after')",
  );
  const sent = await session.events(2);
  expect(sent.map(({ name }) => name)).toEqual(['pageview', 'after']);
});

test('removes everything when consent is withdrawn, and sends no more', async () => {
  const { page, url, host } = session;
  host.pages['/'] = snippet();
  await page.goto(url('/'));
  await session.events(1);
  expect(await stored()).not.toEqual([]);
  await page.evaluate("headwater.track('unsent'); headwater.consent(false); headwater.track('after')");
  expect(await page.evaluate('headwater.ref')).toBeNull();
  expect(await stored()).toEqual([]);
  await leavePage();
  expect(host.events().map(({ name }) => name)).toEqual(['pageview']);
  expect(await stored()).toEqual([]);
});
