import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Page } from 'playwright-core';
import { repositoryRoot } from './child-process';
import { callApi, type System } from './api';
import { waitUntilLoaded, signedInTab, type DashboardTab } from './dashboard-tab';
import { startSeeded } from './start-all-in-one';

const OVERVIEW = '/sites/1';

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

/** About a million events in 90 days. */
const VISITORS_PER_DAY = 3_700;
const CLICKS = 7;
const BUILD_MS = 300_000;

/**
 * `npm run screenshots`, first part: starts a seeded Headwater and a browser, saves a screenshot of each page in deploy/screenshots, and
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
        // An open stream would keep the network busy. Without it, pages poll.
        await tab.context.route(/\/live(\?|$)/, (route) => route.abort());
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

/** Prints the time from a click on a site with a million events until the numbers of its overview were painted. */
async function measureOverview(): Promise<void> {
  const system = await startSeeded({ visitorsPerDay: VISITORS_PER_DAY });
  try {
    const browser = await launchBrowser();
    try {
      const tab = await signedInTab(browser, system);
      await tab.open(OVERVIEW);
      await waitFor('the roll-ups of the days before today', () => hasRollups(system), BUILD_MS);
      await recordPaintTime(tab.page);
      const times: number[] = [];
      for (let click = 0; click < CLICKS; click++) times.push(await paintedAfterClick(tab, OVERVIEW));
      const sorted = times.toSorted((a, b) => a - b);
      console.log(
        `overview of ${await countEvents(system)} events: painted ${sorted[CLICKS >> 1]} ms after the click (${sorted.join(', ')})`,
      );
    } finally {
      await browser.close();
    }
  } finally {
    await system.stop();
  }
}

async function main(): Promise<void> {
  await takeScreenshots();
  await measureOverview();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

/**
 * Makes each page record when it first showed all its numbers without a loading indicator, after the navigation and after a click on a link. A string,
 * because the code runs in the browser.
 */
async function recordPaintTime(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const isComplete = (path) =>
      location.pathname === path &&
      document.querySelector('h1, .state-title') &&
      !document.querySelector('.spinner, [aria-busy=true]') &&
      [...document.querySelectorAll('.tile-value, .site-row-visitors strong')].every(
        ({ textContent }) => !/^(…|\\s*)$/.test(textContent),
      );
    const watch = (path, startMs) => {
      window.paintedAfter = 0;
      const observe = () =>
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      const observer = new MutationObserver(() => {
        if (!isComplete(path)) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => {
          if (isComplete(path)) window.paintedAfter = performance.now() - startMs;
          else observe();
        }));
      });
      observe();
    };
    watch(location.pathname, 0);
    addEventListener('click', ({ target }) => {
      const link = target.closest('a');
      if (link) watch(link.pathname, performance.now());
    }, true);
  })()`);
}

/** Milliseconds from navigation until all numbers were painted. */
async function paintedAfter(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await waitUntilLoaded(page);
  return painted(page);
}

/** Milliseconds from a click on a link in the list of sites until all numbers were painted. The tab has no data of the page yet. */
async function paintedAfterClick(tab: DashboardTab, path: string): Promise<number> {
  const { page } = tab;
  await tab.open('/');
  await page.waitForLoadState('networkidle');
  await page.locator(`main a[href="${path}"]`).first().click();
  return painted(page);
}

async function painted(page: Page): Promise<number> {
  await waitFor('the numbers to be painted', () => page.evaluate<boolean>('window.paintedAfter > 0'), 60_000);
  return Math.round(await page.evaluate<number>('window.paintedAfter'));
}

/** Whether the time range of the overview is read from roll-ups, apart from today. */
async function hasRollups({ apiUrl, token }: System): Promise<boolean> {
  const { headers } = await fetch(`${apiUrl}/api/v1/sites/1/stats?range=30d&series=none`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const rawDays = /(\d+) raw days/.exec(headers.get('server-timing') ?? '')?.[1];
  return rawDays !== undefined && Number(rawDays) <= 1;
}

async function countEvents(system: System): Promise<number> {
  const { body } = await callApi(system, 'GET', '/api/v1/sites/1/events?range=90d');
  const { data } = body as unknown as { data: { events: readonly { events: number }[] } };
  return data.events.reduce((sum, { events }) => sum + events, 0);
}
