import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';

/** Tests the site switcher. */
export function describeSwitching(system: () => System, browser: () => Browser): void {
  describe('the site switcher', () => {
    let other: number;
    beforeAll(async () => {
      const created = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'switch.example', name: 'Switched shop' },
      });
      other = created.body.id;
    });
    afterAll(() => callApi(system(), 'DELETE', `/api/v1/sites/${other}`));

    test('finds a site with the keyboard, and keeps the page, the time range and the comparison', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await tab.open('/sites/1/events?range=7d&compare=previous_year&filter[country]=DE');
      const button = page.getByRole('button', { name: /^Switch site:/ });
      await button.press('Enter');
      const search = page.getByRole('combobox', { name: 'Search sites' });
      await search.waitFor();
      await page.getByRole('option', { name: 'Switched shop' }).waitFor();
      expect(await page.getByRole('option', { name: '(current)' }).count()).toBe(1);
      const selected = () => page.locator('dialog[open] [aria-selected=true]').getAttribute('id');
      const pointed = () => search.getAttribute('aria-activedescendant');
      const first = await selected();
      expect(await pointed()).toBe(first);
      await page.keyboard.press('ArrowUp');
      expect(await selected()).not.toBe(first);
      expect(await pointed()).toBe(await selected());
      await page.keyboard.press('ArrowDown');
      expect(await selected()).toBe(first);

      await page.keyboard.type('nothing like this');
      await page.getByText('No results. Try a shorter search.').waitFor();
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.className')).toBe('site-switcher');
      expect(new URL(page.url()).pathname).toBe('/sites/1/events');

      await button.press('Enter');
      await search.waitFor();
      await page.keyboard.type('SWITCH.ex');
      await page.getByText('1 result', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/sites/${other}/events`));
      expect(new URL(page.url()).search).toBe('?range=7d&compare=previous_year');
      await waitUntilLoaded(page);
      await page.getByRole('heading', { name: 'Events Switched shop' }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test.each(['light', 'dark'] as const)(
      'opens the overview from a page of the workspace on a phone in %s mode',
      async (colorScheme) => {
        const viewport = { width: 390, height: 844 };
        const tab = await signedInTab(browser(), system(), {
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const { page } = tab;
        await tab.open('/revenue?range=90d');
        await page.getByRole('button', { name: 'Select a site' }).click();
        const option = page.getByRole('option', { name: 'Switched shop' });
        await option.waitFor();
        const box = await option.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        await option.click();
        await page.waitForURL(new RegExp(`/sites/${other}\\?range=90d$`));
        await waitUntilLoaded(page);
        expect(tab.trouble).toEqual([]);
        await tab.context.close();
      },
    );
  });
}
