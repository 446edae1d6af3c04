import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';

const DAY_MS = 86_400_000;
const count = new Intl.NumberFormat('en-US');
const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : rate.format(value / 100);
/** Seconds as the dashboard shows them. */
function duration(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)}d ${hours % 24}h`;
  const all = Math.round(seconds);
  const [h, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}h ${two(m)}m` : m > 0 ? `${m}m ${two(s)}s` : `${s}s`;
}
const euros = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' });

/** Compares events, goals, funnels, retention and revenue with the API. */
export function describeMeasures(system: () => System, browser: () => Browser): void {
  describe('events, goals, journeys and revenue', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const window = `from=${day(40)}&to=${day(2)}`;
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', path)).body;
    const tiles = (card: string) =>
      tab.page.locator(`section[aria-label="${card}"] .tile-value`).allTextContents();

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('shows events by name, and an event by a property without a rate, with a note', async () => {
      await tab.open(`/sites/1/events?${window}&event=purchase&by=props.plan`);
      const { data } = await get(`/api/v1/sites/1/events?${window}`);
      expect(await rowsOf(tab.page, 'Events by name')).toEqual(
        data.events.map((row: { name: string; events: number; visitors: number }) => [
          row.name,
          count.format(row.events),
          count.format(row.visitors),
        ]),
      );
      const purchase = await get(
        `/api/v1/sites/1/events/purchase?${window}&grain=day&dimension=props.plan&limit=10`,
      );
      expect(await tiles('purchase')).toEqual([
        count.format(purchase.data.events),
        count.format(purchase.data.uniqueVisitors),
        count.format(purchase.data.pageviews),
        '–',
      ]);
      expect(await tab.page.getByText(purchase.data.note).count()).toBe(1);
      expect(await rowsOf(tab.page, 'purchase by plan')).toEqual(
        purchase.data.breakdown.map((row: { key: string; events: number; visitors: number }) => [
          row.key,
          count.format(row.events),
          count.format(row.visitors),
        ]),
      );
    });

    test('shows an event by a column with a rate, and a click on a key filters by it', async () => {
      await tab.open(`/sites/1/events?${window}&event=signup`);
      await tab.page
        .locator('table[aria-label="signup by Channel"] a')
        .filter({ hasText: /^Direct$/ })
        .click();
      await tab.page.waitForURL((url) => url.searchParams.get('filter[channel]') === 'Direct');
      await waitUntilLoaded(tab.page);
      const { data } = await get(
        `/api/v1/sites/1/events/signup?${window}&dimension=channel&filter[channel]=Direct`,
      );
      expect(await rowsOf(tab.page, 'signup by Channel')).toEqual([
        [
          'Direct',
          count.format(data.events),
          count.format(data.uniqueVisitors),
          count.format(data.pageviews),
          percent(data.eventRate),
        ],
      ]);
    });

    test('creates, shows and deletes a goal', async () => {
      await tab.open(`/sites/1/goals?${window}`);
      await tab.page.getByRole('button', { name: 'New goal' }).click();
      await tab.page.getByLabel('Trigger').selectOption('page');
      await tab.page.getByLabel('Path').fill('/pricing');
      await tab.page.getByLabel('Label', { exact: true }).fill('Saw the prices');
      await tab.page.getByRole('button', { name: 'Create goal' }).click();
      await tab.page.getByRole('heading', { name: 'Saw the prices' }).waitFor();
      await waitUntilLoaded(tab.page);

      const { goals } = await get('/api/v1/sites/1/goals');
      const made = goals.find(({ name }: { name: string }) => name === 'Saw the prices');
      expect(made).toMatchObject({ type: 'page', path: '/pricing' });
      const { data } = await get(`/api/v1/sites/1/goals/${made.id}?${window}`);
      expect(data.conversions).toBeGreaterThan(0);
      expect(await tiles('Saw the prices')).toEqual([
        count.format(data.conversions),
        count.format(data.visitors),
        percent(data.conversionRate),
      ]);

      const card = tab.page.locator('section[aria-label="Saw the prices"]');
      await card.getByRole('button', { name: 'Delete' }).click();
      await card.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
      await card.waitFor({ state: 'detached' });
      expect((await get('/api/v1/sites/1/goals')).goals).toHaveLength(goals.length - 1);
    });

    test('creates a funnel of two steps and shows its drop-off', async () => {
      await tab.open(`/sites/1/journeys?${window}`);
      await tab.page.getByRole('button', { name: 'New funnel' }).click();
      const dialog = tab.page.locator('dialog[open]');
      await dialog.getByLabel('Name', { exact: true }).fill('Prices to signup');
      await dialog.getByLabel('1. Trigger').selectOption('page');
      await dialog.getByLabel('1. Path').fill('/pricing');
      await dialog.getByLabel('2. Event name').fill('signup');
      await dialog.getByRole('button', { name: 'Create funnel' }).click();
      await tab.page.getByRole('heading', { name: 'Prices to signup' }).waitFor();
      await waitUntilLoaded(tab.page);

      const { funnels } = await get('/api/v1/sites/1/funnels');
      const made = funnels.find(({ name }: { name: string }) => name === 'Prices to signup');
      const { data } = await get(`/api/v1/sites/1/funnels/${made.id}?${window}`);
      expect(data.entered).toBeGreaterThan(0);
      expect(await tiles('Prices to signup')).toEqual([
        count.format(data.entered),
        count.format(data.completed),
        percent(data.conversionRate),
        duration(data.steps[1].timeToConvert.median),
      ]);
      const steps = tab.page.locator('ol[aria-label="Steps of Prices to signup"] .funnel-name');
      expect(await steps.allTextContents()).toEqual(
        data.steps.map(
          ({ name, visitors }: { name: string; visitors: number }, index: number) =>
            `${index + 1}. ${name}${count.format(visitors)}`,
        ),
      );
      const { median, p90 } = data.steps[1].timeToConvert;
      const times = `Median ${duration(median)}, 90% within ${duration(p90)}`;
      expect(await tab.page.getByText(times, { exact: true }).count()).toBe(1);

      // The choice is in the address. It offers the properties of the first step, and another choice keeps the time range.
      const { page } = tab;
      const card = page.locator('section[aria-label="Prices to signup"]');
      const choice = card.getByLabel('Break down by');
      await choice.selectOption({ label: 'Country' });
      await page.waitForURL((url) => url.searchParams.get(`by-${made.id}`) === 'country');
      expect(new URL(page.url()).searchParams.get('from')).toBe(day(40));
      await waitUntilLoaded(page);
      const byCountry = await get(`/api/v1/sites/1/funnels/${made.id}?${window}&dimension=country&limit=8`);
      expect(byCountry.data.breakdown.length).toBeGreaterThan(1);
      expect((await rowsOf(page, 'Prices to signup by Country')).map(([, ...numbers]) => numbers)).toEqual(
        byCountry.data.breakdown.map(
          (row: { entered: number; completed: number; conversionRate: number }) => [
            count.format(row.entered),
            count.format(row.completed),
            percent(row.conversionRate),
          ],
        ),
      );
      await page.reload();
      await waitUntilLoaded(page);
      expect(await choice.inputValue()).toBe('country');
    });

    test('shows funnels at their earlier address', async () => {
      await tab.open(`/sites/1/funnels?${window}`);
      await tab.page.getByRole('heading', { name: 'Prices to signup' }).waitFor();
    });

    test.each(['week', 'day'])(
      'shows the share and number of the visitors of each %s who returned',
      async (grain) => {
        const { page } = tab;
        await tab.open(`/sites/1/journeys?${window}`);
        await page.getByRole('link', { name: 'Retention' }).click();
        await page.waitForURL((url) => url.searchParams.get('range') === '90d');
        const past = `from=${day(grain === 'week' ? 62 : 16)}&to=${day(2)}`;
        await tab.open(`/sites/1/journeys?${past}&show=retention`);
        if (grain === 'day') {
          await page.getByRole('link', { name: 'Days', exact: true }).click();
          await page.waitForURL((url) => url.searchParams.get('cohort') === 'day');
          await waitUntilLoaded(page);
        }
        const { data } = await get(`/api/v1/sites/1/retention?${past}&cohort=${grain}`);
        const later = ({ weeks, days }: Record<string, { retention: number | null; visitors: number }[]>) =>
          (weeks ?? days ?? []).map(({ retention, visitors }) =>
            retention === null ? '–' : `${percent(retention)} ${count.format(visitors)}`,
          );
        const periods = data.cohorts.length - 1;
        expect((await rowsOf(page, 'Retention')).map(([, ...numbers]) => numbers)).toEqual(
          data.cohorts.map((cohort: Record<string, never> & { visitors: number }) => {
            const shown = later(cohort);
            return [count.format(cohort.visitors), ...shown, ...Array(periods - shown.length).fill('')];
          }),
        );
        // The heading says that rows are weeks, so that no row repeats it.
        const long = new Intl.DateTimeFormat('en-US', {
          ...(grain === 'week' ? {} : { weekday: 'short' }),
          ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
        });
        expect((await rowsOf(page, 'Retention')).map(([label]) => label)).toEqual(
          data.cohorts.map((cohort: { week?: string; day?: string }) =>
            long.format(Date.parse(cohort.week ?? cohort.day ?? '')),
          ),
        );
        const [heading] = await page.locator('table[aria-label="Retention"] thead th').allTextContents();
        expect(heading).toBe(grain === 'week' ? 'Week of' : 'First visit');
        // The grid scrolls with the keyboard.
        const grid = page.getByRole('region', { name: 'Retention' }).last();
        await grid.focus();
        expect(await grid.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
      },
    );

    test('shows exact revenue by channel', async () => {
      await tab.open(`/revenue?${window}`);
      const { data } = await get(`/api/v1/revenue?${window}&dimension=channel&limit=10`);
      const [sums] = data.currencies;
      const money = (amount: string) => euros.format(Number(amount));
      expect(await tiles('EUR over time')).toEqual([
        money(sums.net),
        money(sums.gross),
        money(sums.refunds),
        count.format(sums.payments),
        count.format(sums.customers),
        money(sums.unattributed),
      ]);
      expect(await rowsOf(tab.page, 'Revenue by channel')).toEqual(
        sums.breakdown.map((row: { key: string; net: string; payments: number; customers: number }) => [
          row.key === '(none)' ? 'Unknown' : row.key,
          money(row.net),
          count.format(row.payments),
          count.format(row.customers),
        ]),
      );
    });

    test('shows the names of sites in revenue: in rows, in the filter form and in active filters', async () => {
      const { page } = tab;
      const { name, domain } = await get('/api/v1/sites/1');
      const label = name === domain ? domain : `${name} (${domain})`;
      await tab.open(`/revenue?${window}&by=site`);
      await page.getByRole('link', { name: label }).waitFor();
      const { data } = await get(`/api/v1/revenue?${window}&dimension=site&limit=10`);
      const shown = (key: string) => (key === '1' ? label : key === '(none)' ? 'Unknown' : key);
      expect((await rowsOf(page, 'Revenue by site')).map(([key]) => key)).toEqual(
        data.currencies[0].breakdown.map(({ key }: { key: string }) => shown(key)),
      );

      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Dimension').selectOption({ label: 'Site' });
      expect(await dialog.getByLabel('Condition').locator('option').allTextContents()).toEqual([
        ...['is', 'is not', 'is unknown', 'is known'],
      ]);
      await dialog.getByLabel('Value').selectOption({ label });
      await dialog.getByRole('button', { name: 'Add filter' }).click();
      await page.waitForURL((url) => url.searchParams.get('filter[site]') === '1');
      await waitUntilLoaded(page);
      await page.getByRole('link', { name: `Remove the filter: Site is ${label}` }).waitFor();
      const filtered = await get(`/api/v1/revenue?${window}&filter[site]=1`);
      expect((await tiles('EUR over time'))[3]).toBe(count.format(filtered.data.currencies[0].payments));
    });
  });
}
