import { readFileSync } from 'node:fs';
import type { Browser, Request } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { readsOf, refuseBatches } from '../../src/batches';
import { signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

const DAY_MS = 86_400_000;

interface Row {
  readonly key: string;
  readonly visitors: number;
  readonly bounceRate: number;
  readonly comparison: {
    readonly visitors: number;
    readonly sessions: number;
    readonly pageviews: number;
    readonly bounceRate: number | null;
  };
}

interface EventRow {
  readonly events: number;
  readonly comparison: { readonly events: number };
}

/** The texts of the changes in a language. */
interface Texts {
  readonly locale: string;
  readonly isNew: string;
  readonly points: string;
}

const ENGLISH: Texts = { locale: 'en-US', isNew: 'new', points: 'pp' };
const GERMAN: Texts = { locale: 'de-DE', isNew: 'neu', points: 'PP' };

const arrow = (difference: number): string => (difference === 0 ? '' : difference > 0 ? 'up ' : 'down ');

const changeOf = ({ visitors, comparison }: Row, texts: Texts): string =>
  changeFrom(comparison.visitors, visitors, texts);

function changeFrom(before: number, now: number, { locale, isNew }: Texts): string {
  if (now === 0 && before === 0) return '–';
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  });
  const difference = now - before;
  const text = before === 0 ? isNew : format.format(difference / before);
  return arrow(difference) + text;
}

function pointsOf({ bounceRate, comparison }: Row, { locale, points }: Texts): string {
  if (comparison.bounceRate === null) return '–';
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const difference = bounceRate - comparison.bounceRate;
  return `${arrow(difference)}${format.format(difference)} ${points}`;
}

