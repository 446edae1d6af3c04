import { waitFor } from '@headwater/kit/testing/wait-for';
import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

/** Lets the page believe that time has passed: no test waits for it. */
const pass = (seconds: number) => session.page.evaluate(`window.ahead += ${seconds * 1000}`);
const show = (shown: boolean) =>
  session.page.evaluate(
    `window.away = ${!shown}; document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))`,
  );
const engagements = (count: number) =>
  waitFor(`${count} engagements`, () => {
    const events = session.host.engagements.flatMap((body) => body.events);
    return events.length >= count && events;
  });

beforeEach(async () => {
  await session.page.addInitScript(`
    window.ahead = 0; window.away = false;
    const now = Date.now;
    Date.now = () => now() + window.ahead;
    Object.defineProperty(document, 'hidden', {get: () => window.away});
  `);
});

/** Whole seconds, give or take what the machine needed. */
const about = (seconds: number) => expect.closeTo(seconds, -1.2) as number;

test('reports the engagement time in the current session when the page is hidden, without a pageview', async () => {
  const { page, url, host } = session;
  await page.goto(url('/read'));
  await session.requests(1);
  await pass(40);
  await show(false);
  const [event] = await engagements(1);
  expect(event).toMatchObject({ name: 'engagement', url: url('/read'), props: { duration: about(40) } });
  const [first] = await session.requests(1);
  expect(host.engagements[0]).toMatchObject({ visitor: first.body.visitor, session: first.body.session });
  expect(host.events().map(({ name }) => name)).toEqual(['pageview']);
});

test('does not count the time in which the page is hidden', async () => {
  await session.page.goto(session.url('/'));
  await session.requests(1);
  await show(false);
  await pass(500);
  await show(true);
  await pass(60);
  await show(false);
  const all = await engagements(1);
  expect(all.at(-1)?.props).toEqual({ duration: about(60) });
});

test('reports the engagement time of each page of a single-page application', async () => {
  const { page, url } = session;
  await page.goto(url('/one'));
  await session.requests(1);
  await pass(40);
  await page.evaluate("history.pushState({}, '', '/two')");
  await session.events(2);
  await pass(90);
  await show(false);
  const all = await engagements(2);
  expect(all.map(({ url: at, props }) => [at, props])).toEqual([
    [url('/one'), { duration: about(40) }],
    [url('/two'), { duration: about(90) }],
  ]);
});

test('reports the engagement time when the visitor leaves for another page', async () => {
  const { page, url } = session;
  await page.goto(url('/one'));
  await session.requests(1);
  await pass(40);
  await page.goto(url('/two'));
  const [event] = await engagements(1);
  expect(event).toMatchObject({ url: url('/one'), props: { duration: about(40) } });
});

test('says half an hour at most, and begins no session after the idle time', async () => {
  const { page, url, host } = session;
  await page.goto(url('/'));
  const [first] = await session.requests(1);
  await pass(10_000);
  await show(false);
  const [event] = await engagements(1);
  expect(event?.props).toEqual({ duration: 1800 });
  expect(host.engagements[0]?.session).toEqual(first.body.session);
});

test('reports nothing without consent', async () => {
  const { page, url, host } = session;
  host.pages['/'] = snippet('data-consent="required"');
  await page.goto(url('/'));
  await pass(40);
  await show(false);
  await show(true);
  await page.evaluate('headwater.consent(true)');
  await session.requests(1);
  await page.evaluate('headwater.consent(false)');
  await pass(40);
  await show(false);
  await page.goto(url('/blank'));
  await session.requests(1);
  expect(host.engagements).toEqual([]);
});
