import { launchBrowser } from '@headwater/kit/testing/browser';
import type { Locator, Page } from 'playwright-core';
import { pagesOf, signedInTab, type DashboardTab } from './dashboard-tab';
import { startSeeded } from './start-all-in-one';

/** Query of pages whose time range is in the address. */
const RANGE = 'range=365d';
/** Controls of each kind on a page. */
const MAX_CONTROLS = 6;
const CONTROLS = 'main :is(summary, th button, button, [role=tab], .tabs a, .segments a)';
/** Controls that change stored data, or leave the page. */
const AVOIDED =
  /delete|revoke|restore|remove|end |create|save|send|connect|upload|import|export|csv|png|copy|print/i;
/** The browser rounds durations to 8 ms. */
const LIMIT_MS = 100;

interface Interaction {
  readonly name: string;
  /** From the input to the next paint, in milliseconds. */
  readonly ms: number;
}

/**
 * `npm run bench:interactions`: opens each page of a dashboard with 12 months of data, clicks its controls, types into its fields, and prints the longest
 * time from an input to the next paint. Exits with 1 if one is above 100 ms.
 */
async function measureInteractions(): Promise<void> {
  const system = await startSeeded({ visitorsPerDay: 400, days: 365 });
  try {
    const browser = await launchBrowser();
    try {
      const tab = await signedInTab(browser, system);
      await tab.page.addInitScript(RECORD);
      const table: Record<string, object> = {};
      let longest = 0;
      for (const path of pagesOf(1)) {
        const interactions = await interactWith(tab, path);
        const slowest = interactions.toSorted((a, b) => b.ms - a.ms)[0];
        longest = Math.max(longest, slowest?.ms ?? 0);
        table[path] = { interactions: interactions.length, 'longest ms': slowest?.ms, of: slowest?.name };
        console.log(path, JSON.stringify(table[path]));
      }
      console.table(table);
      if (longest > LIMIT_MS) process.exitCode = 1;
    } finally {
      await browser.close();
    }
  } finally {
    await system.stop();
  }
}

/** A string, because the code runs in the browser. Entries below 16 ms are not reported. */
const RECORD = `(() => {
  window.longestInput = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestInput = Math.max(window.longestInput, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
})()`;

async function interactWith(tab: DashboardTab, path: string): Promise<Interaction[]> {
  const address = `${path}${path.includes('?') ? '&' : '?'}${RANGE}`;
  const { page } = tab;
  await tab.open(address);
  const opened = page.url();
  const found: Interaction[] = [];
  /** An input that is not possible, such as on a covered control, is not counted. */
  const measure = async (name: string, act: () => Promise<void>): Promise<void> => {
    await page.evaluate('window.longestInput = 0');
    const isPossible = await act().then(
      () => true,
      () => false,
    );
    await painted(page);
    const ms = await page.evaluate<number>('window.longestInput');
    if (isPossible) found.push({ name, ms });
    else console.log(`${path}: not possible: ${name}`);
    // Closes what a click opened.
    await page.keyboard.press('Escape');
    if (page.url() !== opened) await tab.open(address);
  };
  for (const control of await allOf(page.locator(CONTROLS))) {
    const name = ((await control.getAttribute('aria-label')) ?? (await control.innerText())).trim();
    if (AVOIDED.test(name)) continue;
    await measure(`click on ${name}`, () => control.click({ timeout: 2_000 }));
  }
  for (const field of await allOf(page.locator('main :is(input[type=search], input[type=text])')))
    await measure('typing', async () => {
      await field.click({ timeout: 2_000 });
      await page.keyboard.type('a');
    });
  await measure('opening the palette', () => page.keyboard.press('Control+k'));
  return found;
}

/** The first visible elements. A click can remove others. */
async function allOf(locator: Locator): Promise<Locator[]> {
  const all: Locator[] = [];
  for (const each of await locator.all()) {
    if (all.length === MAX_CONTROLS) break;
    if (await each.isVisible()) all.push(each);
  }
  return all;
}

/** Waits until the input was painted and reported. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))))`,
  );
}

measureInteractions().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
