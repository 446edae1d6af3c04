import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { build, stop } from 'esbuild';
import { useBrowserSession } from './browser-session';
import { snippet, stub } from './page-host';

// A collector that hangs, is down or is blocked must change nothing on the page: not its rendering, its forms or its errors.

const session = useBrowserSession();

/** Far more than a page needs on a busy machine, and far less than a browser waits for a response. */
const MAX_DELAY_MS = 10_000;

const PAGES = {
  'a classic page': '<div id="app"></div><script src="/classic.js"></script>',
  'a page with type=module': '<script type="module" src="/plain.js"></script><div id="app"></div>',
  'a production build of React': '<script type="module" src="/react.js"></script><div id="app"></div>',
  'a production build of Vue': '<script type="module" src="/vue.js"></script><div id="app"></div>',
};
type Kind = keyof typeof PAGES;
const KINDS = Object.keys(PAGES) as Kind[];

beforeAll(async () => {
  const apps = join(packageRoot('@headwater/tracker'), 'test/apps');
  const bundle = async (path: string, app: string, format: 'esm' | 'iife') => {
    const { outputFiles } = await build({
      entryPoints: [join(apps, app)],
      bundle: true,
      minify: true,
      format,
      write: false,
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    });
    session.host.scripts[path] = outputFiles[0]?.text ?? '';
  };
  await bundle('/classic.js', 'plain.mjs', 'iife');
  await bundle('/plain.js', 'plain.mjs', 'esm');
  await bundle('/react.js', 'react.mjs', 'esm');
  await bundle('/vue.js', 'vue.mjs', 'esm');
  await stop();
});

/** The URL of the script on the collector's own host. */
const collectorScript = () => session.url('/hw.js', 'collect.test');

/** Serves the page at `/`, with this head. */
function servePage(kind: Kind, head: string): void {
  session.host.pages['/'] = `${head}${PAGES[kind]}<p id="outcome"></p>`;
}

