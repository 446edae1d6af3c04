import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

const DAY_MS = 86_400_000;
const count = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** URL parameters, and for each the dimensions of the API with the names of the tables. */
const BREAKDOWNS = [
  [
    '',
    [
      ['pathname', 'page'],
      ['country', 'country'],
      ['device', 'device'],
    ],
  ],
  [
    'pages=entry_page&devices=browser',
    [
      ['entry_page', 'entry page'],
      ['browser', 'browser'],
    ],
  ],
  [
    'pages=exit_page&devices=os',
    [
      ['exit_page', 'exit page'],
      ['os', 'operating system'],
    ],
  ],
  ['places=region', [['region', 'region']]],
] as const;

/** Compares the overview with the API. */
export function describeOverview(system: () => System, browser: () => Browser): void {
  describe('the overview', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const window = `from=${day(31)}&to=${day(2)}`;
    let tab: DashboardTab;
    const stats = async (query: string) =>
      (await callApi(system(), 'GET', `/api/v1/sites/1/stats?${query}`)).body;
    const tile = (label: string) => tab.page.locator('.tile', { hasText: label });
    const metrics = async () =>
      Promise.all(
        ['Visitors', 'Sessions', 'Pageviews', 'Bounce rate'].map((label) =>
          tile(label).locator('.tile-value').textContent(),
        ),
      );
    const shown = ({ data }: { data: Record<string, number> }) => [
      count.format(data['visitors'] ?? 0),
      count.format(data['sessions'] ?? 0),
      count.format(data['pageviews'] ?? 0),
      percent.format((data['bounceRate'] ?? 0) / 100),
    ];

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('shows the metrics and the time series of the API', async () => {
      await tab.open(`/sites/1?${window}`);
      const answer = await stats(`${window}&grain=day`);
      expect(answer.data.visitors).toBeGreaterThan(300);
      expect(await metrics()).toEqual(shown(answer));
      await tab.page.getByText('Show as a table').click();
      const series = await tab.page.locator('.chart-table tbody tr td:nth-child(2)').allTextContents();
      expect(series).toEqual(
        answer.data.series.map((row: { visitors: number }) => count.format(row.visitors)),
      );
    });

    test('requests its metrics before the site has loaded', async () => {
      const { page } = tab;
      let answered = (): void => undefined;
      const counted = new Promise<void>((resolve) => (answered = resolve));
      await refuseBatches(tab.page);
      await page.route('**/api/v1/sites/1', async (route) => {
        await counted;
        await route.continue();
      });
      page.on('response', (response) => {
        if (response.url().includes('/api/v1/sites/1/stats')) answered();
      });
      await tab.open(`/sites/1?${window}`);
      await page.unrouteAll();
      expect(await metrics()).toEqual(shown(await stats(window)));
    });

    test('shows the time series of a metric when its tile is clicked', async () => {
      await tab.open(`/sites/1?${window}&grain=week`);
      await tile('Pageviews').click();
      await tab.page.waitForURL(/metric=pageviews/);
      await waitUntilLoaded(tab.page);
      const answer = await stats(`${window}&grain=week`);
      await tab.page.getByText('Show as a table').click();
      expect(await tab.page.locator('.chart-table tbody tr td:nth-child(2)').allTextContents()).toEqual(
        answer.data.series.map((row: { pageviews: number }) => count.format(row.pageviews)),
      );
    });

    test('compares with the previous period', async () => {
      await tab.open(`/sites/1?${window}&compare=previous_period`);
      const { data } = await stats(`${window}&compare=previous_period`);
      expect(await tile('Visitors').locator('.tile-before').textContent()).toBe(
        `from ${count.format(data.comparison.visitors)}`,
      );
      await tab.page.getByText(/dashed:/).waitFor();
      const { from, to } = /(?<from>\S+) to (?<to>\S+)/.exec(data.comparison.range)?.groups ?? {};
      const before = await stats(`from=${from}&to=${to}&grain=day`);
      await tab.page.getByText('Show as a table').click();
      expect(await tab.page.locator('.chart-table tbody tr td:last-child').allTextContents()).toEqual(
        before.data.series.map((row: { visitors: number }) => count.format(row.visitors)),
      );
    });

    test('shows the revenue of the API as bars, and compares it with the previous period', async () => {
      const { data } = await stats(`${window}&compare=previous_period&include=revenue`);
      const [{ currency, net }] = data.revenue;
      const { from, to } = /(?<from>\S+) to (?<to>\S+)/.exec(data.comparison.range)?.groups ?? {};
      const before = await stats(`from=${from}&to=${to}&include=revenue`);
      const timezone = (await stats(window)).timezone;
      const revenue = (
        await callApi(
          system(),
          'GET',
          `/api/v1/revenue?${window}&grain=day&timezone=${timezone}&filter[site]=1`,
        )
      ).body.data.currencies.find((each: { currency: string }) => each.currency === currency);
      const money = (amount: string) =>
        new Intl.NumberFormat('en-US', {
          ...{ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' },
          ...(Math.abs(Number(amount)) < 10_000
            ? { maximumFractionDigits: Math.abs(Number(amount)) < 100 ? 2 : 0 }
            : { notation: 'compact', maximumFractionDigits: 1 }),
        }).format(Number(amount));

      await tab.open(`/sites/1?${window}&compare=previous_period`);
      await tab.page.getByText(/dashed:/).waitFor();
      await tab.page.getByText('Show as a table').click();
      const column = tab.page.getByRole('columnheader', { name: 'Revenue', exact: true });
      await tab.page.locator('.chart-table').filter({ has: column }).waitFor();
      const bars = await tab.page.locator('.chart-table tbody tr td:nth-child(3)').allTextContents();
      expect(bars).toEqual(revenue.series.map((row: { net: string }) => money(row.net)));
      const earlier = before.data.revenue.find((each: { currency: string }) => each.currency === currency);
      const revenueTile = tab.page.locator('.tile').filter({
        has: tab.page.locator('.tile-label', { hasText: /^Revenue$/ }),
      });
      expect(await revenueTile.locator('.tile-value').textContent()).toBe(money(net));
      expect(await revenueTile.locator('.tile-before').textContent()).toBe(
        `from ${money(earlier?.net ?? '0')}`,
      );
      expect(await tile('Paying customers').locator('.tile-before').textContent()).toBe(
        `from ${count.format(earlier?.customers ?? 0)}`,
      );
    });

    test.each(BREAKDOWNS)(
      'shows the breakdowns of the API with the URL parameters %j',
      async (chosen, shownThere) => {
        await tab.open(`/sites/1?${window}&${chosen}`);
        for (const [dimension, name] of shownThere) {
          const { data } = await stats(`${window}&dimension=${dimension}&limit=10`);
          const rows = await rowsOf(tab.page, `Visits by ${name}`);
          expect(rows.map((row) => row.slice(1))).toEqual(
            data.breakdown.map((row: { visitors: number; pageviews: number; bounceRate: number }) => [
              count.format(row.visitors),
              count.format(row.pageviews),
              percent.format(row.bounceRate / 100),
            ]),
          );
          if (dimension === 'pathname')
            expect(rows.map(([key]) => key)).toEqual(data.breakdown.map(({ key }: { key: string }) => key));
          if (dimension === 'country') expect(rows.map(([key]) => key)).toContain('Germany');
        }
      },
    );

    test('shows all countries on a map, and a click on one filters the page', async () => {
      await tab.open(`/sites/1?${window}&places=map`);
      await tab.page.locator('.world-map').waitFor();
      const { data } = await stats(`${window}&dimension=country&limit=500`);
      const numbers = data.breakdown.map(({ visitors }: { visitors: number }) => count.format(visitors));
      const countries = tab.page.locator(
        '.world-map :is(.level-1, .level-2, .level-3, .level-4, .level-5) title',
      );
      const titles = await countries.allTextContents();
      expect(titles).toContainEqual(expect.stringMatching(/^Germany: [\d,]+ visitors$/));
      // Rows without a country have no place on the map.
      const missing = (await tab.page.locator('.world-map figcaption').textContent()) ?? '';
      const listed = [...titles, ...missing.split(', ')].map(
        (text) => /([\d,]+)(?: visitors?)?$/.exec(text)?.[1],
      );
      expect(listed.toSorted()).toEqual(numbers.toSorted());
      await tab.page.locator('.world-map [data-country=DE]').click();
      await tab.page.waitForURL(/filter\[country\]=DE/);
      await waitUntilLoaded(tab.page);
      expect(await metrics()).toEqual(shown(await stats(`${window}&filter[country]=DE`)));
    });

    test('requests a breakdown alone if it is too heavy together with the others', async () => {
      const { page } = tab;
      await refuseBatches(tab.page);
      await page.route(/[?&]dimensions=/, async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        const [, ...others] = data.breakdowns;
        const failed = { dimension: 'pathname', rows: [], error: 'query_too_heavy' };
        await route.fulfill({
          response,
          json: { ...rest, data: { ...data, breakdowns: [failed, ...others] } },
        });
      });
      await tab.open(`/sites/1?${window}`);
      const { data } = await stats(`${window}&dimension=pathname&limit=10`);
      const rows = await rowsOf(page, 'Visits by page');
      expect(rows.map(([key]) => key)).toEqual(data.breakdown.map(({ key }: { key: string }) => key));
      expect(rows.length).toBeGreaterThan(0);
      await page.unrouteAll();
    });

    test('a click on a key filters the page, and its URL shows the same to a colleague', async () => {
      await tab.open(`/sites/1?${window}`);
      await tab.page.getByRole('link', { name: 'Germany' }).click();
      await tab.page.waitForURL(/filter\[country\]=DE/);
      await waitUntilLoaded(tab.page);
      const answer = await stats(`${window}&filter[country]=DE`);
      expect(await metrics()).toEqual(shown(answer));

      const colleague = await signedInTab(browser(), system());
      await colleague.open(tab.page.url().slice(system().apiUrl.length));
      expect(await colleague.page.locator('.tile-value').allTextContents()).toEqual(
        await tab.page.locator('.tile-value').allTextContents(),
      );
      await colleague.context.close();

      await tab.page.getByRole('link', { name: 'Remove the filter: Country is Germany' }).click();
      await tab.page.waitForURL((url) => !url.search.includes('filter'));
    });

    test('shows days in another time zone', async () => {
      await tab.open(`/sites/1?${window}&timezone=Asia/Tokyo`);
      expect(await metrics()).toEqual(shown(await stats(`${window}&timezone=Asia/Tokyo`)));
      expect(await tab.page.locator('.select-zone select').inputValue()).toBe('Asia/Tokyo');
    });

    testInChromium('saves the visible data as CSV and PNG', DOWNLOAD_EVENTS, async () => {
      await tab.open(`/sites/1?${window}`);
      const save = async (group: string, name: string): Promise<Buffer> => {
        const [download] = await Promise.all([
          tab.page.waitForEvent('download'),
          tab.page
            .getByRole('group', { name: `${group}: export` })
            .getByRole('button', { name })
            .click(),
        ]);
        return readFileSync(await download.path());
      };
      const { data } = await stats(`${window}&dimension=country&limit=10`);
      const lines = data.breakdown.map((row: Record<string, number | string>) =>
        [`"${row['key']}"`, row['visitors'], row['sessions'], row['pageviews'], row['bounceRate']].join(','),
      );
      expect((await save('Demo Country', 'CSV')).toString()).toBe(
        `"Country","Visitors","Sessions","Pageviews","Bounce rate"\r\n${lines.join('\r\n')}\r\n`,
      );
      const picture = await save('Demo Visitors', 'PNG');
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.length).toBeGreaterThan(5_000);
    });

    test('shows a curl command that returns the same numbers', async () => {
      await tab.open(`/sites/1?${window}&filter[country]=DE`);
      const tools = tab.page.getByRole('group', { name: 'Demo Visitors: export' });
      await tools.getByRole('button', { name: 'API' }).click();
      const command = await tab.page.locator('dialog[open] code').first().textContent();
      await tab.page.keyboard.press('Escape');
      const answer = execFileSync('sh', ['-c', command ?? ''], {
        env: { ...process.env, TOKEN: system().token },
      });
      expect(JSON.parse(answer.toString())).toEqual(await stats(`${window}&grain=day&filter[country]=DE`));
    });

    test('credits the provider of the country data', async () => {
      await tab.open(`/sites/1?${window}`);
      expect(await tab.page.getByRole('link', { name: 'IP geolocation by DB-IP' }).getAttribute('href')).toBe(
        'https://db-ip.com',
      );
    });
  });
}
