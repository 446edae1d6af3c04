import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { signedInTab, type DashboardTab } from '../../src/dashboard-tab';

const DAY_MS = 86_400_000;
const count = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** Compares the page Attribution health with the API. */
export function describeAttribution(system: () => System, browser: () => Browser): void {
  describe('attribution health', () => {
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    // With today, the day of the identify calls.
    const window = 'range=90d';
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/${path}`)).body;
    const tile = (card: string, label: string) =>
      tab.page
        .getByRole('region', { name: card, exact: true })
        .locator('.tile')
        .filter({ has: tab.page.locator('.tile-label', { hasText: new RegExp(`^${label}$`) }) })
        .locator('.tile-value')
        .textContent();

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('shows the shares of revenue and customers without a channel', async () => {
      const [{ currency }] = (await get(`revenue?${window}`)).data.currencies;
      // The account has no identify call.
      const payment = {
        ...{ payment_id: 'without-channel', email: 'nobody@without-channel.example', type: 'sale' },
        ...{ amount: '120.50', currency, occurred_at: `${day(10)}T12:00:00Z` },
      };
      const paid = await callApi(system(), 'POST', '/api/v1/payments', { body: payment });
      expect(paid.status).toBe(201);
      await tab.open(`/attribution?${window}`);
      const [sums] = (await get(`revenue?${window}`)).data.currencies;
      const counts = (await get(`customers?${window}`)).data;
      const { customers, linked, pending, unattributed, unattributedReasons: reasons } = counts;
      expect(Number(sums.unattributed)).toBeGreaterThanOrEqual(120.5);
      expect(await tile('Revenue', 'Unattributed share')).toBe(
        percent.format(Number(sums.unattributed) / Number(sums.net)),
      );
      const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: sums.currency });
      expect(await tile('Revenue', 'Unattributed')).toBe(money.format(Number(sums.unattributed)));
      expect(await tile('Revenue', 'Net revenue')).toBe(money.format(Number(sums.net)));
      expect(customers).toBeGreaterThan(0);
      expect([
        await tile('Customers', 'Unattributed share'),
        await tile('Customers', 'Unattributed'),
        await tile('Customers', 'Pending'),
        await tile('Customers', 'With a channel'),
      ]).toEqual([
        percent.format(unattributed / customers),
        count.format(unattributed),
        count.format(pending),
        count.format(linked),
      ]);
      expect(reasons.noVisitorId).toBeGreaterThan(0);
      expect(Number(reasons.noVisitorId) + Number(reasons.noVisit)).toBe(unattributed);
      const card = 'Why accounts are unattributed';
      expect([await tile(card, 'Without a visitor id'), await tile(card, 'Id without a visit')]).toEqual([
        count.format(reasons.noVisitorId),
        count.format(reasons.noVisit),
      ]);
    });

    test('explains both states only where accounts have them, with the code that fixes them', async () => {
      const { page } = tab;
      await refuseBatches(tab.page);
      let state = { unattributed: 3, pending: 0 };
      await page.route('**/api/v1/customers*', async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        const counts = { customers: 10, linked: 10 - state.unattributed - state.pending, ...state };
        await route.fulfill({ response, json: { ...rest, data: { ...data, ...counts } } });
      });
      await page.route('**/api/v1/revenue*', async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        await route.fulfill({ response, json: { ...rest, data: { ...data, currencies: [], pending: [] } } });
      });
      const unattributed = page.getByRole('region', { name: 'Why accounts are unattributed' });
      const pending = page.getByRole('region', { name: 'Why accounts are pending' });
      await tab.open('/attribution?range=7d');
      expect(await tile('Customers', 'Unattributed share')).toBe('30%');
      expect(await pending.count()).toBe(0);
      await unattributed.getByText('target.elements.ref.value = headwater.ref').waitFor();
      await unattributed.getByRole('link', { name: 'Python' }).click();
      await unattributed.getByText(`${system().apiUrl}/api/v1/identify`).waitFor();
      await page.waitForURL(/range=7d&code=python/);

      state = { unattributed: 0, pending: 2 };
      await tab.open('/attribution?range=90d');
      await pending.getByText(/no visit with it was counted yet/).waitFor();
      expect(await unattributed.count()).toBe(0);

      state = { unattributed: 0, pending: 0 };
      await tab.open('/attribution?range=1d');
      await page.getByText('All of these customers have a channel.').waitFor();
      expect(await pending.count()).toBe(0);
    });
  });
}
