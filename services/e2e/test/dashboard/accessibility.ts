import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { newTab, pagesOf, signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';

/** Applies the rules of the print style, which the driver of Firefox can't emulate. A string, because it runs in the browser. */
const APPLY_PRINT_RULES = `for (const { cssRules } of document.styleSheets)
  for (const { media } of cssRules) if (media?.mediaText === 'print') media.mediaText = 'screen';`;

/** Checks accessibility: WCAG rules and keyboard navigation. */
export function describeAccessibility(system: () => System, browser: () => Browser): void {
  describe('accessibility', () => {
    test.each(['light', 'dark'] as const)(
      'no page has an axe finding in %s mode',
      async (colorScheme) => {
        const tab = await signedInTab(browser(), system(), { colorScheme, reducedMotion: 'reduce' });
        const found: string[] = [];
        for (const path of [
          ...pagesOf(1),
          '/sites/1?compare=previous_period&filter[country]=DE',
          '/sites/1?all=pages',
          '/sites/1?places=map',
        ]) {
          await tab.open(path);
          found.push(
            ...(await axeFindings(tab, AXE_RULES[colorScheme])).map((finding) => `${path} ${finding}`),
          );
        }
        const outside = await newTab(browser(), system(), { colorScheme });
        await outside.open('/sign-in');
        found.push(...(await axeFindings(outside, AXE_RULES[colorScheme])));
        expect(found).toEqual([]);
        await tab.context.close();
        await outside.context.close();
      },
      120_000,
    );

    test('a printed page has its numbers without the menu and buttons', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await tab.open('/sites/1');
      await page.emulateMedia({ media: 'print' });
      if (IS_FIREFOX) await page.evaluate(APPLY_PRINT_RULES);
      expect(
        await page.locator('.sidebar, .controls, .tools, button').filter({ visible: true }).count(),
      ).toBe(0);
      expect(await page.locator('.tile-value').filter({ visible: true }).count()).toBeGreaterThan(5);
      expect(await page.getByRole('heading', { name: 'Overview Demo' }).isVisible()).toBe(true);
      await tab.context.close();
    });

    test('a menu link moves the focus to the content, and a filter does not', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      const focusedId = () => page.evaluate<string>('document.activeElement.id');
      await tab.open('/sites/1');
      const events = page.getByRole('link', { name: 'Events', exact: true });
      await events.press('Enter');
      await page.waitForURL(/\/sites\/1\/events/);
      await waitUntilLoaded(page);
      expect(await focusedId()).toBe('content');
      await page.goBack();
      await waitUntilLoaded(page);
      expect(await focusedId()).toBe('content');
      await page.getByRole('link', { name: '7 days' }).press('Enter');
      await page.waitForURL(/range=7d/);
      await waitUntilLoaded(page);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days');
      await tab.context.close();
    });

    test('the keyboard reaches links, tables and dialogs', async () => {
      const { page, open, context } = await (async () => {
        const tab = await signedInTab(browser(), system());
        return { ...tab, open: (path: string) => tab.open(path) };
      })();
      await open('/sites/1');
      const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');

      const keys = page.locator('table[aria-label="Visits by page"] a');
      await keys.first().focus();
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe(await keys.nth(1).textContent());
      await page.keyboard.press('End');
      expect(await focused()).toBe(await keys.last().textContent());
      await page.keyboard.press('Home');
      const [page1] = [await focused()];
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('filter[pathname]') === page1);

      const api = page.getByRole('button', { name: 'API' }).first();
      await api.focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      expect(await focused()).toBe('API');
      await context.close();
    });
  });
}
