import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';

/** Tests the command palette, the keyboard shortcuts with their help sheet, and the theme. */
export function describeShortcuts(system: () => System, browser: () => Browser): void {
  describe('the command palette and shortcuts', () => {
    let tab: DashboardTab;
    const dialog = () => tab.page.locator('dialog[open]');
    const theme = () => tab.page.evaluate<string>('document.documentElement.dataset.theme');
    const isTheme = (name: string) =>
      waitFor(`the ${name} theme`, async () => (await theme()) === name, 10_000);
    const pressAll = async (keys: string): Promise<void> => {
      for (const key of keys.split(' ')) await tab.page.keyboard.press(key);
    };
    beforeAll(async () => {
      tab = await signedInTab(browser(), system(), { colorScheme: 'light', reducedMotion: 'reduce' });
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('the palette goes to pages, changes the view and switches sites', async () => {
      const { page } = tab;
      await tab.open('/sites/1?range=7d');
      await page.keyboard.press('Control+k');
      const search = page.getByRole('combobox', { name: 'Search pages, actions and sites' });
      await search.waitFor();
      expect(await axeFindings(tab)).toEqual([]);
      await page.keyboard.type('go to cust');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/customers\?range=7d$/);
      await waitUntilLoaded(page);
      expect(await page.evaluate('document.activeElement.id')).toBe('content');

      await tab.open('/sites/1?filter[country]=DE');
      const button = page.getByRole('button', { name: 'Search', exact: true });
      await button.press('Enter');
      await search.waitFor();
      await page.keyboard.type('90 days');
      await page.keyboard.press('Enter');
      await page.waitForURL(/range=90d/);
      expect(new URL(page.url()).searchParams.get('filter[country]')).toBe('DE');
      await dialog().waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.className')).toBe('search-button');

      await tab.open('/tokens');
      await page.keyboard.press('Control+k');
      await search.waitFor();
      await page.getByRole('option', { name: 'Demo' }).waitFor();
      expect(await page.getByRole('group', { name: 'Time range' }).count()).toBe(0);
      await page.getByRole('option', { name: 'Demo' }).click();
      await page.waitForURL(/\/sites\/1$/);
    });

    test('shortcuts go to pages, change the view and open the site switcher', async () => {
      const { page } = tab;
      await tab.open('/sites/1');
      await pressAll('w');
      await page.waitForURL(/range=7d/);
      await pressAll('x');
      await page.waitForURL(/compare=previous_period/);
      await waitUntilLoaded(page);
      await pressAll('x');
      await page.waitForURL((url) => !url.searchParams.has('compare'));
      await pressAll('g e');
      await page.waitForURL(/\/sites\/1\/events\?range=7d$/);
      await waitUntilLoaded(page);
      await pressAll('s');
      await page.getByRole('combobox', { name: 'Search sites' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

    test('no shortcut works in text fields and open dialogs', async () => {
      const { page } = tab;
      await tab.open('/');
      const field = page.getByRole('searchbox');
      await field.focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('gr?s');
      await page.waitForURL(/\/\?q=gr/);
      expect(await field.inputValue()).toBe('gr?s');
      expect(await dialog().count()).toBe(0);

      await tab.open('/sites/1');
      await page.getByRole('button', { name: 'Custom', exact: true }).click();
      await dialog().getByRole('button', { name: 'Cancel' }).focus();
      await pressAll('w g r ? Control+k');
      expect(await page.locator('dialog[open]').count()).toBe(1);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sites/1');
      await page.keyboard.press('Escape');
    });

    test('the help sheet lists the shortcuts and disables those of single keys', async () => {
      const { page } = tab;
      await tab.open('/sites/1');
      await pressAll('?');
      await dialog().getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      const rows = await dialog().locator('dl > div').allTextContents();
      expect(rows).toEqual(
        expect.arrayContaining(['OverviewGthenO', 'TodayD', 'Dark themeTthenD', 'Switch siteS']),
      );
      expect(await axeFindings(tab)).toEqual([]);
      await dialog().getByLabel('Use shortcuts without Ctrl or Cmd in this browser').uncheck();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await pressAll('w');
      await page.keyboard.press('Control+k');
      await dialog().waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.press('Escape');

      // The choice remains after a reload. The account menu opens the sheet, too.
      await tab.open('/sites/1');
      await page.getByText('Account', { exact: true }).click();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await dialog().getByLabel('Use shortcuts without Ctrl or Cmd in this browser').check();
      await dialog().getByRole('button', { name: 'Close' }).click();
      await dialog().waitFor({ state: 'detached' });
      await pressAll('w');
      await page.waitForURL(/range=7d/);
    });

    test('a chosen theme applies to charts and remains after a reload', async () => {
      const { page } = tab;
      const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await tab.open('/sites/1');
      expect(await theme()).toBe('light');
      const light = await background();
      // A link of another page may find the tab by this name.
      await page.evaluate("window.name = 'statistics'");
      await pressAll('t d');
      await isTheme('dark');
      expect(await page.evaluate('window.name')).toBe('statistics');
      expect(await background()).not.toBe(light);
      expect(await axeFindings(tab, AXE_RULES.dark)).toEqual([]);
      await tab.open('/sites/1');
      expect(await theme()).toBe('dark');
      await page.getByText('Account', { exact: true }).click();
      await page.getByLabel('Theme').selectOption('System theme');
      expect(await theme()).toBe('light');
      // Playwright emulates no color scheme in Firefox.
      if (IS_FIREFOX) return;
      await page.emulateMedia({ colorScheme: 'dark' });
      await isTheme('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await isTheme('light');
    });

    test('the palette fits a phone and a large screen', async () => {
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 2560, height: 1440 },
      ]) {
        const other = await signedInTab(browser(), system(), { viewport, colorScheme: 'dark' });
        const { page } = other;
        await other.open('/sites/1');
        if (viewport.width < 560) await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.getByRole('option', { name: 'Demo' }).waitFor({ state: 'attached' });
        for (const box of [
          await page.locator('dialog[open]').boundingBox(),
          await page.locator('dialog[open] [role=option]').first().boundingBox(),
        ]) {
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
        }
        expect(await axeFindings(other, AXE_RULES.dark)).toEqual([]);
        expect(other.trouble).toEqual([]);
        await other.context.close();
      }
    }, 60_000);
  });
}
