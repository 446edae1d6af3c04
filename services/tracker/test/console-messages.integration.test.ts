import { useBrowserSession } from './browser-session';
import { snippet, stub } from './page-host';

const session = useBrowserSession();

test.each([
  ['data-site', snippet().replace('data-site="12"', '')],
  ['data-key', snippet().replace('data-key="pk_1"', '')],
  ['the value of data-key', snippet().replace('pk_1', '')],
])('reports once in the console that %s is missing, and sends nothing', async (_, incomplete) => {
  const { page, host, url } = session;
  host.pages['/'] = stub() + incomplete;
  await page.goto(url('/'));
  await page.evaluate("headwater.track('signup'); headwater.page(); headwater.consent(true)");
  expect(session.consoleMessages).toEqual([
    'Headwater is off: data-site or data-key is missing. Copy the whole snippet.',
  ]);
  expect(await page.evaluate('headwater.ref')).toBeNull();
  expect(host.recorded).toEqual([]);
});

test('shows once in the console why the collector drops the events of the page', async () => {
  const { page, host, url } = session;
  host.answer = '{"accepted":0,"dropped":[],"detail":"Site 12 counts another host."}';
  await page.goto(url('/'));
  await session.events(1);
  for (const name of ['one', 'two', 'three']) {
    const response = page.waitForResponse(/collect/);
    await page.evaluate(`headwater.track('${name}')`);
    await (await response).finished();
  }
  expect(session.consoleMessages).toEqual(['Headwater: Site 12 counts another host.']);
});

test.each(['', '<html>', 'null', '[]', '7'])('keeps silent about a response of %j', async (answer) => {
  const { page, host, url } = session;
  host.answer = answer;
  await page.goto(url('/'));
  await session.events(1);
  await page.evaluate("headwater.track('next')");
  await session.events(2);
  expect(session.consoleMessages).toEqual([]);
  expect(host.events()).toHaveLength(2);
});
