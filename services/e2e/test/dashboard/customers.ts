import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';

const DAY_MS = 86_400_000;
const count = new Intl.NumberFormat('en-US');
const euros = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' });
const money = (amount: string | null | undefined): string =>
  amount === null || amount === undefined ? '–' : euros.format(Number(amount));
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const keyLabel = (key: string): string => (key === '(none)' ? 'Unknown' : key);

interface Cost {
  readonly amount: string;
  readonly roas: string | null;
  readonly paybackMonths: number | null;
}
const payback = (cost: Cost | undefined): string =>
  cost ? (cost.paybackMonths === null ? 'Not yet' : `Month ${cost.paybackMonths}`) : '–';

/** Compares the overview's revenue, the acquisition, the cohorts and the customers with the API. */
export function describeCustomers(system: () => System, browser: () => Browser): void {
  describe('customers and their revenue', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const window = `from=${day(31)}&to=${day(2)}`;
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/${path}`)).body;

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    /** The cells of the sources after visits, by key. */
    const cellsOf = (row: { key: string; visitors: number; revenue?: Record<string, string>[] }) => {
      const sums = row.revenue?.find(({ currency }) => currency === 'EUR');
      const customers = Number(sums?.['customers'] ?? 0);
      return [
        ...[count.format(row.visitors), count.format(customers)],
        row.visitors > 0 ? percent.format(customers / row.visitors) : '–',
        money(sums?.['net'] ?? '0'),
        row.visitors > 0 ? money(sums?.['perVisitor'] ?? '0') : '–',
      ];
    };

    test.each([
      ['source', 'source', 'source'],
      ['channel', 'channel', 'channel'],
      ['utm_campaign', 'campaign', 'campaign'],
    ])('the overview shows customers, revenue and costs by %s', async (dimension, name, ofCosts) => {
      await tab.open(`/sites/1?${window}&sources=${dimension}`);
      const { data } = await get(`sites/1/stats?${window}&dimension=${dimension}&limit=500&include=revenue`);
      const { breakdown } = (await get(`customers?${window}&dimension=${ofCosts}&limit=500&include=payback`))
        .data;
      const costs = new Map<string, Cost>(
        breakdown.flatMap(({ key, costs: all = [] }: { key: string; costs?: Cost[] }) =>
          all.map((cost) => [key, cost]),
        ),
      );
      expect(costs.size).toBeGreaterThan(0);
      expect((await rowsOf(tab.page, `Visits by ${name}`)).map((row) => row.slice(1))).toEqual(
        data.breakdown.slice(0, 10).map((row: Parameters<typeof cellsOf>[0]) => {
          const cost = costs.get(row.key);
          return [...cellsOf(row), money(cost?.amount), cost?.roas ?? '–', payback(cost)];
        }),
      );
      const [sums] = data.revenue;
      const tile = (label: string) =>
        tab.page
          .locator('.tile', { has: tab.page.getByText(label, { exact: true }) })
          .locator('.tile-value')
          .textContent();
      expect(await tile('Paying customers')).toBe(count.format(sums.customers));
      expect(await tile('Conversion rate')).toBe(percent.format(sums.customers / data.visitors));
      expect(await tab.page.locator('.headline').textContent()).toContain(
        `${money(sums.net)} from ${count.format(sums.customers)} paying customers.`,
      );
    });

    test('the overview counts the signups of its site in both periods, and with a filter', async () => {
      const { data, timezone } = await get(`sites/1/stats?${window}&compare=previous_period`);
      const [from, to] = data.comparison.range.split(' to ');
      const signups = async (query: string) =>
        count.format((await get(`customers?${query}&timezone=${timezone}&filter[site]=1`)).data.customers);
      const tile = tab.page.locator('.tile', { hasText: 'Signups' });
      await tab.open(`/sites/1?${window}&compare=previous_period`);
      await tile.locator('.tile-before').waitFor();
      expect(await tile.locator('.tile-value').textContent()).toBe(await signups(window));
      expect(await tile.locator('.tile-before').textContent()).toBe(
        `from ${await signups(`from=${from}&to=${to}`)}`,
      );
      await tab.open(`/sites/1?${window}&filter[country]=DE`);
      await tile.getByText(await signups(`${window}&filter[country]=DE`), { exact: true }).waitFor();
      await tab.open(`/sites/1?${window}&filter[pathname]=/pricing`);
      expect(await tile.count()).toBe(0);
    });

    test('phones show the visitors, the conversion rate, the revenue and ROAS of sources', async () => {
      const phone = await signedInTab(browser(), system(), { viewport: { width: 390, height: 844 } });
      await phone.open(`/sites/1?${window}`);
      // The costs load after the visits.
      await phone.page.getByRole('columnheader', { name: 'ROAS' }).waitFor();
      const headings = await phone.page.locator('table[aria-label="Visits by source"] thead th').all();
      const shown = await Promise.all(
        headings.map(async (heading) => ((await heading.isVisible()) ? heading.textContent() : '')),
      );
      expect(shown.filter((text) => text !== '')).toEqual([
        ...['Source', 'Visitors', 'Conversion rate', 'Revenue', 'ROAS'],
      ]);
      await phone.context.close();
    });

    test('a click on a heading sorts the sources, and a second click reverses them', async () => {
      await tab.open(`/sites/1?${window}`);
      const { data } = await get(`sites/1/stats?${window}&dimension=source&limit=500&include=revenue`);
      const net = (row: { revenue: { net: string }[] }) => Number(row.revenue[0]?.net ?? 0);
      const highest = [...data.breakdown].sort((a, b) => net(b) - net(a)).slice(0, 10);
      const lowest = [...data.breakdown].sort((a, b) => net(a) - net(b)).slice(0, 10);
      const shown = async () => (await rowsOf(tab.page, 'Visits by source')).map((row) => row[4]);
      const heading = tab.page.locator('table[aria-label="Visits by source"]').getByRole('button', {
        name: 'Revenue',
        exact: true,
      });
      await heading.focus();
      await tab.page.keyboard.press('Enter');
      expect(await shown()).toEqual(highest.map((row) => money(String(net(row)))));
      expect(await tab.page.locator('th[aria-sort=descending]').textContent()).toBe('Revenue');
      await tab.page.keyboard.press('Enter');
      expect(await shown()).toEqual(lowest.map((row) => money(String(net(row)))));
    });

    test('a filter without revenue removes the revenue and names the filter', async () => {
      await tab.open(`/sites/1?${window}&filter[device]=mobile`);
      await tab.page.getByText('Without revenue, which can’t be filtered by device.').waitFor();
      expect(await tab.page.locator('.headline').count()).toBe(0);
      await tab.open(`/sites/1?${window}&filter[country]=DE`);
      const { data } = await get(`sites/1/stats?${window}&include=revenue&filter[country]=DE`);
      expect(await tab.page.locator('.headline').textContent()).toContain(money(data.revenue[0].net));
    });

    test('acquisition shows customers by channel, and a click shows the sources of a channel', async () => {
      await tab.open('/acquisition?range=90d');
      const { data } = await get('customers?range=90d&dimension=channel&limit=500&include=payback');
      const cells = (row: Record<string, never>) => {
        const { customers, paying, mrr, revenue, costs } = row as unknown as {
          customers: number;
          paying: number;
          mrr: string;
          revenue: { net: string }[];
          costs?: (Cost & { cac: string | null })[];
        };
        const [cost, net] = [costs?.[0], revenue[0]?.net ?? '0'];
        return [
          ...[count.format(customers), count.format(paying)],
          new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(Number(mrr)),
          ...[money(net), customers === 0 ? '–' : money(String(Number(net) / customers))],
          ...[money(cost?.amount), money(cost?.cac), cost?.roas ?? '–', payback(cost)],
        ];
      };
      const shown = async (name: string) =>
        (await rowsOf(tab.page, `Customers by ${name}`)).map((row) => row.slice(1));
      expect(await shown('channel')).toEqual(data.breakdown.map(cells));
      await tab.page
        .locator('table[aria-label="Customers by channel"]')
        .getByRole('link', { name: 'Paid Search', exact: true })
        .click();
      await tab.page.waitForURL(/filter\[channel\]=Paid\+Search.*by=source/);
      await waitUntilLoaded(tab.page);
      const inner = await get(
        'customers?range=90d&dimension=source&filter[channel]=Paid Search&limit=500&include=payback',
      );
      expect((await shown('source')).map((row) => row.slice(0, 4))).toEqual(
        inner.data.breakdown.map((row: Record<string, never>) => cells(row).slice(0, 4)),
      );
    });

    test('the attribution models are side by side, with the revenue of the API', async () => {
      await tab.open('/acquisition?range=90d');
      const models = [
        ...['first_touch', 'last_touch', 'last_non_direct'],
        ...['linear', 'position_based', 'time_decay'],
      ];
      const answers = await Promise.all(
        models.map((model) => get(`revenue?range=90d&dimension=channel&model=${model}&limit=500`)),
      );
      const nets = answers.map(
        ({ data }) =>
          new Map<string, string>(
            data.currencies[0].breakdown.map(({ key, net }: { key: string; net: string }) => [
              keyLabel(key),
              net,
            ]),
          ),
      );
      const rows = await rowsOf(tab.page, 'Revenue by attribution model');
      expect(rows.length).toBeGreaterThan(4);
      for (const [key = '', ...cells] of rows)
        expect([key, ...cells]).toEqual([key, ...nets.map((net) => money(net.get(key) ?? '0'))]);
      expect(rows.map(([key]) => key).sort()).toEqual(
        [...new Set(nets.flatMap((net) => [...net.keys()]))].sort(),
      );
    });

    test('costs are uploaded as CSV, change the table, and are deleted', async () => {
      await tab.open('/acquisition?from=2025-01-01&to=2025-01-31');
      const card = tab.page.getByRole('region', { name: 'Costs', exact: true }).first();
      await card.getByRole('button', { name: 'Upload CSV' }).click();
      await card.getByLabel('CSV file').setInputFiles({
        name: 'costs.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'day,channel,amount,currency\n2025-01-02,Paid Search,12.50,EUR\nyesterday,Display,1,EUR\n',
        ),
      });
      await card.getByRole('button', { name: 'Upload', exact: true }).click();
      await card.getByText('Costs saved: 1, of which replaced: 0. Rows skipped: 1.').waitFor();
      await card.getByText(/^Row 2: /).waitFor();
      expect(await card.locator('li [lang=en]').count()).toBe(1);
      await card.getByRole('button', { name: 'Close' }).click();
      await card.getByRole('cell', { name: 'Paid Search' }).waitFor();
      expect(await rowsOf(tab.page, 'Costs')).toEqual([
        ['2025-01-02', 'Paid Search', '–', '–', '–', '€12.50'],
      ]);
      await card.getByRole('button', { name: 'Delete costs' }).click();
      await card.locator('dialog[open]').getByRole('button', { name: 'Delete costs' }).click();
      await card.getByText('No costs in this time range').waitFor();
      expect((await get('costs?from=2025-01-01&to=2025-01-31')).costs).toEqual([]);
    });

    test('cohorts show the cumulative value per customer of the API', async () => {
      await tab.open('/cohorts?metric=paying&by=channel');
      const { data } = await get('cohorts?range=365d&cohort=month&metric=paying&dimension=channel');
      const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
      interface Cohort {
        readonly key: string;
        readonly customers: number;
        readonly periods: readonly { readonly perCustomer: string }[];
      }
      const rows = await rowsOf(tab.page, 'Cohorts');
      expect(rows.map((row) => [row[1], row[2]])).toEqual(
        data.cohorts.map(({ key, customers }: Cohort) => [keyLabel(key), count.format(customers)]),
      );
      expect(rows.map((row) => row.filter((cell) => cell.endsWith('%')))).toEqual(
        data.cohorts.map(({ periods }: Cohort) =>
          periods.map(({ perCustomer }) => percent.format(Number(perCustomer) / 100)),
        ),
      );
    });

    test('a list with further pages says that it sorts only the loaded accounts', async () => {
      await refuseBatches(tab.page);
      await tab.page.route('**/api/v1/accounts?*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'next' } });
      });
      await tab.open('/customers');
      await tab.page.getByText(/^Sorted among the \d+ loaded accounts/).waitFor();
      await tab.page.unrouteAll();
    });

    test('customers are listed and searched, and one has a timeline with its payments', async () => {
      // An account without a user id, a company, a plan and a channel.
      const onlyPaid = { payment_id: 'only-paid', email: 'only-paid@nobody.example' };
      const body = { ...onlyPaid, type: 'sale', amount: '1.00', currency: 'EUR' };
      await callApi(system(), 'POST', '/api/v1/payments', { body });
      await tab.open('/customers');
      const { accounts } = await get('accounts?limit=500');
      const shown = (await rowsOf(tab.page, 'Accounts')).map((row) => row[5]).toSorted();
      expect(shown).toEqual(accounts.map((each: { campaign: string }) => each.campaign || '–').toSorted());
      const paid = accounts
        .filter(({ userId, channel }: { userId: string | null; channel: string | null }) => userId && channel)
        .find(({ revenue }: { revenue: unknown[] }) => revenue.length > 0);
      await tab.page.getByLabel('Search the loaded accounts').fill(paid.userId);
      await tab.page.getByText(`1 of ${count.format(accounts.length)} rows`).waitFor();
      await tab.page.getByRole('link', { name: paid.userId }).click();
      await tab.page.waitForURL(new RegExp(`/customers/${paid.id}$`));
      await tab.page.getByRole('heading', { name: paid.userId }).waitFor();
      await waitUntilLoaded(tab.page);
      const account = await get(`accounts/${paid.id}`);
      const entries = tab.page.getByRole('list', { name: 'Timeline, newest first' }).getByRole('listitem');
      expect(await entries.count()).toBe(
        Number(account.payments.length) + Number(account.touches.length) + 1,
      );
      for (const { amount } of account.payments)
        expect(await entries.filter({ hasText: money(amount) }).count()).toBeGreaterThan(0);
      const [payment] = account.payments;
      await entries.getByRole('button', { name: 'Explain' }).first().click();
      const credit = await get(`payments/${payment.paymentId}/credit?model=linear`);
      await tab.page.getByRole('table', { name: 'Shares of the payment' }).waitFor();
      expect((await rowsOf(tab.page, 'Shares of the payment')).map((row) => row.at(-1))).toEqual(
        credit.shares.map(({ amount }: { amount: string }) => money(amount)),
      );
    });
  });
}
