import type { Browser, Page } from 'playwright-core';

/** A plain desktop Chrome: the headless one says so in its user agent and is dropped as a bot. */
export const DESKTOP_CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

export interface Visitor {
  readonly page: Page;
  /** `window.headwater.ref` */
  ref(): Promise<string>;
  track(name: string, props?: Record<string, string | number | boolean>): Promise<void>;
  leave(): Promise<void>;
}

/** A person with a browser profile of their own, in a browser that was launched as `DESKTOP_CHROME`. */
export async function newVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext();
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
