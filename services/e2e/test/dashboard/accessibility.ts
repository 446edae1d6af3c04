import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { newTab, pagesOf, signedInTab, type DashboardTab } from '../../src/dashboard-tab';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Dark mode differs only in colours. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast'],
} as const;

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Checks accessibility: WCAG rules, narrow screens and keyboard navigation. */
export function describeAccessibility(system: () => System, browser: () => Browser): void {
  describe('accessibility', () => {
    /** Serious and critical findings of axe on the current page. */
    const serious = async ({ page }: DashboardTab, rules: readonly string[]): Promise<string[]> => {
      await page.evaluate(`${AXE};0`);
      const { violations } = await page.evaluate<{ violations: Violation[] }>(
        `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
      );
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
        );
    };

    test.each(['light', 'dark'] as const)(
      'no page has a serious axe finding in %s mode',
      async (colorScheme) => {
        const tab = await signedInTab(browser(), system(), { colorScheme, reducedMotion: 'reduce' });
        const found: string[] = [];
        for (const path of [
          ...pagesOf(1),
          '/sites/1?compare=previous_period&filter[country]=DE',
          '/sites/1?all=pages',
        ]) {
          await tab.open(path);
          found.push(...(await serious(tab, RULES[colorScheme])).map((finding) => `${path} ${finding}`));
        }
        const outside = await newTab(browser(), system(), { colorScheme });
        await outside.open('/sign-in');
        found.push(...(await serious(outside, RULES[colorScheme])));
        expect(found).toEqual([]);
        await tab.context.close();
        await outside.context.close();
      },
      120_000,
    );

    test('no page is wider than a phone', async () => {
      const viewport = { width: 360, height: 740 };
      const tab = await signedInTab(browser(), system(), { viewport });
      const wide: string[] = [];
      for (const path of pagesOf(1)) {
        await tab.open(path);
        const width = await tab.page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > viewport.width) wide.push(`${path} is ${width} px wide`);
      }
      expect(wide).toEqual([]);
      await tab.context.close();
    }, 60_000);

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
