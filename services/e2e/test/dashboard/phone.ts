import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import type { Browser, Locator, Page } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { newTab, pagesOf, signedInTab, signInLink, waitUntilLoaded } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', hasTouch: true } as const;

/** Min width and height of a target in px (WCAG 2.5.8), and of an entry of the bar. */
const MIN_TARGET = 24;
const MIN_BAR_TARGET = 44;

/** The visible targets below `MIN_TARGET`. Links within a sentence are exempt. A string, because the code runs in the browser. */
const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((target) => {
  const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
  const isVisible = target.checkVisibility() && width > 1 && !target.matches('.skip-link');
  const isInSentence =
    getComputedStyle(target).display === 'inline' &&
    [...target.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  return isVisible && !isInSentence && Math.min(width, height) < ${MIN_TARGET}
    ? [Math.round(width) + ' × ' + Math.round(height) + ' ' + target.outerHTML.slice(0, 120)]
    : [];
})`;

const widthOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');

/** Taps an element. The driver of Firefox sends no touch events: a click replaces them. */
const tap = (target: Locator): Promise<void> => (IS_FIREFOX ? target.click() : target.tap());

/** Tests the layout of phones: the bar, the menu and the sheet of controls. */
export function describePhone(system: () => System, browser: () => Browser): void {
  describe('on a phone', () => {
    test('no page scrolls sideways, has a target below 24 px or an axe finding', async () => {
      const tab = await signedInTab(browser(), system(), PHONE);
      const found: string[] = [];
      // The page of the attribution lists sites without the script.
      const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'no-script.example' },
      });
      for (const path of [...pagesOf(1), '/sites/1?compare=previous_period&filter[country]=DE']) {
        await tab.open(path);
        const problems = [...(await tab.page.evaluate<string[]>(SMALL_TARGETS)), ...(await axeFindings(tab))];
        const width = await widthOf(tab.page);
        if (width > PHONE.viewport.width) problems.push(`is ${width} px wide`);
        found.push(...problems.map((problem) => `${path} ${problem}`));
      }
      expect(found).toEqual([]);
      await callApi(system(), 'DELETE', `/api/v1/sites/${site.id}`);
      await tab.context.close();
    }, 120_000);

    test('no page is wider than a small phone', async () => {
      const viewport = { width: 360, height: 740 };
      const tab = await signedInTab(browser(), system(), { viewport });
      const wide: string[] = [];
      for (const path of [...pagesOf(1), '/revenue?range=90d']) {
        await tab.open(path);
        const width = await tab.page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > viewport.width) wide.push(`${path} is ${width} px wide`);
      }
      expect(wide).toEqual([]);
      await tab.context.close();
    }, 60_000);

    test('the bar has four targets of at least 44 px, keeps the time range and leads back to the site', async () => {
      const tab = await signedInTab(browser(), system(), PHONE);
      const { page } = tab;
      const bar = page.getByRole('navigation', { name: 'Quick access' });
      await tab.open('/sites/1?range=7d');
      const targets = await bar.locator('a, button').all();
      expect(await bar.locator('a, button').allTextContents()).toEqual([
        'Overview',
        'Acquisition',
        'Customers',
        'Menu',
      ]);
      for (const target of targets) {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(MIN_BAR_TARGET);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
      }
      await bar.getByRole('link', { name: 'Acquisition' }).click();
      await page.waitForURL(/\/acquisition\?range=7d$/);
      await waitUntilLoaded(page);
      expect(await bar.locator('[aria-current=page]').allTextContents()).toEqual(['Acquisition']);
      await bar.getByRole('link', { name: 'Overview' }).click();
      await page.waitForURL(/\/sites\/1\?range=7d$/);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();

      // Without access to customers and acquisition.
      const limited = await newTab(browser(), system(), PHONE);
      const scopes = ['stats:read', 'sites:read'];
      await limited.page.goto(await signInLink(system(), { scopes, sites: [1] }));
      await limited.page.waitForURL(`${system().apiUrl}/`);
      await limited.open('/');
      expect(await limited.page.locator('.bottom-bar a').allTextContents()).toEqual(['Sites']);
      await limited.open('/sites/1');
      expect(await limited.page.locator('.bottom-bar a').allTextContents()).toEqual([
        'Overview',
        'Events',
        'Goals',
      ]);
      await limited.context.close();
    });

    test('the menu on a phone opens, closes after a choice and moves the focus', async () => {
      const tab = await signedInTab(browser(), system(), PHONE);
      const { page } = tab;
      const menu = page.getByRole('navigation', { name: 'Main' });
      const button = page.getByRole('button', { name: 'Menu' });
      const focusedId = () => page.evaluate<string>('document.activeElement.id');
      await tab.open('/sites/1?range=7d');
      expect(await menu.isVisible()).toBe(false);
      await button.click();
      await menu.waitFor();
      expect(await focusedId()).toBe('menus');
      for (const link of await menu.getByRole('link').all()) {
        const box = await link.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.viewport.width);
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await axeFindings(tab)).toEqual([]);

      await menu.getByRole('link', { name: 'Audit log' }).click();
      await page.waitForURL(/\/audit/);
      await waitUntilLoaded(page);
      expect(await menu.isVisible()).toBe(false);
      expect(await focusedId()).toBe('content');
      expect(await page.getByRole('main', { name: 'Audit log' }).count()).toBe(1);

      // The link of the current page, and Escape.
      await button.click();
      await menu.getByRole('link', { name: 'Audit log' }).click();
      await menu.waitFor({ state: 'hidden' });
      expect(await focusedId()).toBe('content');
      await button.click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Menu');

      // A tap outside.
      await button.click();
      await menu.waitFor();
      await page.mouse.click(195, 12);
      await menu.waitFor({ state: 'hidden' });
      await tab.context.close();
    });

    test.each(['light', 'dark'] as const)(
      'one sheet has the controls, without an axe finding in %s mode',
      async (colorScheme) => {
        const tab = await signedInTab(browser(), system(), { ...PHONE, colorScheme });
        const { page } = tab;
        await tab.open('/sites/1');
        expect(await page.getByRole('combobox').count()).toBe(0);
        const button = page.getByRole('button', { name: '30 days', exact: true });
        await button.press('Enter');
        const sheet = page.getByRole('dialog', { name: 'View' });
        await sheet.waitFor();
        expect(
          await page.evaluate('document.querySelector("dialog[open]").contains(document.activeElement)'),
        ).toBe(true);
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        expect(await page.evaluate<string[]>(SMALL_TARGETS)).toEqual([]);
        expect(await widthOf(page)).toBe(PHONE.viewport.width);

        await sheet.getByRole('link', { name: '7 days' }).click();
        await sheet.getByRole('combobox', { name: 'Compare with' }).selectOption('previous_period');
        await sheet.getByRole('button', { name: 'Filter', exact: true }).click();
        const form = page.getByRole('dialog', { name: 'Add a filter' });
        await form.getByRole('combobox', { name: 'Dimension' }).selectOption('country');
        await tap(form.getByRole('combobox', { name: 'Value' }));
        const germany = form.getByRole('option', { name: 'Germany' });
        await germany.waitFor();
        expect((await germany.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_BAR_TARGET);
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        await tap(germany);
        expect(await germany.count()).toBe(0);
        await form.getByRole('button', { name: 'Add filter' }).click();
        await sheet.getByRole('link', { name: /^Remove the filter: Country is Germany/ }).waitFor();
        expect(new URL(page.url()).search).toBe('?range=7d&compare=previous_period&filter[country]=DE');

        await tap(sheet.getByRole('button', { name: 'Custom', exact: true }));
        const range = page.getByRole('dialog', { name: 'Custom time range' });
        await tap(range.getByRole('button', { name: 'Previous month' }));
        await tap(range.locator('calendar-month').getByRole('button').first());
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        expect(await widthOf(page)).toBe(PHONE.viewport.width);
        await page.keyboard.press('Escape');
        await range.waitFor({ state: 'detached' });

        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'hidden' });
        await page.getByRole('link', { name: /^Remove the filter/ }).waitFor();
        expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days · Previous period');
        await page.locator(':focus').press('Enter');
        await sheet.waitFor();
        await page.mouse.click(195, 12);
        await sheet.waitFor({ state: 'hidden' });
        expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days · Previous period');
        expect(tab.trouble).toEqual([]);
        await tab.context.close();
      },
    );

    test('the sheet is in German, and opens the saved views and the choices of cohorts', async () => {
      const tab = await signedInTab(browser(), system(), { ...PHONE, locale: 'de-DE' });
      const { page } = tab;
      await tab.open('/cohorts');
      await page.getByRole('button', { name: /12 Monate$/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Ansicht' });
      await sheet.getByRole('link', { name: '6 Monate' }).click();
      await page.waitForURL(/range=180d/);
      await sheet.getByRole('button', { name: 'Gespeicherte Ansichten' }).click();
      await page.getByRole('dialog', { name: 'Gespeicherte Ansichten' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /6 Monate$/ }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(/6 Monate$/);
      expect(await page.locator('.bottom-bar :is(a, button)').allTextContents()).toEqual([
        'Websites',
        'Akquisition',
        'Kunden',
        'Menü',
      ]);
      expect(await widthOf(page)).toBe(PHONE.viewport.width);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });
  });
}