/** Compares the changes of rows with the API. */
export function describeComparedRows(system: () => System, browser: () => Browser): void {
  describe('rows of breakdowns with a comparison', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const window = `from=${day(15)}&to=${day(2)}`;
    const compared = `${window}&compare=previous_period`;
    let tab: DashboardTab;
    const rowsBy = async (dimension: string, limit = 10): Promise<readonly Row[]> => {
      const query = `${compared}&dimension=${dimension}&limit=${limit}`;
      return (await callApi(system(), 'GET', `/api/v1/sites/1/stats?${query}`)).body.data.breakdown;
    };
    const headings = (name: string) => tab.page.getByRole('columnheader', { name, exact: true });
    /** The texts of a column, after the direction of the arrow. */
    const column = async (label: string, index: number, { page } = tab) => {
      const rows = await page.locator(`table[aria-label="${label}"] tbody tr`).all();
      return Promise.all(
        rows.map(async (row) => {
          const cell = row.locator('th, td').nth(index);
          const arrows = cell.locator('svg');
          const direction = (await arrows.count()) > 0 ? await arrows.getAttribute('data-direction') : null;
          return `${direction ?? ''} ${(await cell.textContent())?.trim() ?? ''}`.trim();
        }),
      );
    };

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('show the change of visitors in per cent and that of bounces in points', async () => {
      await tab.open(`/sites/1?${compared}`);
      await headings('Change').nth(3).waitFor();
      for (const [dimension, name] of [
        ['pathname', 'page'],
        ['country', 'country'],
        ['device', 'device'],
      ] as const) {
        const rows = await rowsBy(dimension);
        expect(rows.length).toBeGreaterThan(1);
        expect(await column(`Visits by ${name}`, 2)).toEqual(rows.map((row) => changeOf(row, ENGLISH)));
        expect(await column(`Visits by ${name}`, 5)).toEqual(rows.map((row) => pointsOf(row, ENGLISH)));
      }
    });

    testInChromium('are saved as CSV with their earlier counts', DOWNLOAD_EVENTS, async () => {
      await tab.open(`/sites/1?${compared}`);
      await headings('Change').nth(3).waitFor();
      const [download] = await Promise.all([
        tab.page.waitForEvent('download'),
        tab.page
          .getByRole('group', { name: 'Demo Country: export' })
          .getByRole('button', { name: 'CSV' })
          .click(),
      ]);
      const [heading = '', ...lines] = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      const earlier = ['Visitors', 'Sessions', 'Pageviews', 'Bounce rate'].map(
        (name) => `"${name} (previous)"`,
      );
      expect(heading.split(',').slice(5)).toEqual(earlier);
      const rows = await rowsBy('country');
      expect(lines.map((line) => line.split(',').slice(5).join())).toEqual(
        rows.map(({ comparison: { visitors, sessions, pageviews, bounceRate } }) =>
          [visitors, sessions, pageviews, bounceRate ?? ''].join(),
        ),
      );
    });

    test('are new if the earlier period has none of the key', async () => {
      const { page } = tab;
      await refuseBatches(tab.page);
      await page.route(/\/stats\?.*compare=/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: { breakdowns?: { rows: object[] }[] } };
        const [row] = body.data.breakdowns?.[0]?.rows ?? [];
        const nothing = { visitors: 0, sessions: 0, pageviews: 0, bounceRate: null };
        if (row) Object.assign(row, { comparison: nothing });
        await route.fulfill({ response, json: body });
      });
      await tab.open(`/sites/1?${compared}`);
      await headings('Change').nth(3).waitFor();
      const [[change], [points]] = [await column('Visits by page', 2), await column('Visits by page', 5)];
      expect([change, points]).toEqual(['up new', '–']);
      await page.unrouteAll({ behavior: 'wait' });
    });

    test('are sorted by their change after a click on its heading', async () => {
      await tab.open(`/sites/1?${compared}`);
      const table = tab.page.locator('table[aria-label="Visits by source"]');
      const heading = table.getByRole('button', { name: /^Change/ });
      const ratio = ({ visitors, comparison }: Row) =>
        comparison.visitors === 0 ? Infinity : visitors / comparison.visitors;
      const rows = await rowsBy('source', 500);
      await heading.click();
      const changes = rows.toSorted((a, b) => ratio(b) - ratio(a) || 0).map((row) => changeOf(row, ENGLISH));
      expect((await column('Visits by source', 2)).slice(0, 5)).toEqual(changes.slice(0, 5));
      await heading.click();
      expect((await column('Visits by source', 2))[0]).toBe(changes.at(-1));
    });

    test('also show changes in the dialog with all rows, and of another dimension', async () => {
      await tab.open(`/sites/1?${compared}&pages=entry_page&all=pages`);
      await tab.page.locator('table[aria-label="Visits by entry page, all rows"]').waitFor();
      await tab.page.locator('dialog').getByRole('columnheader', { name: 'Change', exact: true }).waitFor();
      const rows = await rowsBy('entry_page', 500);
      expect(await column('Visits by entry page, all rows', 2)).toEqual(
        rows.map((row) => changeOf(row, ENGLISH)),
      );
      await tab.open(`/sites/1?${compared}`);
      await tab.page.getByRole('link', { name: 'Channels', exact: true }).click();
      await tab.page.locator('table[aria-label="Visits by channel"]').waitFor();
      await waitUntilLoaded(tab.page);
      const channels = await rowsBy('channel');
      expect(await column('Visits by channel', 2)).toEqual(channels.map((row) => changeOf(row, ENGLISH)));
    });

    test('show the change of one event when a comparison is selected, and its totals, too', async () => {
      const { page } = tab;
      await tab.open(`/sites/1/events?${window}&event=signup&by=country`);
      expect(await headings('Change').count()).toBe(0);
      await page.getByLabel('Compare with').selectOption('previous_period');
      await headings('Change').waitFor();
      const path = `/api/v1/sites/1/events/signup?${compared}&dimension=country&limit=10`;
      const { data } = (await callApi(system(), 'GET', path)).body;
      expect(data.breakdown.length).toBeGreaterThan(1);
      expect(await column('signup by Country', 2)).toEqual(
        data.breakdown.map((row: EventRow) => changeFrom(row.comparison.events, row.events, ENGLISH)),
      );
      const totals = [data.comparison.events, data.comparison.uniqueVisitors, data.comparison.pageviews];
      const format = new Intl.NumberFormat('en-US');
      expect((await page.locator('.tile-before').allTextContents()).slice(0, 3)).toEqual(
        totals.map((total) => `from ${format.format(total)}`),
      );
      // The chart has a line of the earlier window, whose n-th day is the n-th one of its request.
      await page.getByText(/dashed:/).waitFor();
      const earlier = `from=${day(29)}&to=${day(16)}&grain=day`;
      const { body } = await callApi(system(), 'GET', `/api/v1/sites/1/events/signup?${earlier}`);
      const chart = page.locator('.chart');
      await chart.getByText('Show as a table').click();
      expect(await chart.locator('thead th').allTextContents()).toEqual([
        ...['When', 'Events', 'Visitors', 'Events (previous)'],
      ]);
      const days: { events: number }[] = body.data.series;
      expect(days.some(({ events }) => events > 0)).toBe(true);
      expect(await chart.locator('tbody td:last-child').allTextContents()).toEqual(
        days.map(({ events }) => format.format(events)),
      );
      const viewport = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      const shown = await page
        .locator('table[aria-label="signup by Country"] thead th:visible')
        .allTextContents();
      expect(shown).toEqual(['Country', 'Events', 'Change', 'Visitors', 'Rate']);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(390);
      if (viewport) await page.setViewportSize(viewport);
    });

    test('load their script with a comparison only, which adds no request of rows', async () => {
      const paths: string[] = [];
      const record = (request: Request) =>
        paths.push(...readsOf(request).map((url) => new URL(url).pathname));
      tab.page.on('request', record);
      const requested = (path: RegExp) => paths.filter((each) => path.test(each)).length;
      await tab.open(`/sites/1?${window}`);
      expect(requested(/compared-columns/)).toBe(0);
      expect([requested(/\/stats$/), requested(/\/realtime$/)]).toEqual([1, 1]);
      expect(await headings('Change').count()).toBe(0);
      paths.length = 0;
      await tab.open(`/sites/1?${compared}`);
      await headings('Change').nth(3).waitFor();
      await tab.page.getByText(/dashed:/).waitFor();
      expect(requested(/compared-columns/)).toBe(1);
      // The second one has the dashed line of the chart.
      expect(requested(/\/stats$/)).toBe(2);
      tab.page.off('request', record);
    });

    test('fit on a phone, in German, too', async () => {
      const options = { viewport: { width: 390, height: 844 }, locale: 'de-DE' };
      const phone = await signedInTab(browser(), system(), options);
      await phone.open(`/sites/1?${compared}`);
      const table = phone.page.locator('table[aria-label="Besuche nach Land"]');
      await table.getByRole('columnheader', { name: 'Änderung', exact: true }).waitFor();
      const rows = await rowsBy('country');
      const changes = rows.map((row) => changeOf(row, GERMAN));
      expect(await column('Besuche nach Land', 2, phone)).toEqual(changes);
      const points = rows.map((row) => pointsOf(row, GERMAN));
      expect(await column('Besuche nach Land', 5, phone)).toEqual(points);
      const shown = await table.locator('thead th:visible').allTextContents();
      expect(shown).toEqual(['Land', 'Besucher', 'Änderung', 'Absprung']);
      const width = await phone.page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(390);
      const { width: ofTable = 0 } = (await table.boundingBox()) ?? {};
      expect(ofTable).toBeLessThanOrEqual(390);
      await phone.context.close();
    });
  });
}
