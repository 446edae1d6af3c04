import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';
import { newVisitor, startShop } from '../../src/shop';

/** The browser of the test maps this host to localhost. */
export const SHOP_DOMAIN = 'shop.test';

/** Tests the list of sites, the trash, and adding a site. */
export function describeSites(system: () => System, browser: () => Browser): void {
  describe('sites', () => {
    let tab: DashboardTab;
    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });
    const row = (name: string) => tab.page.locator('.site-row', { hasText: name });

    test('lists each site with its state and visitors', async () => {
      await tab.open('/');
      const { body } = await callApi(system(), 'GET', '/api/v1/sites/1/stats?range=30d');
      const visitors = new Intl.NumberFormat('en-US').format(body.data.visitors);
      await row('demo.example').getByText(visitors, { exact: true }).waitFor();
      await row('demo.example').locator('.site-state-ok, .site-state-live').waitFor();
      expect(await row('demo.example').locator('polyline').getAttribute('points')).toMatch(
        /^0\.0,\S+( \S+){29}$/,
      );
    });

    test('searches by text and tag, with the search in the URL', async () => {
      await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'other.example', tags: ['blue'] } });
      await tab.open('/');
      await tab.page.getByRole('searchbox').fill('OTHER');
      await tab.page.waitForURL(/q=OTHER/);
      expect(await tab.page.locator('.site-row-domain').allTextContents()).toEqual(['other.example']);
      await tab.open('/?tag=demo');
      expect(await tab.page.locator('.site-row-domain').allTextContents()).toEqual(['demo.example']);
    });

    test('restores a deleted site from the trash', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'deleted.example' },
      });
      const path = `/api/v1/sites/${body.id}`;
      await callApi(system(), 'DELETE', path);
      await tab.open('/trash');
      expect(await row('deleted.example').locator('.days-left').textContent()).toBe('30 days left');
      await tab.page.getByRole('button', { name: 'Restore deleted.example' }).click();
      await row('deleted.example').waitFor({ state: 'detached' });
      expect((await callApi(system(), 'GET', path)).status).toBe(200);
      await tab.open('/');
      await row('deleted.example').waitFor();
    });

    test('shows why a site cannot be restored', async () => {
      const create = () => callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'twice.example' } });
      await callApi(system(), 'DELETE', `/api/v1/sites/${(await create()).body.id}`);
      await create();
      await tab.open('/trash');
      await tab.page.getByRole('button', { name: 'Restore twice.example' }).click();
      expect(await row('twice.example').getByRole('alert').textContent()).toContain('Another active site');
    });

    test('shows a new site as live when its first visit arrives', async () => {
      await tab.open('/sites/new');
      await tab.page.getByPlaceholder('example.com').fill(`https://www.${SHOP_DOMAIN}/`);
      await tab.page.getByRole('button', { name: 'Add site' }).click();
      await tab.page.waitForURL(/\/sites\/\d+\/install$/);
      await waitUntilLoaded(tab.page);
      await tab.page.getByText(`Waiting for the first visit to ${SHOP_DOMAIN}`).waitFor();
      await tab.page.getByText('No event has arrived yet.').waitFor();

      const snippet = (await tab.page.locator('.code-block code').first().textContent()) ?? '';
      const shop = await startShop(snippet);
      const visitor = await newVisitor(browser());
      try {
        await visitor.page.goto(`http://${SHOP_DOMAIN}:${shop.port}/`);
        await tab.page.getByText(`${SHOP_DOMAIN} is live`).waitFor();
        await tab.page.getByText('No event has arrived yet.').waitFor({ state: 'detached' });
        await tab.page.getByRole('link', { name: 'Open the overview' }).click();
        await waitFor(
          'the visit to be counted',
          async () => {
            await tab.page.reload();
            await waitUntilLoaded(tab.page);
            return (await tab.page.locator('.tile-value').first().textContent()) === '1';
          },
          60_000,
        );
        expect(await tab.page.locator('.realtime-visitors strong').textContent()).toBe('1');
        expect(await tab.page.locator('.realtime-strip').textContent()).toBe(
          '1 visitor in the last 30 minutes',
        );
      } finally {
        await visitor.leave();
        await shop.close();
      }
    });
  });
}
