import { randomUUID } from 'node:crypto';
import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { readsOf } from '../../src/batches';
import { rowsOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';
import { DESKTOP_CHROME } from '../../src/shop';

const count = new Intl.NumberFormat('en-US');

/** Tests customers, traffic quality, tokens, the audit log and settings. */
export function describeAdministration(system: () => System, browser: () => Browser): void {
  describe('administration', () => {
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', path)).body;
    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    test('the lookup shows the channel of an account, and no URL contains the email address', async () => {
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
      const requested: string[] = [];
      tab.page.on('request', (request) => requested.push(...readsOf(request)));
      await tab.open('/customers');
      await tab.page.getByLabel('Email address or your own user id').fill(email);
      const record = tab.page.locator('.record');
      // Identity resolves the link when the visit is stored.
      await waitFor('the channel to be shown', async () => {
        await tab.page.getByRole('button', { name: 'Look up' }).click();
        await record.waitFor();
        return (await record.locator('dd').first().textContent()) === 'Email';
      });
      await record.getByText('€49.00 in 1 payment').waitFor();
      expect(requested.filter((url) => url.includes('look-me-up'))).toEqual([]);
      expect(tab.page.url()).not.toContain('look-me-up');
    }, 60_000);

    test('lists the companies that the API returns', async () => {
      await tab.open('/customers');
      const { companies } = await get('/api/v1/companies');
      expect(companies.length).toBeGreaterThan(3);
      const decimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
      expect(await rowsOf(tab.page, 'Companies')).toEqual(
        companies.map(({ company, channel, accounts, mrr }: Record<string, string | number>) => [
          company,
          channel ?? '–',
          count.format(Number(accounts)),
          decimal.format(Number(mrr)),
        ]),
      );
    });

    test('traffic quality counts duplicates and drops', async () => {
      const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
      await callApi(system(), 'POST', '/api/v1/sites/1/events', {
        body: {
          events: [
            { anonymous_id: 'a-bot', name: 'pageview', url: 'https://demo.example/', user_agent: bot },
            {
              anonymous_id: 'a-late',
              name: 'pageview',
              url: 'https://demo.example/',
              time: '2020-01-01T00:00:00Z',
            },
          ],
        },
      });
      const quality = () => get('/api/v1/sites/1/traffic-quality?range=30d');
      await waitFor('both drops to be counted', async () => {
        const { bots, dropped } = (await quality()).data;
        return bots.length > 0 && dropped.length > 0;
      });
      const { data } = await quality();
      await tab.open('/sites/1/quality?range=30d');
      const dropped = (reasons: { events: number }[]) =>
        count.format(reasons.reduce((all, { events }) => all + events, 0));
      expect(await tab.page.locator('.tile-value').allTextContents()).toEqual([
        count.format(data.accepted),
        count.format(data.duplicates),
        dropped(data.bots),
        dropped(data.dropped),
      ]);
      const numbers = async (table: string) => (await rowsOf(tab.page, table)).map(([, number]) => number);
      const events = (reasons: { events: number }[]) => reasons.map((reason) => count.format(reason.events));
      expect(await numbers('Bots by reason')).toEqual(events(data.bots));
      expect(await numbers('Drops by reason')).toEqual(events(data.dropped));
    });

    test('a token is created, shown once, and revoked', async () => {
      await tab.open('/tokens');
      await tab.page.getByRole('button', { name: 'New token' }).click();
      const dialog = tab.page.locator('dialog[open]');
      await dialog.getByLabel('Name').fill('created in the dashboard');
      await dialog.getByLabel('Read statistics').check();
      await dialog.getByRole('button', { name: 'Create token' }).click();
      const secret = (await dialog.locator('.code-block code').textContent()) ?? '';
      const call = (path: string) => callApi(system(), 'GET', path, { token: secret });
      expect((await call('/api/v1/sites/1/stats')).status).toBe(200);
      expect((await call('/api/v1/tokens')).status).toBe(403);
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await waitFor(
        'the secret to be removed from the page',
        async () => !(await tab.page.content()).includes(secret),
      );

      const row = tab.page.locator('tr', { hasText: 'created in the dashboard' });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await row.locator('dialog[open]').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
    });

    test('the revocation of a token lists its webhooks, which keep working', async () => {
      const created = await callApi(system(), 'POST', '/api/v1/tokens', {
        body: { name: 'creator', scopes: ['sites:read', 'tokens:admin'] },
      });
      const webhook = await callApi(system(), 'POST', '/api/v1/webhooks', {
        token: created.body.token,
        body: { url: 'https://receiver.example/', events: ['site.deleted'] },
      });
      expect(webhook.status).toBe(201);
      await tab.open('/tokens');
      const row = tab.page.locator('tr', { hasText: 'creator' });
      await row.getByRole('button', { name: 'Revoke' }).click();
      const dialog = row.locator('dialog[open]');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByText(`DELETE /api/v1/webhooks/${webhook.body.id}`).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await row.waitFor({ state: 'detached' });
      expect((await get(`/api/v1/webhooks/${webhook.body.id}`)).status).toBe('active');
    });

    test('the sessions are listed, and one can be ended', async () => {
      const other = await signedInTab(browser(), system());
      await tab.open('/tokens');
      const rows = tab.page.getByRole('table', { name: 'Dashboard sessions' }).locator('tbody tr');
      await rows
        .filter({ hasText: IS_FIREFOX ? /^Firefox on .+ \(this one\)/ : /^Chrome on .+ \(this one\)/ })
        .waitFor();
      await rows.last().getByRole('button', { name: 'End' }).click();
      await rows.last().locator('dialog[open]').getByRole('button', { name: 'End' }).click();
      // The gateway caches sessions for a few seconds.
      await waitFor('the other browser to be signed out', async () => {
        await other.open('/trash');
        return other.page.url().includes('/sign-in');
      });
      await other.context.close();
    });

    test('the page for agents creates a read-only token and fills it into the configurations', async () => {
      await tab.open('/agents');
      const configuration = async (client: string) =>
        (await tab.page.getByLabel(client, { exact: true }).locator('code').textContent()) ?? '';
      expect(await configuration('Claude Code')).toContain('$HEADWATER_TOKEN');
      await tab.page.getByRole('button', { name: 'Create read-only token' }).click();
      await tab.page.getByRole('button', { name: 'Copy the token' }).waitFor();

      const [, url = '', token = ''] =
        /headwater (\S+) --header "Authorization: Bearer (hw_\S+)"/.exec(
          await configuration('Claude Code'),
        ) ?? [];
      expect(url).toBe(`${system().apiUrl}/mcp`);
      expect(JSON.parse(await configuration('Claude Desktop'))).toMatchObject({
        mcpServers: { headwater: { env: { AUTHORIZATION: `Bearer ${token}` } } },
      });
      for (const client of ['Cursor', 'VS Code']) expect(await configuration(client)).not.toContain(token);

      const created = await get('/api/v1/tokens');
      expect(created.tokens.find(({ name }: { name: string }) => name === 'agent').scopes).toEqual([
        'sites:read',
        'stats:read',
      ]);
      const listed = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      const { tools } = JSON.parse(/^data: (.+)$/m.exec(await listed.text())?.[1] ?? '').result;
      expect(tools.length).toBeGreaterThan(5);
      for (const { annotations } of tools) expect(annotations.readOnlyHint).toBe(true);
      const write = await callApi(system(), 'POST', '/api/v1/sites', {
        token,
        body: { domain: 'agent.example' },
      });
      expect(write.status).toBe(403);

      await tab.open('/tokens');
      expect(await tab.page.content()).not.toContain(token);
    });

    test('the audit log names the actor', async () => {
      await tab.open('/audit');
      const { entries } = await get('/api/v1/audit?limit=50');
      const rows = await rowsOf(tab.page, 'Entries');
      expect(rows.map((row) => row[2])).toEqual(entries.map(({ action }: { action: string }) => action));
      const revocation = rows.find((row) => row[2] === 'revokeToken');
      expect(revocation?.[1]).toMatch(/^Dashboard session \d+$/);
    });

    test('settings change the name, tags, time zone, scrubbing and click ids of a site and delete it', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'renamed.example' },
      });
      await tab.open(`/sites/${body.id}/settings`);
      await tab.page.getByRole('textbox', { name: 'Name' }).fill('Another name');
      await tab.page.getByLabel('Tags').fill('red, green,');
      await tab.page.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await tab.page.getByLabel('Redact email addresses and tokens').uncheck();
      await tab.page.getByLabel('Store click ids of ad platforms').check();
      await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
      await tab.page.getByText('Saved.', { exact: true }).waitFor();
      await tab.page.getByLabel('Excluded paths').fill('admin');
      await tab.page.getByRole('button', { name: 'Save exclusions' }).click();
      await tab.page.getByText(/^“admin” is not a path/).waitFor();
      await tab.page.getByLabel('Excluded paths').fill('/admin/*\n\n /preview ');
      await tab.page.getByLabel('Excluded IP addresses').fill('203.0.113.0/24');
      await tab.page.getByRole('button', { name: 'Save exclusions' }).click();
      await tab.page.getByText('Exclusions saved.').waitFor();
      expect(await tab.page.getByLabel('Excluded paths').inputValue()).toBe('/admin/*\n/preview');
      const visit = {
        ...{ site: body.id, key: /data-key="([^"]+)"/.exec(body.snippet)?.[1], visitor: randomUUID() },
        session: { id: randomUUID(), landing: '', referrer: '' },
        events: [
          {
            ...{ id: randomUUID(), name: 'pageview', url: 'https://renamed.example/admin/users' },
            ...{ referrer: '', time: new Date().toISOString() },
          },
        ],
      };
      await waitFor('the collector to drop the visit', async () => {
        const response = await fetch(`${system().collectUrl}/collect`, {
          ...{ method: 'POST', body: JSON.stringify(visit), headers: { 'user-agent': DESKTOP_CHROME } },
        });
        const { dropped } = (await response.json()) as { dropped: { reason: string }[] };
        return dropped[0]?.reason === 'excluded';
      });

      // A form that is open meanwhile keeps the change of somebody else.
      await callApi(system(), 'PATCH', `/api/v1/sites/${body.id}`, { body: { retentionDays: 500 } });
      await tab.page.getByRole('button', { name: 'Save retention' }).click();
      await tab.page.getByText('Retention saved.').waitFor();
      expect(await tab.page.getByLabel('Days to store events').inputValue()).toBe('500');
      // In Firefox, Playwright adds to the number of a field that is not empty.
      await tab.page.getByLabel('Days to store events').clear();
      await tab.page.getByLabel('Days to store events').fill('400');
      await tab.page.getByRole('button', { name: 'Save retention' }).click();
      await tab.page.getByText('Retention saved.').waitFor();
      await tab.page.getByText(/^Applies from \d{4}-\d{2}-\d{2}\.$/).waitFor();
      expect(await get(`/api/v1/sites/${body.id}`)).toMatchObject({
        retentionDays: 400,
        name: 'Another name',
        tags: ['red', 'green'],
        timezone: 'Asia/Tokyo',
        scrub: false,
        clickIds: true,
        excludedPaths: ['/admin/*', '/preview'],
        excludedAddresses: ['203.0.113.0/24'],
      });
      await tab.page.getByRole('button', { name: 'Move to trash' }).click();
      await tab.page.locator('dialog[open]').getByRole('button', { name: 'Move to trash' }).click();
      await tab.page.waitForURL(/\/trash$/);
      await waitUntilLoaded(tab.page);
      await tab.page.locator('.site-row', { hasText: 'Another name' }).waitFor();
    });
  });
}
