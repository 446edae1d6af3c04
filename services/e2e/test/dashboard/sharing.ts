import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { newTab, waitUntilLoaded, signedInTab } from '../../src/dashboard-tab';
import { startShop } from '../../src/shop';
import { SHOP_DOMAIN } from './sites';
import { REFUSED_FRAMES, testInChromium } from './chromium-only';

/** Tests share links. */
export function describeSharing(system: () => System, browser: () => Browser): void {
  describe('a shared page', () => {
    const links = async () => (await callApi(system(), 'GET', '/api/v1/sites/1/share-links')).body.shareLinks;
    const url = async (name: string): Promise<string> =>
      (await links()).find((link: { name: string }) => link.name === name).url;

    test('is created in the dashboard, shows the same numbers without a session, and ends when it is revoked', async () => {
      const owner = await signedInTab(browser(), system());
      await owner.open('/sites/1/sharing');
      await owner.page.getByRole('button', { name: 'New share link' }).click();
      await owner.page.getByLabel('Name').fill('for all');
      await owner.page.getByRole('button', { name: 'Create link' }).click();
      await owner.page.getByText('for all', { exact: true }).waitFor();
      await owner.open('/sites/1');

      const reader = await newTab(browser(), system());
      const path = new URL(await url('for all')).pathname;
      await reader.open(path);
      // The owner also sees revenue.
      const shown = await reader.page.locator('.tile-value').allTextContents();
      expect(shown).toHaveLength(5);
      expect(shown).toEqual((await owner.page.locator('.tile-value').allTextContents()).slice(0, 5));
      expect(await reader.page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
      await reader.page.getByRole('link', { name: 'Germany' }).click();
      await reader.page.waitForURL(/filter\[country\]=DE/);
      await waitUntilLoaded(reader.page);
      // All controls of the page work.
      await reader.page.getByLabel('Compare with').selectOption({ label: 'Previous period' });
      await reader.page.waitForURL(/compare=previous_period/);
      await waitUntilLoaded(reader.page);
      await reader.page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = reader.page.locator('dialog[open]');
      await dialog.getByRole('combobox', { name: 'Value' }).click();
      await dialog.getByRole('listbox').getByRole('option').first().waitFor();
      await dialog.getByLabel('Condition').selectOption({ label: 'is known' });
      await dialog.getByRole('button', { name: 'Add filter' }).click();
      await dialog.waitFor({ state: 'detached' });
      await waitUntilLoaded(reader.page);
      await reader.page.getByRole('link', { name: 'All rows: Visits by page' }).click();
      await dialog.waitFor();
      await waitUntilLoaded(reader.page);
      expect(await reader.page.locator('.state-error').count()).toBe(0);
      expect(await reader.context.cookies()).toEqual([]);
      expect(reader.trouble).toEqual([]);

      await owner.open('/sites/1/sharing');
      await owner.page.getByRole('button', { name: 'Revoke' }).click();
      await owner.page.locator('dialog[open]').getByRole('button', { name: 'Revoke' }).click();
      await owner.page.getByText('No share links').waitFor();
      await reader.open(path);
      await reader.page.getByText('This page is no longer shared').waitFor();
      expect(owner.trouble).toEqual([]);
      await owner.context.close();
      await reader.context.close();
    });

    test('needs its password', async () => {
      const body = { name: 'secret', password: 'open sesame' };
      await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body });
      const tab = await newTab(browser(), system());
      const { page, context } = tab;
      await tab.open(new URL(await url('secret')).pathname);
      await page.getByLabel('Password').fill('close sesame');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Password').fill('open sesame');
      // The correct password can be tried again after an unrelated error.
      await page.route('**/dashboard/share', (route) => route.abort());
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Check your connection, then try again.').waitFor();
      await page.unroute('**/dashboard/share');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.locator('.tile-value').first().waitFor();
      await context.close();
    });

    test('ends at the expiry that was chosen in the dashboard, which the list shows', async () => {
      const owner = await signedInTab(browser(), system());
      const { page } = owner;
      const item = (name: string) => page.locator('.share-link', { hasText: name });
      await owner.open('/sites/1/sharing');
      await page.getByRole('button', { name: 'New share link' }).click();
      await page.getByLabel('Name').fill('for a week');
      await page.getByLabel('Expiry').selectOption({ label: '7 days' });
      await page.getByRole('button', { name: 'Create link' }).click();
      await item('for a week').getByText('Expires on').waitFor();
      const expiresAt = (await item('for a week').locator('time').getAttribute('datetime')) ?? '';
      const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(6.9);
      expect(days).toBeLessThanOrEqual(7);

      const nearExpiry = Date.now() + 5_000;
      const body = { name: 'for a moment', expiresAt: new Date(nearExpiry).toISOString() };
      await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body });
      await waitFor('the link to expire', () => Date.now() > nearExpiry);
      await owner.open('/sites/1/sharing');
      await item('for a moment').getByText('expired', { exact: true }).waitFor();
      await item('for a week').getByText('Expires on').waitFor();
      const reader = await newTab(browser(), system());
      await reader.open(new URL(await url('for a moment')).pathname);
      await reader.page.getByText('This page is no longer shared').waitFor();
      expect(owner.trouble).toEqual([]);
      await owner.context.close();
      await reader.context.close();
    });

    testInChromium('can be embedded in another site, unlike the dashboard', REFUSED_FRAMES, async () => {
      await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body: { name: 'framed' } });
      const shop = await startShop('');
      const context = await browser().newContext({ locale: 'en-US' });
      try {
        const page = await context.newPage();
        await page.goto(`http://${SHOP_DOMAIN}:${shop.port}/`);
        const frame = async (src: string): Promise<void> => {
          await page.evaluate(`document.body.innerHTML = '<iframe width=900 height=600></iframe>'`);
          await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(src)}`);
        };
        await frame(await url('framed'));
        await page.frameLocator('iframe').locator('.tile-value').first().waitFor();
        await frame(`${system().apiUrl}/sign-in`);
        await waitFor('the frame to be refused', () =>
          page.frames().at(-1)?.url().startsWith('chrome-error:'),
        );
      } finally {
        await context.close();
        await shop.close();
      }
    });
  });
}
