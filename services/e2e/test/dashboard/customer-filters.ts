import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Finds the customers of a campaign, from the acquisition and on the page of customers. */
export function describeCustomerFilters(system: () => System, browser: () => Browser): void {
  describe('customers by filter', () => {
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/${path}`)).body;
    const accountsOf = async (query: string): Promise<string[]> =>
      (await get(`accounts?limit=1000&${query}`)).accounts
        .map(({ id, userId }: { id: number; userId: string | null }) => userId ?? `Account ${id}`)
        .toSorted();
    const shown = async () => (await rowsOf(tab.page, 'Accounts')).map(([name]) => name).toSorted();
    /** The campaign with the most customers. */
    const campaign = async (range: string) => {
      const { breakdown } = (await get(`customers?range=${range}&dimension=campaign&limit=500`)).data;
      return breakdown.find(({ key }: { key: string }) => key !== '(none)');
    };

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('a click on the number of a campaign lists exactly these customers', async () => {
      const { page } = tab;
      const { key, customers } = await campaign('30d');
      await tab.open('/acquisition?by=campaign');
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: key, exact: true }) });
      await row.getByRole('link', { name: `${customers} customers: ${key}` }).click();
      await page.waitForURL(/\/customers\?/);
      await waitUntilLoaded(page);
      expect(await shown()).toEqual(await accountsOf(`range=30d&filter[campaign]=${key}`));
      expect(await shown()).toHaveLength(customers);
      await page.getByRole('link', { name: `Remove the filter: Campaign is ${key}` }).waitFor();

      // All times.
      await page
        .getByRole('navigation', { name: 'Identified' })
        .getByRole('link', { name: 'All customers' })
        .click();
      await waitUntilLoaded(page);
      const all = await accountsOf(`filter[campaign]=${key}`);
      expect(all.length).toBeGreaterThanOrEqual(customers);
      expect(await shown()).toEqual(all);
    });

    test('a filter of the acquisition applies to its rows, and survives a click in the menu', async () => {
      const { page } = tab;
      await tab.open('/acquisition?range=90d&filter[channel]=Paid%20Search&by=campaign');
      const { breakdown } = (
        await get('customers?range=90d&dimension=campaign&filter[channel]=Paid Search&limit=500')
      ).data;
      const [{ key, customers }] = breakdown;
      await page.getByRole('link', { name: `${customers} customers: ${key}` }).click();
      await page.waitForURL(/\/customers\?/);
      await waitUntilLoaded(page);
      expect(await shown()).toHaveLength(customers);
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menu.getByRole('link', { name: 'Acquisition' }).click();
      await page.waitForURL(/\/acquisition\?/);
      await menu.getByRole('link', { name: 'Customers' }).click();
      await page.waitForURL(/\/customers\?/);
      await waitUntilLoaded(page);
      const query = `filter[channel]=Paid Search&filter[campaign]=${key}`;
      expect(decodeURIComponent(new URL(page.url()).search)).toContain(query.replaceAll(' ', '+'));
      expect(await shown()).toEqual(await accountsOf(query));
    });

    test('the filter form suggests the campaigns, and a filter without a match offers all customers', async () => {
      const { page } = tab;
      const { key } = await campaign('730d');
      await tab.open('/customers');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Add a filter' });
      await form.getByRole('combobox', { name: 'Dimension' }).selectOption('campaign');
      await form.getByRole('combobox', { name: 'Value' }).click();
      await form.getByRole('option', { name: key, exact: true }).click();
      await form.getByRole('button', { name: 'Add filter' }).click();
      await page.waitForURL(/filter\[campaign\]/);
      await waitUntilLoaded(page);
      expect(await shown()).toEqual(await accountsOf(`filter[campaign]=${key}`));
      await tab.open('/customers?filter[campaign]=no-such-campaign');
      await page.getByText('No customers match').waitFor();
      await page.getByRole('link', { name: 'All customers' }).last().click();
      await page.waitForURL(/\/customers$/);
    });

    test('phones show the most important columns, and the first one stays', async () => {
      const phone = await signedInTab(browser(), system(), PHONE);
      await phone.open('/acquisition?range=90d');
      const scrolled = phone.page.getByRole('region', { name: 'Customers by channel as a table' });
      const visible = async () => {
        const found: string[] = [];
        for (const heading of await scrolled.getByRole('columnheader').all()) {
          const box = await heading.boundingBox();
          if (box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width)
            found.push((await heading.textContent()) ?? '');
        }
        return found;
      };
      expect(await visible()).toEqual(['Channel', 'Customers', 'Revenue', 'ROAS']);
      const first = scrolled.getByRole('rowheader').first();
      const before = await first.boundingBox();
      await scrolled.evaluate((element) => element.scrollBy({ left: 500, behavior: 'instant' }));
      const after = await first.boundingBox();
      expect(after?.x).toBe(before?.x);
      expect((await visible()).at(-1)).toBe('Payback');
      expect(phone.trouble).toEqual([]);
      await phone.context.close();
    });
  });
}
