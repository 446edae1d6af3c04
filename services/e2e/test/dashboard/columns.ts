import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';
import { axeFindings } from './axe';

/** Tests the choice of the columns of tables. */
export function describeColumns(system: () => System, browser: () => Browser): void {
  describe('the columns of a table', () => {
    test.each([
      ['/sites/1', 'Visits by source', 'Conversion rate', 'Visitors'],
      ['/customers', 'Accounts', 'Plan', 'Account'],
    ])('of %s can be hidden, and stay hidden', async (path, table, hidden, first) => {
      const tab = await signedInTab(browser(), system(), { reducedMotion: 'reduce' });
      const { page } = tab;
      await tab.open(path);
      const card = page.locator('.card', { has: page.locator(`table[aria-label="${table}"]`) });
      const headings = () => card.locator('thead th').allTextContents();
      const all = await headings();
      expect(all).toContain(hidden);
      const button = card.getByRole('button', { name: 'Columns' });
      await button.press('Enter');
      const menu = page.getByRole('dialog', { name: 'Columns' });
      await menu.waitFor();
      expect(await menu.getByRole('checkbox', { name: first, exact: true }).count()).toBe(0);
      await menu.getByRole('checkbox', { name: hidden, exact: true }).uncheck();
      expect(await axeFindings(tab)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Columns');
      const others = all.filter((heading) => heading !== hidden);
      expect(await headings()).toEqual(others);
      await page.reload();
      await waitUntilLoaded(page);
      expect(await headings()).toEqual(others);

      await button.click();
      await menu.getByRole('checkbox', { name: hidden, exact: true }).check();
      await menu.getByRole('button', { name: 'Close' }).click();
      expect(await headings()).toEqual(all);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });
  });
}
