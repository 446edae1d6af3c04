import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';

/** Tests what a user sees while the API is slow or fails, and where nothing matches. */
export function describeFailures(system: () => System, browser: () => Browser): void {
  describe('while the API is slow or fails', () => {
    let tab: DashboardTab;
    beforeEach(async () => {
      tab = await signedInTab(browser(), system());
      await refuseBatches(tab.page);
    });
    afterEach(async () => {
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    const unavailable = {
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, code: 'upstream_unavailable', detail: 'Retry in 1 s.' }),
    };

    test('one error describes a failed overview, not one per card', async () => {
      await tab.page.route('**/api/v1/sites/1/stats*', (route) => route.fulfill(unavailable));
      await tab.open('/sites/1');
      expect(await tab.page.getByRole('alert').count()).toBe(1);
      expect(await tab.page.getByText('Retry in 1 s.').count()).toBe(1);
    });

    test('the visits are shown while the revenue of the sources fails', async () => {
      await tab.page.route('**/api/v1/sites/1/stats*revenue*', (route) => route.fulfill(unavailable));
      await tab.open('/sites/1?range=30d');
      await visits().locator('.chart').waitFor();
      await tab.page.getByRole('region', { name: 'Pages' }).getByRole('table').waitFor();
      const sources = tab.page.getByRole('region', { name: 'Sources' });
      await sources.getByText('Retry in 1 s.').waitFor();
      expect(await tab.page.getByRole('alert').count()).toBe(1);

      await tab.page.unrouteAll();
      await sources.getByRole('button', { name: 'Try again' }).click();
      await sources.getByRole('table').waitFor();
    });

    test('the sources say why they have no costs', async () => {
      await tab.page.route('**/api/v1/customers*', (route) => route.fulfill(unavailable));
      await tab.open('/sites/1?range=30d');
      const card = tab.page.getByRole('region', { name: 'Sources' });
      await card.getByText('Without costs: Retry in 1 s.').waitFor();
    });

    test('the tile of the signups says why they are unknown', async () => {
      await tab.page.route('**/api/v1/customers*site*', (route) => route.fulfill(unavailable));
      await tab.open('/sites/1?range=30d');
      await visits().getByRole('alert').getByText('Retry in 1 s.').waitFor();
      expect(await tab.page.locator('.tile', { hasText: 'Signups' }).textContent()).toBe('Signups–');
      expect(await tab.page.getByRole('alert').count()).toBe(1);
    });

    test('a failed repeat keeps the numbers of the realtime card', async () => {
      await tab.open('/sites/1');
      const card = tab.page.getByRole('region', { name: 'Right now' });
      await card.locator('.realtime-visitors').waitFor();
      for (const path of ['realtime', 'live'])
        await tab.page.route(`**/api/v1/sites/1/${path}*`, (route) => route.fulfill(unavailable));
      await card.getByRole('alert').waitFor();
      expect(await card.locator('.realtime-visitors strong').textContent()).toMatch(/^\d/);
    });

    /** Holds the requests for the stats until the returned function is called. */
    const holdStats = async (): Promise<() => void> => {
      let respond = (): void => undefined;
      const responding = new Promise<void>((resolve) => (respond = resolve));
      await tab.page.route('**/api/v1/sites/1/stats*', async (route) => {
        await responding;
        await route.continue();
      });
      return respond;
    };
    const visits = () => tab.page.getByRole('region', { name: 'Visits', exact: true });

    test('a card reports that its data takes long', async () => {
      const respond = await holdStats();
      await tab.page.goto(`${system().apiUrl}/sites/1`);
      await visits().getByText('Still counting …').waitFor();
      respond();
      await waitUntilLoaded(tab.page);
      expect(await tab.page.getByText('Still counting').count()).toBe(0);
    });

    test.each([
      ['of a new page', ''],
      ['of another time range', '7 days'],
    ])('a slow request %s can be stopped and sent again', async (_, range) => {
      const { page } = tab;
      if (range !== '') await tab.open('/sites/1');
      const respond = await holdStats();
      if (range === '') await page.goto(`${system().apiUrl}/sites/1`);
      else await page.getByRole('link', { name: range }).click();
      const stop = visits().getByRole('button', { name: 'Stop' });
      await stop.waitFor();
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1);
      // Playwright reports no cancelled request of Firefox.
      const aborted = IS_FIREFOX
        ? undefined
        : page.waitForEvent('requestfailed', (request) => request.url().includes('/stats?'));
      await stop.click();
      await aborted;
      await waitUntilLoaded(page);
      expect(await page.getByRole('alert').locator('.state-title').allTextContents()).toEqual(['Stopped']);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Try again');

      respond();
      await page.keyboard.press('Enter');
      await visits().locator('.chart').waitFor();
      await waitUntilLoaded(page);
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  test('menu links keep the time range and the filters that the page accepts', async () => {
    const tab = await signedInTab(browser(), system());
    const { page, context } = tab;
    await tab.open(
      '/sites/1?range=90d&compare=previous_period&filter[country]=DE&filter[entry_page]=/pricing',
    );
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.waitForURL(/\/sites\/1\/events\?range=90d&compare=previous_period&filter\[country\]=DE$/);
    await waitUntilLoaded(page);
    await page.getByRole('link', { name: 'Revenue', exact: true }).click();
    await page.waitForURL(/\/revenue\?range=90d&compare=previous_period$/);
    await waitUntilLoaded(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  test('a view without data names the filters and clears them', async () => {
    const tab = await signedInTab(browser(), system());
    const { page, context } = tab;
    await tab.open('/sites/1?range=7d&filter[country]=AQ');
    const empty = page.getByRole('region', { name: 'Pages' });
    expect(await empty.locator('.state-title').textContent()).toBe(
      'No data in this time range with these filters',
    );
    await empty.getByRole('link', { name: 'Clear the filters' }).click();
    await page.waitForURL(`${system().apiUrl}/sites/1?range=7d`);
    await waitUntilLoaded(page);
    expect(await empty.locator('table').count()).toBe(1);
    await context.close();
  });
}
