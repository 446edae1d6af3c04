import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import type { Browser, Page } from 'playwright-core';

/** A test website with three pages on its own port. The browser maps host names to it. */
export interface Shop {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the website. @param snippet script element from the response of `POST /sites` */
export async function startShop(snippet: string): Promise<Shop> {
  const pages: Record<string, string> = {
    '/': '<h1>Shop</h1><a id="pricing" href="/pricing">Pricing</a>',
    '/pricing': '<h1>Pricing</h1><a id="thanks" href="/thanks">Buy</a>',
    '/thanks': '<h1>Thanks</h1>',
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const page = pages[pathname === '/' ? '/' : pathname.replace(/\/$/, '')];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ? `<!doctype html><head>${snippet}</head><body>${page}</body>` : 'not found');
  });
  return listen(server);
}

/** A website with one page and a form, on its own port. */
export interface Website {
  readonly port: number;
  /** The forms that it received. */
  readonly posts: readonly URLSearchParams[];
  close(): Promise<void>;
}

/** Starts a website that serves the page at `/` and answers every POST with "Welcome". */
export async function startWebsite(page: string): Promise<Website> {
  const posts: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'POST') posts.push(new URLSearchParams(body));
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(request.method === 'POST' ? 'Welcome' : page);
    });
  });
  return { posts, ...(await listen(server)) };
}

async function listen(server: Server): Promise<Shop> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The user agent of desktop Chrome. That of headless Chrome would be dropped as a bot. */
export const DESKTOP_CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/** A string, because the code runs in the browser. */
const HIDE_AUTOMATION = `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })`;

interface Visitor {
  readonly page: Page;
  /** Returns `window.headwater.ref`. */
  ref(): Promise<string>;
  track(name: string, props?: Record<string, string | number | boolean>): Promise<void>;
  leave(): Promise<void>;
}

/** A visitor with a browser profile of its own. Launch the browser with the user agent `DESKTOP_CHROME`. */
export async function newVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext();
  // Chromium hides with a flag that it is automated.
  if (IS_FIREFOX) await context.addInitScript(HIDE_AUTOMATION);
  const page = await context.newPage();
  return {
    page,
    ref: async () => {
      await page.waitForFunction('window.headwater && window.headwater.ref');
      return page.evaluate('window.headwater.ref');
    },
    track: async (name, props) => {
      await page.waitForFunction('window.headwater && window.headwater.ref');
      await page.evaluate(`window.headwater.track(${JSON.stringify(name)}, ${JSON.stringify(props ?? {})})`);
    },
    leave: () => context.close(),
  };
}
