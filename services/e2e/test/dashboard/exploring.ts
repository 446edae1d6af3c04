import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';
import { axeFindings } from './axe';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

const DAY_MS = 86_400_000;
const count = new Intl.NumberFormat('en-US');

/** Tests the dialogs with all rows, and the filter form. */
export function describeExploring(system: () => System, browser: () => Browser): void {
  describe('exploring', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const window = `from=${day(31)}&to=${day(2)}`;
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/sites/1/${path}`)).body;
    const visitors = () => tab.page.locator('.tile-value').first().textContent();
    const focused = () => tab.page.evaluate(`document.activeElement.getAttribute('aria-label')`);
    const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('the dialog of the time range shows a calendar period of the site', async () => {
      const { page } = tab;
      await tab.open('/sites/1');
      const { timezone } = (await callApi(system(), 'GET', '/api/v1/sites/1')).body;
      const today = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format();
      const end = new Date(Date.parse(`${today.slice(0, 8)}01`) - DAY_MS).toISOString().slice(0, 10);
      const month = `from=${end.slice(0, 8)}01&to=${end}`;
      const opener = page.getByRole('button', { name: 'Custom', exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Custom time range' });
      await dialog.getByRole('link', { name: 'Last month' }).click();
      await page.waitForURL(new RegExp(`${month}$`));
      await dialog.waitFor({ state: 'detached' });
      await waitUntilLoaded(page);
      expect(await visitors()).toBe(count.format((await get(`stats?${month}`)).data.visitors));
      await page.getByRole('button', { name: `${end.slice(0, 8)}01 – ${end}` }).click();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe(`${end.slice(0, 8)}01 – ${end}`);
    });

    test('the calendar selects a range with the keyboard, with two clicks and by typing', async () => {
      const { page } = tab;
      await tab.open('/sites/1?from=2026-02-10&to=2026-03-20');
      const opener = page.getByRole('button', { name: '2026-02-10 – 2026-03-20' });
      const calendar = page.locator('calendar-range');
      const dayOf = (name: string) => calendar.getByRole('button', { name, exact: true });
      const days = async () => [
        await page.getByLabel('First day').inputValue(),
        await page.getByLabel('Last day').inputValue(),
      ];
      await opener.press('Enter');
      // The calendar is loaded when it opens.
      await calendar.getByRole('columnheader').first().waitFor();
      // English weeks start on Sunday.
      expect(await calendar.getByRole('columnheader').allTextContents()).toEqual(
        ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
          (name) => name + name.slice(0, 3),
        ),
      );
      // Four calendar periods, two buttons for months, and the last day.
      for (let tabs = 0; tabs < 6; tabs++) await page.keyboard.press('Tab');
      const current = page.locator('calendar-month button:focus');
      expect(await current.getAttribute('aria-label')).toBe('March 20');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Home');
      await dayOf('February 15').and(current).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await dayOf('February 23').and(current).waitFor();
      await page.keyboard.press('Enter');
      expect(await days()).toEqual(['2026-02-15', '2026-02-23']);
      expect(await axeFindings(tab)).toEqual([]);

      // The earlier day may be the second click.
      await calendar.getByRole('button', { name: 'Next month' }).click();
      await dayOf('March 9').click();
      expect(await days()).toEqual(['2026-03-09', '2026-03-09']);
      await calendar.getByRole('button', { name: 'Previous month' }).click();
      await dayOf('February 2').click();
      expect(await days()).toEqual(['2026-02-02', '2026-03-09']);

      await page.getByLabel('Last day').fill('2026-04-05');
      await dayOf('April 5').waitFor();
      expect(await calendar.locator('[aria-pressed=true]').count()).toBe(5);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.waitForURL(/from=2026-02-02&to=2026-04-05$/);
    });

    test('the calendar ends with the current day of the site', async () => {
      const { page } = tab;
      // Where the date differs from that of the browser for half of the day.
      const timezone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
      const today = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format();
      await tab.open(`/sites/1?timezone=${timezone}`);
      await page.getByRole('button', { name: 'Custom', exact: true }).click();
      const calendar = page.locator('calendar-range');
      expect(await calendar.locator('[aria-current=date]').textContent()).toBe(
        String(Number(today.slice(8))),
      );
      expect(await calendar.locator('td button:enabled').count()).toBe(Number(today.slice(8)));
      await page.keyboard.press('Escape');
    });

    testInChromium(
      'a dialog with its own URL shows all rows of a breakdown, with search and CSV',
      DOWNLOAD_EVENTS,
      async () => {
        const { page } = tab;
        const { breakdown } = (await get(`stats?${window}&dimension=pathname&limit=500`)).data;
        expect(breakdown.length).toBeGreaterThan(10);
        const shown = async () => (await rowsOf(page, 'Visits by page, all rows')).map(([key]) => key);

        await tab.open(`/sites/1?${window}`);
        const opener = page.getByRole('link', { name: 'All rows: Visits by page' });
        await opener.focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(/all=pages/);
        await waitUntilLoaded(page);
        expect(await shown()).toEqual(keysOf(breakdown));

        const dialog = page.locator('dialog[open]');
        // The search field has the focus.
        await page.keyboard.type('DOCS');
        const found = keysOf(breakdown).filter((key) => key.includes('docs'));
        await dialog.getByText(`${found.length} of ${breakdown.length} rows`).waitFor();
        expect(await shown()).toEqual(found);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: 'CSV' }).click(),
        ]);
        const lines = readFileSync(await download.path(), 'utf8')
          .trimEnd()
          .split('\r\n')
          .slice(1);
        expect(lines.map((line) => line.split(',')[0])).toEqual(found.map((key) => `"${key}"`));

        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.waitForURL((url) => !url.searchParams.has('all'));
        await dialog.waitFor({ state: 'detached' });
        expect(await focused()).toBe('All rows: Visits by page');
      },
    );

    test('Escape and the back button close the dialog and restore the focus', async () => {
      const { page } = tab;
      const isClosed = async () => {
        await page.waitForURL((url) => !url.searchParams.has('all'));
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        expect(await focused()).toBe('All rows: Visits by page');
      };
      await tab.open(`/sites/1?${window}`);
      const opener = page.getByRole('link', { name: 'All rows: Visits by page' });
      await opener.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await isClosed();
      await opener.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.goBack();
      await isClosed();
    });

    test('the URL opens the dialog, and a click on a row filters the page', async () => {
      await tab.open(`/sites/1?${window}&all=pages`);
      await tab.page.locator('dialog[open]').getByRole('link', { name: '/pricing', exact: true }).click();
      await tab.page.waitForURL((url) => url.searchParams.get('filter[pathname]') === '/pricing');
      await waitUntilLoaded(tab.page);
      expect(new URL(tab.page.url()).searchParams.has('all')).toBe(false);
      const { data } = await get(`stats?${window}&filter[pathname]=/pricing`);
      expect(await visitors()).toBe(count.format(data.visitors));
    });

    const openFilterForm = async (dimension: string) => {
      await tab.open(`/sites/1?${window}`);
      await tab.page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = tab.page.locator('dialog[open]');
      await dialog.getByLabel('Dimension').selectOption({ label: dimension });
      return { dialog, value: dialog.getByRole('combobox', { name: 'Value' }) };
    };

    test('the keyboard chooses a suggested value, and Escape closes the list and not the dialog', async () => {
      const { page } = tab;
      const { dialog, value } = await openFilterForm('Country');
      const list = dialog.getByRole('listbox', { name: 'Value' });
      const options = list.getByRole('option');
      const selected = list.getByRole('option', { selected: true });
      await value.focus();
      expect(await options.count()).toBe(0);
      await page.keyboard.press('ArrowDown');
      await selected.waitFor();
      const labels = await options.allTextContents();
      expect(labels).toContain('Germany');
      expect(await selected.textContent()).toBe(labels[0]);
      expect(await axeFindings(tab)).toEqual([]);
      // Home and End belong to the text.
      await page.keyboard.press('End');
      expect(await selected.count()).toBe(0);
      expect(await value.getAttribute('aria-activedescendant')).toBeNull();
      await page.keyboard.press('ArrowUp');
      expect(await selected.textContent()).toBe(labels.at(-1));

      await page.keyboard.press('Escape');
      await options.first().waitFor({ state: 'hidden' });
      await dialog.locator('input[aria-expanded=false]').waitFor();
      expect(await dialog.count()).toBe(1);
      await page.keyboard.type('germ');
      expect(await options.allTextContents()).toEqual(['Germany']);
      await page.keyboard.press('ArrowDown');
      expect(await value.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'));
      await page.keyboard.press('Enter');
      expect(await value.inputValue()).toBe('Germany');
      expect(await options.count()).toBe(0);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('filter[country]') === 'DE');
      await dialog.waitFor({ state: 'detached' });
    });

    test('a label that is submitted before the suggestions arrive filters by its key', async () => {
      const { page } = tab;
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/dimension=country&limit=100/, async (route) => {
        await released;
        await route.continue();
      });
      const { dialog, value } = await openFilterForm('Country');
      await value.fill('germany');
      await page.keyboard.press('Enter');
      await dialog.locator('button[type=submit]:disabled').waitFor();
      expect(new URL(page.url()).search).not.toContain('filter');
      release();
      await page.waitForURL((url) => url.searchParams.get('filter[country]') === 'DE');
      await page.unrouteAll({ behavior: 'wait' });
    });

    const filters: readonly (readonly [dimension: string, condition: string, value: string, api: string])[] =
      [
        ['Country', 'is', 'germany', 'filter[country]=DE'],
        ['Device', 'is not', 'desktop', 'filter[device][is_not]=desktop'],
        ['Source', 'contains', 'oog', 'filter[source][contains]=oog'],
        ['Page', 'does not contain', '/docs', 'filter[pathname][contains_not]=/docs'],
        ['Entry page', 'starts with', '/blog', 'filter[entry_page][starts_with]=/blog'],
        ['Campaign', 'is unknown', '', 'filter[utm_campaign]=(none)'],
        ['Referrer', 'is known', '', 'filter[referrer][is_not]=(none)'],
        ['plan', 'is', 'pro', 'filter[props.plan]=pro'],
      ];

    test.each(filters)('filters by %s %s %s', async (dimension, condition, value, api) => {
      const { page } = tab;
      await tab.open(`/sites/1?${window}`);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = page.locator('dialog[open]');
      const isProperty = api.includes('props.');
      await dialog.getByLabel('Dimension').selectOption(isProperty ? 'props.' : { label: dimension });
      if (isProperty) await dialog.getByRole('combobox', { name: 'Property', exact: true }).fill(dimension);
      await dialog.getByLabel('Condition').selectOption({ label: condition });
      if (value !== '') {
        await dialog.getByRole('combobox', { name: 'Value' }).fill(value);
        await page.keyboard.press('Enter');
      } else await dialog.getByRole('button', { name: 'Add filter' }).click();
      await dialog.waitFor({ state: 'detached' });
      await waitUntilLoaded(page);
      const [name, wanted] = api.split('=');
      expect(new URL(page.url()).searchParams.get(name ?? '')).toBe(wanted);
      expect(await visitors()).toBe(count.format((await get(`stats?${window}&${api}`)).data.visitors));

      await page.getByRole('link', { name: /^Remove the filter:/ }).click();
      await page.waitForURL((url) => !url.search.includes('filter'));
    });
  });
}