/** Opens `/` without waiting for its load event, for which a script that hangs is missing. @returns ms until its first render */
async function timeToRender(): Promise<number> {
  const { page, url } = session;
  await page.goto(url('/'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  return (await page.waitForFunction('window.renderedAt')).jsonValue() as Promise<number>;
}

/** Submits the form. @returns the outcome that the page shows */
async function signUp(): Promise<string | null> {
  const { page } = session;
  await page.evaluate("document.querySelector('#outcome').textContent = ''");
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForFunction("document.querySelector('#outcome').textContent");
  return page.textContent('#outcome');
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const names = () => session.host.events().map(({ name }) => name);

describe.each(KINDS)('%s', (kind) => {
  let plainMs: number;
  beforeEach(async () => {
    servePage(kind, '');
    plainMs = await timeToRender();
  });

  test('renders and signs up while the collector hangs, and sends the signup when the script arrives', async () => {
    const { page, host } = session;
    servePage(kind, stub() + snippet('', collectorScript()));
    host.hanging.add('/hw.js').add('/collect');
    expect((await timeToRender()) - plainMs).toBeLessThan(MAX_DELAY_MS);
    expect(host.waiting('/hw.js')).toBe(1);
    expect(await signUp()).toBe('signed up as nobody');
    host.release();
    await session.events(2);
    expect(names()).toEqual(['pageview', 'signup']);
    const ref = (await session.requests(1))[0].body.visitor;
    expect(await page.evaluate('headwater.ref')).toBe(ref);
    expect(await signUp()).toBe(`signed up as ${ref}`);
  });

  test('renders and signs up while the collector refuses connections, and is counted afterwards', async () => {
    servePage(kind, stub() + snippet('', `http://collect.test:${await closedPort()}/hw.js`));
    expect((await timeToRender()) - plainMs).toBeLessThan(MAX_DELAY_MS);
    expect(await signUp()).toBe('signed up as nobody');
    servePage(kind, stub() + snippet('', collectorScript()));
    await timeToRender();
    await session.events(1);
    expect(await signUp()).toMatch(/^signed up as [\da-f-]{36}$/);
  });

  test('renders and signs up while a content blocker blocks the collector', async () => {
    const { context, host } = session;
    await context.route('http://collect.test:*/**', (route) => route.abort('blockedbyclient'));
    servePage(kind, stub() + snippet('', collectorScript()));
    expect((await timeToRender()) - plainMs).toBeLessThan(MAX_DELAY_MS);
    expect(await signUp()).toBe('signed up as nobody');
    expect(host.recorded).toEqual([]);
  });
});

test.each([
  ['hangs', () => session.host.hanging.add('/collect')],
  [
    'refuses connections',
    () => session.context.route('**/collect?*', (route) => route.abort('connectionrefused')),
  ],
])('sends the events of a page whose collect endpoint %s from the next page', async (_, breakCollector) => {
  const { page, host, context, url } = session;
  servePage('a classic page', stub() + snippet());
  await breakCollector();
  await timeToRender();
  await page.waitForFunction('headwater.ref');
  const ref = String(await page.evaluate('headwater.ref'));
  // The page stores the events of its requests when it is left. A beacon of the last 100 ms would get no response, either.
  const isSent = (event: string, requests: number) => async () =>
    host.waiting('/collect') >= requests ||
    (await page.evaluate(`(localStorage.hw_q12 || '').includes('${event}')`));
  // Otherwise one request contains both events.
  await waitFor('the request of the pageview', isSent('pageview', 1));
  expect(await signUp()).toBe(`signed up as ${ref}`);
  await waitFor('the request of the signup', isSent('signup', 2));
  host.pages['/blank'] = ' ';
  await page.goto(url('/blank'));
  await context.unrouteAll();
  host.hanging.clear();
  await page.goto(url('/next'));
  // A body may arrive twice: its events keep their ids. Requests of the test before may still arrive, of another visitor.
  const different = () => {
    const own = host.recorded.filter(({ body }) => body.visitor === ref).flatMap(({ body }) => body.events);
    return [...new Map(own.map(({ id, name }) => [id, name])).values()];
  };
  await waitFor('three different events of the visitor', () => different().length >= 3);
  expect(different().toSorted()).toEqual(['pageview', 'pageview', 'signup']);
});

test('keeps the landing page of a visit if the page changes its address before the script arrives', async () => {
  const { page, host, url } = session;
  host.pages['/'] = stub() + snippet();
  host.hanging.add('/hw.js');
  await page.goto(url('/?utm_source=news#top'), { waitUntil: 'commit' });
  await page.waitForFunction('window.headwater');
  await page.evaluate("history.replaceState({}, '', '/welcome'); headwater.track('early')");
  host.release();
  const events = await session.events(2);
  expect(events.map((event) => event.url)).toEqual([url('/welcome'), url('/welcome')]);
  expect((await session.requests(1))[0].body.session.landing).toBe(url('/?utm_source=news'));
});

test('delivers the calls of a function that the page took from the stub', async () => {
  const { page, host, url } = session;
  host.pages['/'] =
    `${stub()}<script>var { track, page: view } = headwater; track('early', { plan: 'pro' })</script>${snippet()}`;
  await page.goto(url('/'));
  await session.events(2);
  await page.evaluate("track('late'); view()");
  await session.events(4);
  expect(names()).toEqual(['pageview', 'early', 'late', 'pageview']);
});

test('shows null as the visitor id before the script, and before consent', async () => {
  const { page, host, url } = session;
  host.pages['/'] = stub() + snippet('data-consent="required"');
  host.hanging.add('/hw.js');
  await page.goto(url('/'), { waitUntil: 'commit' });
  await page.waitForFunction('window.headwater');
  expect(await page.evaluate('headwater.ref')).toBeNull();
  host.release();
  await page.waitForFunction('!headwater.q');
  expect(await page.evaluate('headwater.ref')).toBeNull();
  await page.evaluate('headwater.consent(true)');
  await session.events(1);
  expect(await page.evaluate('headwater.ref')).toMatch(/^[\da-f-]{36}$/);
});
