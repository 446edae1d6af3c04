import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';

/** Tests the checklist from an empty workspace to the first payment with a channel. */
export function describeSetup(system: () => System, browser: () => Browser): void {
  describe('the setup', () => {
    test('is complete for the demo site', async () => {
      const tab = await signedInTab(browser(), system());
      await refuseBatches(tab.page);
      // Other tests create sites that are not installed.
      await tab.page.route('**/api/v1/sites', async (route) => {
        const response = await route.fetch();
        const { sites } = await response.json();
        await route.fulfill({
          response,
          json: { sites: sites.filter(({ id }: { id: number }) => id === 1) },
        });
      });
      await tab.page.clock.install();
      await tab.open('/setup');
      await tab.page.getByRole('heading', { name: 'Setup is complete' }).waitFor();
      const repeated: string[] = [];
      tab.page.on('request', (request) => repeated.push(new URL(request.url()).pathname));
      await tab.page.clock.runFor(60_000);
      await waitUntilLoaded(tab.page);
      expect(repeated).toEqual([]);
      expect(await tab.page.locator('.setup-state').allTextContents()).toEqual(Array(6).fill('Done'));
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test('an empty workspace starts with it, and facts check its steps', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await refuseBatches(tab.page);
      let facts = { sites: [] as object[], customers: 0 };
      await page.route('**/api/v1/sites', (route) => route.fulfill({ json: { sites: facts.sites } }));
      await page.route('**/api/v1/customers*', async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        await route.fulfill({
          response,
          json: { ...rest, data: { ...data, customers: facts.customers } },
        });
      });
      await page.route('**/api/v1/revenue*', async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        await route.fulfill({ response, json: { ...rest, data: { ...data, currencies: [] } } });
      });
      await page.clock.install();
      await page.goto(`${system().apiUrl}/`);
      await page.waitForURL(/\/setup$/);
      await waitUntilLoaded(page);
      const states = page.locator('.setup-state');
      expect(await states.allTextContents()).toEqual(['Next', ...Array(5).fill('Open')]);
      await page.getByRole('link', { name: 'Add site' }).waitFor();

      // The page repeats its requests.
      const site = (await callApi(system(), 'GET', '/api/v1/sites/1')).body;
      facts = { sites: [{ ...site, installed: true }], customers: 3 };
      await page.clock.runFor(30_000);
      await page.getByText(`Site: ${site.domain}`).waitFor();
      await states.filter({ hasText: 'Done' }).nth(3).waitFor();
      expect(await states.allTextContents()).toEqual(['Done', 'Done', 'Done', 'Next', 'Done', 'Open']);
      await page.getByRole('link', { name: 'Python' }).click();
      await page.getByText('/api/v1/payments').waitFor();
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test('one click creates a site with sample data', async () => {
      const tab = await signedInTab(browser(), system());
      await tab.open('/setup');
      await tab.page.getByRole('button', { name: 'Try with sample data' }).click();
      await tab.page.waitForURL(/\/sites\/\d+\?range=7d$/);
      await waitUntilLoaded(tab.page);
      const [, id] = /\/sites\/(\d+)/.exec(tab.page.url()) ?? [];
      expect((await callApi(system(), 'GET', `/api/v1/sites/${id}`)).body.tags).toEqual(['sandbox']);
      await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });
  });
}
