import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, Page } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { readsOf } from '../../src/batches';
import { newTab, signedInTab, signInLink, waitUntilLoaded } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';

const PHONE = { width: 390, height: 844 };

/** Tests the saved views: each step with the keyboard. */
export function describeSavedViews(system: () => System, browser: () => Browser): void {
  describe('saved views', () => {
    const path = '/api/v1/saved-views';
    const create = (body: object) => callApi(system(), 'POST', path, { body });
    const stored = async (): Promise<{ id: number; name: string; query: string }[]> =>
      (await callApi(system(), 'GET', path)).body.savedViews;
    const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
    const addressOf = (page: Page) => page.url().slice(system().apiUrl.length);

    afterEach(async () => {
      for (const { id } of await stored()) await callApi(system(), 'DELETE', `${path}/${id}`);
    });

    test('are saved, opened, renamed, replaced and deleted with the keyboard', async () => {
      const tab = await signedInTab(browser(), system(), { reducedMotion: 'reduce' });
      const { page } = tab;
      const events = '/sites/1/events?range=7d&filter[country]=DE&event=signup&by=country';
      await tab.open(events);
      const button = page.getByRole('button', { name: 'Saved views' });
      const views = dialog(page, 'Saved views');
      await button.press('Enter');
      const name = views.getByLabel('Name of the view');
      await name.waitFor();
      await views.getByText('No saved views').waitFor();
      await name.fill('Signups of ada@example.com');
      await name.press('Enter');
      await views.getByRole('alert').getByText('must not contain an email address').waitFor();
      await name.fill('Signups in Germany');
      await name.press('Enter');
      const link = views.getByRole('link', { name: 'Signups in Germany Events · Demo' });
      await link.waitFor();
      expect(await link.getAttribute('aria-current')).toBe('page');
      expect(await name.inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await views.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Saved views');

      // From a page that can't be saved, with the shortcut.
      await tab.open('/tokens');
      expect(await button.count()).toBe(0);
      await page.keyboard.press('v');
      await link.waitFor();
      expect(await name.count()).toBe(0);
      await link.press('Enter');
      await page.waitForURL(/\/sites\/1\/events/);
      await waitUntilLoaded(page);
      expect(addressOf(page)).toBe(events);
      expect(await views.count()).toBe(0);
      expect(await page.getByLabel('Break down by').inputValue()).toBe('country');

      await tab.open('/sites/1/events?range=90d');
      await button.press('Enter');
      await views.getByRole('button', { name: 'Edit' }).press('Enter');
      const edit = dialog(page, 'Edit the view “Signups in Germany”');
      await edit.getByLabel('Name of the view').fill('Events');
      await edit.getByLabel('Replace it with the page as it is shown now').check();
      await edit.getByRole('button', { name: 'Save' }).press('Enter');
      await views.getByRole('link', { name: 'Events Events · Demo' }).waitFor();
      expect(await stored()).toMatchObject([{ name: 'Events', query: 'range=90d' }]);

      await views.getByRole('button', { name: 'Delete' }).press('Enter');
      const removal = dialog(page, 'Delete the view “Events”?');
      await removal.getByRole('button', { name: 'Delete' }).press('Enter');
      await views.getByText('No saved views').waitFor();
      expect(await stored()).toEqual([]);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test.each([
      ['/sites/1?range=7d&compare=previous_year&filter[channel]=Email&sources=campaign&metric=sessions'],
      ['/sites/1/goals?range=90d&filter[country][is_not]=DE'],
      ['/sites/1/journeys?range=90d&show=retention&cohort=day'],
      ['/sites/1/quality?range=7d'],
      ['/?tag=shop'],
      ['/revenue?range=90d&filter[plan]=pro&by=country'],
      ['/acquisition?range=90d&by=campaign'],
      ['/cohorts?metric=payback'],
      ['/attribution?from=2026-10-01&to=2026-10-31'],
    ])('hold the address %s', async (address) => {
      const tab = await signedInTab(browser(), system());
      await tab.open(address);
      const { page } = tab;
      await page.getByRole('button', { name: 'Saved views' }).press('Enter');
      const views = dialog(page, 'Saved views');
      await views.getByLabel('Name of the view').fill('Ours');
      await views.getByRole('button', { name: 'Save this view' }).press('Enter');
      const link = views.getByRole('link', { name: /^Ours/ });
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe(addressOf(page));
      expect(await link.getAttribute('aria-current')).toBe('page');
      await tab.context.close();
    });

    test('are found in the command palette, and those of the page come first', async () => {
      await create({ name: 'A quarter of revenue', page: 'revenue', query: 'range=90d' });
      await create({ name: 'Z visits', page: 'overview', siteId: 1, query: 'range=7d' });
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await tab.open('/sites/1');
      await page.keyboard.press('v');
      const links = dialog(page, 'Saved views').getByRole('link');
      await waitFor('both views', async () => (await links.count()) === 2);
      expect(await links.allTextContents()).toEqual([
        'Z visitsOverview · Demo',
        'A quarter of revenueRevenue',
      ]);
      await page.keyboard.press('Escape');
      await dialog(page, 'Saved views').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search pages, actions and sites' }).fill('quarter');
      await page.getByRole('option', { name: 'A quarter of revenue' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/revenue\?range=90d$/);
      await tab.context.close();
    });

    test('are read-only without sites:write, those of the own sites for a limited session, and absent on shared pages', async () => {
      await create({ name: 'Visits', page: 'overview', siteId: 1, query: 'range=7d' });
      await create({ name: 'Revenue', page: 'revenue', query: '' });
      const linksOf = async (rights: object): Promise<[string[], string[]]> => {
        const reader = await newTab(browser(), system());
        await reader.page.goto(await signInLink(system(), rights));
        await reader.page.waitForURL(`${system().apiUrl}/`);
        await waitUntilLoaded(reader.page);
        await reader.open('/sites/1');
        await reader.page.getByRole('button', { name: 'Saved views' }).press('Enter');
        const views = dialog(reader.page, 'Saved views');
        await views.getByRole('link', { name: /^Visits/ }).waitFor();
        const texts = [
          await views.getByRole('link').allTextContents(),
          await views.getByRole('button').allTextContents(),
        ] as [string[], string[]];
        await reader.context.close();
        return texts;
      };
      expect(await linksOf({ scopes: ['sites:read', 'stats:read'] })).toEqual([
        ['VisitsOverview · Demo', 'RevenueRevenue'],
        ['Close'],
      ]);
      const limited = await linksOf({ scopes: ['sites:read', 'stats:read', 'sites:write'], sites: [1] });
      expect(limited).toEqual([
        ['VisitsOverview · Demo'],
        ['Save this view', 'Share this view', 'Edit', 'Delete', 'Close'],
      ]);

      const link = await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body: {} });
      const visitor = await newTab(browser(), system());
      const requests: string[] = [];
      visitor.page.on('request', (request) => requests.push(...readsOf(request)));
      await visitor.open(`/share/${String(link.body.url).split('/').at(-1)}?range=30d`);
      expect(await visitor.page.getByRole('button', { name: 'Saved views' }).count()).toBe(0);
      expect(requests.filter((url) => url.includes('saved-views'))).toEqual([]);
      await visitor.context.close();
      await callApi(system(), 'DELETE', `/api/v1/sites/1/share-links/${link.body.id}`);
    });

    test.each(['light', 'dark'] as const)(
      'fit a phone and have no axe finding in %s mode',
      async (colorScheme) => {
        await create({ name: 'Organic search in Germany', page: 'overview', siteId: 1, query: 'range=7d' });
        await create({ name: `${'W'.repeat(79)}!`, page: 'revenue', query: '' });
        const tab = await signedInTab(browser(), system(), {
          ...{ colorScheme, viewport: PHONE, reducedMotion: 'reduce' },
        });
        const { page } = tab;
        await tab.open('/sites/1?range=7d');
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
        await page.getByRole('button', { name: '7 days' }).click();
        await page.getByRole('button', { name: 'Saved views' }).press('Enter');
        const views = dialog(page, 'Saved views');
        await views.getByRole('link', { name: /^Organic/ }).waitFor();
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        const isWide =
          'document.querySelector("dialog[open]").scrollWidth > document.querySelector("dialog[open]").clientWidth';
        expect(await page.evaluate<boolean>(isWide)).toBe(false);
        await tab.context.close();
      },
    );

    test('are offered at the earlier path of a page, which opens the present one', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await tab.open('/sites/1/funnels?range=7d');
      await page.getByRole('button', { name: 'Saved views' }).waitFor();
      expect(addressOf(page)).toBe('/sites/1/journeys?range=7d');
      const menu = page.getByRole('navigation', { name: 'Main' });
      expect(await menu.locator('[aria-current]').allTextContents()).toEqual(['Journeys']);
      await tab.open('/bin');
      expect(addressOf(page)).toBe('/trash');
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });
  });
}
