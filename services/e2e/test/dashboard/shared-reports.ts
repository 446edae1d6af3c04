import type { Browser, Page } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { failuresOf } from '../../src/batches';
import { newTab, signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';
import { axeFindings } from './axe';

/** Tests the reports that share links show. */
export function describeSharedReports(system: () => System, browser: () => Browser): void {
  describe('a shared report', () => {
    const links = '/api/v1/sites/1/share-links';
    afterEach(async () => {
      const { body } = await callApi(system(), 'GET', links);
      for (const { id } of body.shareLinks) await callApi(system(), 'DELETE', `${links}/${id}`);
    });

    const share = async (body: object): Promise<string> => {
      const { body: link } = await callApi(system(), 'POST', links, { body });
      return new URL(String(link.url)).pathname;
    };
    /** A tab without cookies, and a function that returns the failed requests of its pages. */
    const stranger = async (): Promise<DashboardTab & { failed: () => Promise<string[]> }> => {
      const tab = await newTab(browser(), system(), { reducedMotion: 'reduce' });
      const failures: Promise<string[]>[] = [];
      tab.page.on('response', (response) =>
        failures.push(failuresOf(response).catch((error: unknown) => [String(error)])),
      );
      const failed = async () => (await Promise.all(failures)).flat();
      const open = async (path: string): Promise<void> => {
        // The browser forgets the responses of a page that it leaves.
        await failed();
        await tab.open(path);
      };
      return { ...tab, open, failed };
    };
    /** The targets of links, except of other views of the page and of the public reference. */
    const privateLinks = async (page: Page): Promise<string[]> => {
      const all = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a[href]')].map(({ href }) => href)`,
      );
      expect(all.length).toBeGreaterThan(0);
      const { origin, pathname } = new URL(page.url());
      return all.filter((href) => {
        const url = new URL(href);
        return url.origin === origin && url.pathname !== pathname && url.pathname !== '/docs';
      });
    };
    const tiles = (page: Page) => page.locator('.tile-value').allTextContents();

    test('of revenue is shared from its view, and has the numbers of the site', async () => {
      const owner = await signedInTab(browser(), system());
      const { page } = owner;
      await owner.open('/revenue?range=90d&filter[site]=1&filter[channel]=Organic+Search&by=source');
      const [shown, table] = [await tiles(page), await page.locator('.breakdown').first().textContent()];
      expect(shown.length).toBeGreaterThan(5);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByRole('button', { name: 'Share this view' }).click();
      const form = page.getByRole('dialog', { name: 'Share this view' });
      await form.getByRole('textbox', { name: /^Name/ }).fill('Organic revenue');
      await form.getByText('A row can be the revenue of one customer.').waitFor();
      expect(await form.getByRole('combobox', { name: /^Page/ }).inputValue()).toBe('revenue');
      expect(await form.getByRole('textbox', { name: /^View/ }).inputValue()).toBe(
        'range=90d&filter[channel]=Organic+Search&by=source',
      );
      expect(await axeFindings(owner)).toEqual([]);
      await form.getByRole('button', { name: 'Create link' }).click();
      const url = await form.locator('code').textContent();
      await form.getByRole('button', { name: 'Close' }).click();

      const reader = await stranger();
      await reader.open(new URL(url ?? '').pathname);
      await reader.page.getByRole('heading', { name: 'Revenue Demo' }).waitFor();
      expect(new URL(reader.page.url()).search).toBe('?range=90d&filter[channel]=Organic+Search&by=source');
      expect(await tiles(reader.page)).toEqual(shown);
      expect(await reader.page.locator('.breakdown').first().textContent()).toBe(table);
      const query = 'range=90d&filter[site]=1&filter[channel]=Organic+Search';
      const { body } = await callApi(system(), 'GET', `/api/v1/revenue?${query}`);
      const [{ payments, net }] = body.data.currencies;
      expect(shown).toContain(Number(payments).toLocaleString('en-US'));
      expect(shown.some((text) => text.replaceAll(/[^\d.]/g, '') === net)).toBe(true);
      for (const hidden of ['Companies', 'Sites'])
        expect(await reader.page.getByRole('link', { name: hidden }).count()).toBe(0);
      // A reader can choose the default view, too.
      await reader.page.getByRole('link', { name: '30 days' }).click();
      await reader.page.getByRole('link', { name: /^Remove the filter/ }).click();
      await reader.page.getByRole('link', { name: 'Channels' }).click();
      await reader.page.waitForURL((each) => each.search === '');
      await waitUntilLoaded(reader.page);
      expect(await tiles(reader.page)).not.toEqual(shown);
      await reader.page.getByRole('button', { name: 'Filter', exact: true }).click();
      await reader.page.getByRole('dialog').getByRole('combobox', { name: 'Value' }).click();
      await reader.page.getByRole('listbox').getByRole('option').first().waitFor();
      expect(await reader.page.getByLabel('Dimension').locator('option').allTextContents()).not.toContain(
        'Company',
      );
      expect(await reader.context.cookies()).toEqual([]);
      expect([...owner.trouble, ...reader.trouble, ...(await reader.failed())]).toEqual([]);
      await owner.context.close();
      await reader.context.close();
    });

    test.each(HEADINGS)(
      'of %s needs no session, changes nothing and leads to no private page',
      async (page, heading) => {
        const path = await share({ page, view: 'range=90d' });
        const reader = await stranger();
        await reader.open(path);
        await reader.page.locator('.tile-value, .data, .funnel').first().waitFor();
        await waitUntilLoaded(reader.page);
        expect(await privateLinks(reader.page)).toEqual([]);
        expect(await reader.page.locator('.state-error, nav[aria-label="Main"]').count()).toBe(0);
        const writes = /^(New|Add|Edit|Delete|Upload|Create|Save|Saved) /;
        expect(await reader.page.getByRole('button', { name: writes }).count()).toBe(0);
        expect(await axeFindings(reader)).toEqual([]);
        expect(await reader.context.cookies()).toEqual([]);
        expect([...reader.trouble, ...(await reader.failed())]).toEqual([]);
        await reader.context.close();

        const german = await newTab(browser(), system(), { locale: 'de-DE' });
        await german.open(path);
        await german.page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await german.context.close();
      },
    );

    test.each(['events', 'goals', 'journeys'])('of %s suggests the values of filters', async (page) => {
      const reader = await stranger();
      await reader.open(await share({ page, view: 'range=90d' }));
      await reader.page.getByRole('button', { name: 'Filter', exact: true }).click();
      const form = reader.page.getByRole('dialog', { name: 'Add a filter' });
      await form.getByRole('combobox', { name: 'Dimension' }).selectOption('channel');
      await form.getByRole('combobox', { name: 'Value' }).click();
      await form.getByRole('option', { name: 'Organic Search' }).click();
      await form.getByRole('button', { name: 'Add filter' }).click();
      await reader.page.getByRole('link', { name: 'Remove the filter: Channel is Organic Search' }).waitFor();
      await waitUntilLoaded(reader.page);
      expect([...reader.trouble, ...(await reader.failed())]).toEqual([]);
      await reader.context.close();
    });

    test('of acquisition shows the parts of a channel, without companies', async () => {
      const reader = await stranger();
      await reader.open(await share({ page: 'acquisition', view: 'range=90d&by=landing' }));
      const { body } = await callApi(system(), 'GET', '/api/v1/customers?range=90d&filter[site]=1');
      expect((await tiles(reader.page))[0]?.replaceAll(',', '')).toBe(String(body.data.customers));
      await reader.page.locator('.data tbody a').first().click();
      await reader.page.waitForURL(/filter\[landing\]/);
      await waitUntilLoaded(reader.page);
      expect(new URL(reader.page.url()).search).toContain('by=channel');
      await reader.open(
        `${new URL(reader.page.url()).pathname}?by=company&filter[company]=acme&filter[site]=2`,
      );
      await reader.page.getByRole('columnheader', { name: 'Channel' }).waitFor();
      expect([...reader.trouble, ...(await reader.failed())]).toEqual([]);
      await reader.context.close();
    });

    test('gets another page, view and expiry on the page Sharing', async () => {
      const path = await share({ name: 'for the board', page: 'goals', view: 'range=90d' });
      const owner = await signedInTab(browser(), system());
      const { page } = owner;
      await owner.open('/sites/1/sharing');
      const item = page.locator('.share-link', { hasText: 'for the board' });
      await item.getByText('Goals', { exact: true }).waitFor();
      await item.getByText('Opens with range=90d').waitFor();
      await item.getByRole('button', { name: 'Edit' }).click();
      const form = page.getByRole('dialog', { name: 'Edit the link “for the board”' });
      await form.getByRole('combobox', { name: /^Page/ }).selectOption({ label: 'Traffic quality' });
      expect(await form.getByRole('textbox', { name: /^View/ }).inputValue()).toBe('');
      await form.getByRole('textbox', { name: /^View/ }).fill('range=7d');
      await form.getByRole('combobox', { name: /^Expiry/ }).selectOption({ label: '30 days' });
      expect(await axeFindings(owner)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await item.getByText('Traffic quality', { exact: true }).waitFor();
      await item.getByText('Expires on').waitFor();
      const reader = await stranger();
      await reader.open(path);
      await reader.page.getByRole('heading', { name: 'Traffic quality Demo' }).waitFor();
      expect(new URL(reader.page.url()).search).toBe('?range=7d');

      await item.getByRole('button', { name: 'Edit' }).click();
      await form.getByRole('combobox', { name: /^Expiry/ }).selectOption({ label: 'No expiry' });
      await form.getByRole('button', { name: 'Save' }).click();
      await item.getByText('Expires on').waitFor({ state: 'detached' });
      expect([...owner.trouble, ...reader.trouble, ...(await reader.failed())]).toEqual([]);
      await owner.context.close();
      await reader.context.close();
    });
  });
}

/** The pages of links with their German headings. */
const HEADINGS = [
  ['overview', 'Übersicht Demo'],
  ['events', 'Ereignisse Demo'],
  ['goals', 'Ziele Demo'],
  ['journeys', 'Wege Demo'],
  ['quality', 'Traffic-Qualität Demo'],
  ['revenue', 'Umsatz Demo'],
  ['acquisition', 'Akquisition Demo'],
  ['cohorts', 'Kohorten Demo'],
] as const;
