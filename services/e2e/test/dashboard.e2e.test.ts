import { launchBrowser } from '@headwater/kit/testing/browser';
import type { Browser } from 'playwright-core';
import { describeAccessibility } from '../src/dashboard/accessibility';
import { describeAdministration } from '../src/dashboard/administration';
import { describeExploring } from '../src/dashboard/exploring';
import { describeHostileTexts } from '../src/dashboard/hostile-texts';
import { describeMeasures } from '../src/dashboard/measures';
import { describeOverview } from '../src/dashboard/overview';
import { startSeeded } from '../src/dashboard/seeded';
import { describeSharing } from '../src/dashboard/sharing';
import { describeSignIn } from '../src/dashboard/sign-in';
import { describeSites, SHOP_DOMAIN } from '../src/dashboard/sites';
import { describeUpdating } from '../src/dashboard/updating';
import type { System } from '../src/system';
import { DESKTOP_CHROME } from '../src/visitor';

describe('the dashboard, in a browser on a seeded Headwater', () => {
  let system: System | undefined;
  let browser: Browser | undefined;
  const running = () => system ?? fail('Headwater did not start');
  const opened = () => browser ?? fail('no browser was opened');
  beforeAll(async () => {
    system = await startSeeded();
    browser = await launchBrowser({ hosts: { [SHOP_DOMAIN]: '127.0.0.1' }, userAgent: DESKTOP_CHROME });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  describeSignIn(running, opened);
  describeOverview(running, opened);
  describeExploring(running, opened);
  describeMeasures(running, opened);
  describeAdministration(running, opened);
  describeSites(running, opened);
  describeSharing(running, opened);
  describeUpdating(running, opened);
  describeAccessibility(running, opened);
  describeHostileTexts(running, opened);
});

function fail(why: string): never {
  throw new Error(why);
}
