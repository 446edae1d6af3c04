import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { repositoryRoot } from './child-process';
import { startSeeded } from './dashboard/seeded';
import { signedInTab } from './dashboard/signed-in';
import { usefulAfter, watchUseful } from './dashboard/useful';

/** Each page that is pictured, and how it looks its best. */
const PICTURES = {
  overview: '/sites/1?compare=previous_period',
  sites: '/',
  'add-site': '/sites/new',
  bin: '/bin',
  events: '/sites/1/events?event=purchase&by=props.plan',
  goals: '/sites/1/goals',
  funnels: '/sites/1/funnels',
  quality: '/sites/1/quality',
  install: '/sites/1/install',
  sharing: '/sites/1/sharing',
  settings: '/sites/1/settings',
  revenue: '/revenue',
  customers: '/customers',
  tokens: '/tokens',
  audit: '/audit',
} as const;

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 820 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 820 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

const MOST_BYTES = 150 * 1024;

/**
 * `npm run screenshots`: pictures of the pages, on a Headwater and a browser of their own, in deploy/screenshots, and how
 * long each took from the start of its loading until its figures were painted.
 */
async function takeScreenshots(): Promise<void> {
  const folder = join(repositoryRoot(), 'deploy/screenshots');
  mkdirSync(folder, { recursive: true });
  const system = await startSeeded({ visitorsPerDay: 400 });
  try {
    const browser = await launchBrowser();
    try {
      for (const [look, options] of Object.entries(LOOKS)) {
        const tab = await signedInTab(browser, system, { ...options, reducedMotion: 'reduce' });
        await watchUseful(tab.page);
        for (const [name, path] of Object.entries(PICTURES)) {
          const ms = await usefulAfter(tab.page, `${system.apiUrl}${path}`);
          // Rows ask for their figures by themselves.
          await tab.page.waitForLoadState('networkidle');
          const picture = await tab.page.screenshot();
          if (picture.length > MOST_BYTES) throw new Error(`${name}-${look} has ${picture.length} bytes`);
          writeFileSync(join(folder, `${name}-${look}.png`), picture);
          console.log(
            `deploy/screenshots/${name}-${look}.png  ${picture.length} bytes, useful after ${ms} ms`,
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
