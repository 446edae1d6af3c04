import { launchBrowser } from '@headwater/kit/testing/browser';
import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { START_TIMEOUT_MS } from '../../src/child-process';
import { DESKTOP_CHROME } from '../../src/shop';
import { startSeeded } from '../../src/start-all-in-one';
import { SHOP_DOMAIN } from './sites';

/** Tests of one part of the dashboard, with functions that return the running system and the browser. */
type DescribePart = (running: () => System, opened: () => Browser) => void;

/** Runs tests of the dashboard one after the other with a seeded system and a browser of their own. */
export function describeDashboard(...parts: readonly DescribePart[]): void {
  describe('the dashboard of a seeded Headwater', () => {
    let system: System | undefined;
    let browser: Browser | undefined;
    beforeAll(async () => {
      system = await startSeeded();
      browser = await launchBrowser({ hosts: { [SHOP_DOMAIN]: '127.0.0.1' }, userAgent: DESKTOP_CHROME });
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await browser?.close();
      await system?.stop();
    });

    for (const describePart of parts)
      describePart(
        () => system ?? fail('Headwater did not start'),
        () => browser ?? fail('the browser did not start'),
      );
  });
}

function fail(reason: string): never {
  throw new Error(reason);
}
