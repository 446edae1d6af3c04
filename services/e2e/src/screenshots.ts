import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Page } from 'playwright-core';
import { repositoryRoot } from './child-process';
import { waitUntilLoaded, signedInTab } from './dashboard-tab';
import { startSeeded } from './start-all-in-one';

/** The path of each screenshot. */
const PAGES = {
  overview: '/sites/1?compare=previous_period',
  sites: '/',
  'add-site': '/sites/new',
  trash: '/trash',
  events: '/sites/1/events?event=purchase&by=props.plan',
  goals: '/sites/1/goals',
  journeys: '/sites/1/journeys',
  retention: '/sites/1/journeys?show=retention&range=90d',
  quality: '/sites/1/quality',
  install: '/sites/1/install',
  sharing: '/sites/1/sharing',
  data: '/sites/1/data',
  settings: '/sites/1/settings',
  setup: '/setup',
  revenue: '/revenue',
  acquisition: '/acquisition?range=90d',
  attribution: '/attribution?range=90d',
  cohorts: '/cohorts?by=channel',
  customers: '/customers',
  customer: '/customers/1',
  integrations: '/integrations',
  tokens: '/tokens',
  agents: '/agents',
  audit: '/audit',
} as const;

const VARIANTS = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 820 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 820 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

const MAX_BYTES = 200 * 1024;

/**
 * `npm run screenshots`: starts a seeded Headwater and a browser, saves a screenshot of each page in deploy/screenshots, and
 * prints the time from navigation until the numbers were painted.
 */
async function takeScreenshots(): Promise<void> {
  const folder = join(repositoryRoot(), 'deploy/screenshots');
  mkdirSync(folder, { recursive: true });
  const system = await startSeeded({ visitorsPerDay: 400 });
  try {
    const browser = await launchBrowser();
    try {
      for (const [variant, options] of Object.entries(VARIANTS)) {
        const tab = await signedInTab(browser, system, { ...options, reducedMotion: 'reduce' });
        await recordPaintTime(tab.page);
        for (const [name, path] of Object.entries(PAGES)) {
          const ms = await paintedAfter(tab.page, `${system.apiUrl}${path}`);
          // Rows load their numbers with further requests.
          await tab.page.waitForLoadState('networkidle');
          const image = await tab.page.screenshot();
          if (image.length > MAX_BYTES)
            throw new Error(`${name}-${variant}.png has ${image.length} bytes (limit ${MAX_BYTES})`);
          writeFileSync(join(folder, `${name}-${variant}.png`), image);
          console.log(
            `deploy/screenshots/${name}-${variant}.png  ${image.length} bytes, painted after ${ms} ms`,
          );
        }
        await tab.context.close();
      }
    } finally {
      await browser.close();
    }
  } finally {
    await system.stop();
  }
}

takeScreenshots().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

/**
 * Makes each page record when it first showed all its numbers without a loading indicator. A string, because the code runs in
 * the browser.
 */
export async function recordPaintTime(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const isComplete = () =>
      document.querySelector('h1, .state-title') &&
      !document.querySelector('.spinner, [aria-busy=true]') &&
      [...document.querySelectorAll('.tile-value, .site-row-visitors strong')].every(
        ({ textContent }) => !/^(…|\\s*)$/.test(textContent),
      );
    const observer = new MutationObserver(() => {
      if (!isComplete()) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => {
        if (isComplete()) window.paintedAfter = performance.now();
        else observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  })()`);
}

/** Milliseconds from navigation until all numbers were painted. */
export async function paintedAfter(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await waitUntilLoaded(page);
  await waitFor('the numbers to be painted', () => page.evaluate<boolean>('window.paintedAfter > 0'), 60_000);
  return Math.round(await page.evaluate<number>('window.paintedAfter'));
}
