import { launchBrowser } from '@headwater/kit/testing/browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startPageHost, type PageHost, type Recorded, type Sent } from './page-host';

/** The first four items of a list. Tests wait for the items that they read. */
type Four<T> = [T, T, T, T];

/** A browser and a server for one test file; every test gets a fresh profile and an empty record. */
export interface BrowserSession {
  host: PageHost;
  context: BrowserContext;
  page: Page;
  /** Error messages that reached the page of this test. */
  pageErrors: string[];
  /** What the script wrote to the console in this test. Leaves out messages of the browser, such as a failed request. */
  consoleMessages: string[];
  /** Absolute URL of a path, on shop.test by default. */
  url: (path: string, name?: string) => string;
  /** Waits for that many requests, of whatever answer. */
  requests: (count: number) => Promise<Four<Recorded>>;
  /** Waits for that many accepted events. */
  events: (count: number) => Promise<Four<Sent['events'][number]>>;
}

/** Registers the hooks; the returned object is filled before each test. */
export function useBrowserSession(): BrowserSession {
  const session = {
    pageErrors: [],
    consoleMessages: [],
    requests: (count: number) =>
      waitFor(`${count} requests`, () => session.host.recorded.length >= count && session.host.recorded),
    events: (count: number) =>
      waitFor(`${count} events`, () => session.host.events().length >= count && session.host.events()),
  } as unknown as BrowserSession;
  let browser: Browser | undefined;

  beforeAll(async () => {
    session.host = await startPageHost();
    session.url = (path, name = 'shop.test') => `http://${name}:${session.host.port}${path}`;
    browser = await launchBrowser({
      hosts: { 'shop.test': '127.0.0.1', '*.shop.test': '127.0.0.1', 'collect.test': '127.0.0.1' },
    });
  }, 60_000);

  beforeEach(async () => {
    const { host, pageErrors, consoleMessages } = session;
    host.recorded.length = host.engagements.length = host.statuses.length = pageErrors.length = 0;
    host.starOrigin = false;
    host.answer = '{}';
    host.release();
    consoleMessages.length = 0;
    for (const path of Object.keys(host.pages)) Reflect.deleteProperty(host.pages, path);
    if (!browser) throw new Error('The browser did not start');
    session.context = await browser.newContext();
    session.context.on('weberror', (error) => pageErrors.push(error.error().message));
    session.context.on('console', (message) => {
      if (message.text().startsWith('Headwater')) consoleMessages.push(message.text());
    });
    session.page = await session.context.newPage();
  });

  afterEach(async () => {
    await session.context.close();
    // Whatever a test does to the page, the tracker itself never breaks it.
    expect(session.pageErrors).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await session.host.close();
  });

  return session;
}
