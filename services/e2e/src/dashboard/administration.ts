import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi } from '../api';
import type { System } from '../system';
import { rowsOf, settled, signedInTab, type DashboardTab } from './signed-in';

const count = new Intl.NumberFormat('en-US');

/** Customers, traffic quality, tokens, the audit log and settings. */
export function describeAdministration(system: () => System, browser: () => Browser): void {
  describe('what the workspace has', () => {
    let tab: DashboardTab;
    const ask = async (path: string) => (await callApi(system(), 'GET', path)).body;
    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('tells which channel brought an account, and puts its address in no address', async () => {
      const email = 'look-me-up@customer.example';
      const sent = await callApi(system(), 'POST', '/api/v1/sites/1/events', {
        body: {
          events: [
            {
              anonymous_id: 'visitor-to-look-up',
              name: 'pageview',
              url: 'https://demo.example/pricing?utm_source=weekly&utm_medium=email',
            },
          ],
        },
      });
      expect(sent.status).toBe(202);
      await callApi(system(), 'POST', '/api/v1/identify', {
        body: { anonymous_id: 'visitor-to-look-up', email, user_id: 'u-look-up' },
      });
      await callApi(system(), 'POST', '/api/v1/payments', {
        body: { payment_id: 'look-up-1', email, amount: '49.00', currency: 'EUR', type: 'sale' },
      });
      const asked: string[] = [];
      tab.page.on('request', (request) => asked.push(request.url()));
      await tab.open('/customers');
      await tab.page.getByLabel('Email address or your own user id').fill(email);
      const record = tab.page.locator('.record');
      // The link settles by itself once the visit is stored.
      await waitFor('the channel to be known', async () => {
        await tab.page.getByRole('button', { name: 'Look up' }).click();
        await record.waitFor();
        return (await record.locator('dd').first().textContent()) === 'Email';
      });
      await record.getByText('€49.00 in 1 payments').waitFor();
      expect(asked.filter((url) => url.includes('look-me-up'))).toEqual([]);
      expect(tab.page.url()).not.toContain('look-me-up');
    }, 60_000);

    test('companies as the API gives them', async () => {
      await tab.open('/customers');
      const { companies } = await ask('/api/v1/companies');
      expect(companies.length).toBeGreaterThan(3);
      expect((await rowsOf(tab.page, 'Companies')).map(([company]) => company)).toEqual(
        companies.map(({ company }: { company: string }) => company),
      );
    });

    test('traffic quality counts what was left out', async () => {
      const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
      await callApi(system(), 'POST', '/api/v1/sites/1/events', {
        body: {
          events: [
            { anonymous_id: 'a-bot', name: 'pageview', url: 'https://demo.example/', user_agent: bot },
          ],
        },
      });
      const quality = () => ask('/api/v1/sites/1/traffic-quality?range=30d');
      await waitFor('the bot to be counted', async () => (await quality()).data.bots.length > 0);
      const { data } = await quality();
      await tab.open('/sites/1/quality?range=30d');
      const dropped = (reasons: { events: number }[]) =>
        count.format(reasons.reduce((all, { events }) => all + events, 0));
      expect((await tab.page.locator('.tile-value').allTextContents()).slice(1)).toEqual([
        count.format(data.duplicates),
        dropped(data.bots),
        dropped(data.dropped),
      ]);
    });

    test('a token is made, shown once, and revoked', async () => {
      await tab.open('/tokens');
      await tab.page.getByRole('button', { name: 'New token' }).click();
      const dialog = tab.page.locator('dialog[open]');
      await dialog.getByLabel('Name').fill('made by hand');
      await dialog.getByLabel('Read statistics').check();
      await dialog.getByRole('button', { name: 'Create token' }).click();
      const secret = (await dialog.locator('.code-block code').textContent()) ?? '';
      const call = (path: string) => callApi(system(), 'GET', path, { token: secret });
      expect((await call('/api/v1/sites/1/stats')).status).toBe(200);
      expect((await call('/api/v1/tokens')).status).toBe(403);
      await dialog.getByRole('button', { name: 'I have kept it' }).click();
      await waitFor('the secret to be gone', async () => !(await tab.page.content()).includes(secret));

      const row = tab.page.locator('tr', { hasText: 'made by hand' });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await row.locator('dialog[open]').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
    });

    test('the audit log says who did that', async () => {
      await tab.open('/audit');
      const { entries } = await ask('/api/v1/audit?limit=50');
      const rows = await rowsOf(tab.page, 'Entries');
      expect(rows.map((row) => row[2])).toEqual(entries.map(({ action }: { action: string }) => action));
      expect(rows[0]?.[1]).toMatch(/^Dashboard session \d+$/);
      expect(rows[0]?.[2]).toBe('revokeToken');
    });

    test('a site gets another name and other tags', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'renamed.example' },
      });
      await tab.open(`/sites/${body.id}/settings`);
      await tab.page.getByRole('textbox', { name: 'Name' }).fill('Another name');
      await tab.page.getByLabel('Tags').fill('red, green,');
      await tab.page.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await tab.page.getByRole('button', { name: 'Save' }).click();
      await tab.page.getByText('Saved.').waitFor();
      expect(await ask(`/api/v1/sites/${body.id}`)).toMatchObject({
        name: 'Another name',
        tags: ['red', 'green'],
        timezone: 'Asia/Tokyo',
      });
      await tab.page.getByRole('button', { name: 'Move to the bin' }).click();
      await tab.page.locator('dialog[open]').getByRole('button', { name: 'Move to the bin' }).click();
      await tab.page.waitForURL(/\/bin$/);
      await settled(tab.page);
      await tab.page.locator('.site-row', { hasText: 'Another name' }).waitFor();
    });
  });
}
