import { launchBrowser } from '@headwater/kit/testing/browser';
import type { Browser } from 'playwright-core';
import { START_TIMEOUT_MS } from '../src/child-process';
import type { System } from '../src/api';
import { DESKTOP_CHROME } from '../src/shop';
import { startSeeded } from '../src/start-all-in-one';
import { describeAccessibility } from './dashboard/accessibility';
import { describeAdministration } from './dashboard/administration';
import { describeAnnotations } from './dashboard/annotations';
import { describeAttribution } from './dashboard/attribution';
import { describeComparedRows } from './dashboard/compared-rows';
import { describeCustomers } from './dashboard/customers';
import { describeExploring } from './dashboard/exploring';
import { describeFailures } from './dashboard/failures';
import { describeHostileTexts } from './dashboard/hostile-texts';
import { describeImported } from './dashboard/imported';
import { describeIntegrations } from './dashboard/integrations';
import { describeLanguages } from './dashboard/languages';
import { describeMeasures } from './dashboard/measures';
import { describeOverview } from './dashboard/overview';
import { describeSavedViews } from './dashboard/saved-views';
import { describeSetup } from './dashboard/setup';
import { describeSharing } from './dashboard/sharing';
import { describeShortcuts } from './dashboard/shortcuts';
import { describeSignIn } from './dashboard/sign-in';
import { describeSites, SHOP_DOMAIN } from './dashboard/sites';
import { describeSwitching } from './dashboard/switching';
import { describeUpdating } from './dashboard/updating';

describe('the dashboard of a seeded Headwater', () => {
  let system: System | undefined;
  let browser: Browser | undefined;
  const running = () => system ?? fail('Headwater did not start');
  const opened = () => browser ?? fail('the browser did not start');
  beforeAll(async () => {
    system = await startSeeded();
    browser = await launchBrowser({ hosts: { [SHOP_DOMAIN]: '127.0.0.1' }, userAgent: DESKTOP_CHROME });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  describeSignIn(running, opened);
  describeOverview(running, opened);
  describeComparedRows(running, opened);
  describeAnnotations(running, opened);
  describeSavedViews(running, opened);
  describeExploring(running, opened);
  describeMeasures(running, opened);
  describeCustomers(running, opened);
  describeAttribution(running, opened);
  describeSetup(running, opened);
  describeImported(running, opened);
  describeAdministration(running, opened);
  describeIntegrations(running, opened);
  describeSites(running, opened);
  describeSwitching(running, opened);
  describeLanguages(running, opened);
  describeShortcuts(running, opened);
  describeSharing(running, opened);
  describeFailures(running, opened);
  describeUpdating(running, opened);
  describeAccessibility(running, opened);
  describeHostileTexts(running, opened);
});

function fail(reason: string): never {
  throw new Error(reason);
}
