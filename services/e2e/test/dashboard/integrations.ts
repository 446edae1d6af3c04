import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { rowsOf, signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';
import { SIGNATURES, type ProviderName } from '../payment-providers/events';
import { axeFindings } from './axe';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

/** A string, because the code runs in the browser. */
const OUTLINE_OF_BUTTON = `getComputedStyle(document.querySelector('.file .button')).outlineStyle`;

/** Tests payment providers, webhooks with their deliveries, imports and exports. */
export function describeIntegrations(system: () => System, browser: () => Browser): void {
  describe('integrations', () => {
    let tab: DashboardTab;
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/${path}`)).body;

    beforeAll(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterAll(() => tab.context.close());
    afterEach(() => {
      expect(tab.trouble).toEqual([]);
    });

    /** The label of the provider, of its secret, and an event that it sends and Headwater ignores. */
    const providers: readonly (readonly [
      name: ProviderName,
      label: string,
      secretLabel: string,
      ignored: object,
    ])[] = [
      [
        'stripe',
        'Stripe',
        'Signing secret of the endpoint',
        { id: 'evt_1', object: 'event', type: 'product.created', data: { object: {} } },
      ],
      ['paddle', 'Paddle', 'Secret key of the destination', { event_type: 'product.created', data: {} }],
      [
        'lemon-squeezy',
        'Lemon Squeezy',
        'Signing secret of the webhook',
        { meta: { event_name: 'product.created' }, data: {} },
      ],
      ['polar', 'Polar', 'Secret of the endpoint', { type: 'product.created', data: {} }],
    ];

    test.each(providers)(
      '%s is connected, shows its last event, gets another secret and is disconnected',
      async (name, label, secretLabel, ignored) => {
        await tab.open('/integrations');
        const card = tab.page.getByRole('region', { name: label, exact: true });
        const dialog = card.locator('dialog[open]');
        const { secret, sign } = SIGNATURES[name];
        const { webhookPath } = await get(`integrations/${name}`);
        const setSecret = async (button: string, value: string) => {
          await card.getByRole('button', { name: button }).click();
          expect(await dialog.locator('code').first().textContent()).toBe(`${system().apiUrl}${webhookPath}`);
          await dialog.getByLabel(`3. ${secretLabel}`).fill(value);
          await dialog.getByRole('button', { name: 'Save' }).click();
          await dialog.waitFor({ state: 'detached' });
        };
        const send = async (signedWith: string): Promise<number> => {
          const body = JSON.stringify(ignored);
          const headers = sign(body, signedWith, Math.floor(Date.now() / 1_000));
          const { status } = await fetch(`${system().apiUrl}${webhookPath}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body,
          });
          return status;
        };

        await card.getByText(/^Not connected\./).waitFor();
        await setSecret(`Connect ${label}`, secret);
        await card.getByText('Waiting for the first event').waitFor();
        expect((await get(`integrations/${name}`)).configured).toBe(true);
        expect(await send(secret)).toBe(200);
        await card.getByText(/^product\.created: /).waitFor();
        await card.getByText('Connected', { exact: true }).waitFor();

        const other = `${secret}0000`;
        await setSecret('Change the signing secret', other);
        expect(await send(secret)).toBe(400);
        expect(await send(other)).toBe(200);

        await card.getByRole('button', { name: 'Disconnect' }).click();
        await dialog.getByRole('button', { name: 'Disconnect' }).click();
        await card.getByText(/^Not connected\./).waitFor();
        expect((await get(`integrations/${name}`)).configured).toBe(false);
      },
    );

    describe('a webhook', () => {
      let receiver: Server;
      let url: string;
      beforeAll(async () => {
        receiver = createServer((request, response) => {
          request.resume().on('end', () => response.writeHead(204).end());
        });
        await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
        url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/dashboard`;
      });
      afterAll(async () => {
        receiver.closeAllConnections();
        await new Promise((resolve) => receiver.close(resolve));
      });

      test('is created, tested, replayed, paused and deleted, and lists its deliveries', async () => {
        const { page } = tab;
        await tab.open('/integrations');
        await page.getByRole('button', { name: 'New webhook' }).click();
        const form = page.locator('dialog[open]');
        await form.getByLabel('Endpoint URL').fill(url);
        await form.getByLabel('site.deleted').check();
        await form.getByRole('button', { name: 'Create webhook' }).click();
        const secret = (await form.locator('.code-block code').textContent()) ?? '';
        expect(secret).toMatch(/^whsec_/);
        await form.getByRole('button', { name: 'I have stored it' }).click();
        await page.getByRole('link', { name: url }).click();
        await page.waitForURL(/\/integrations\/webhooks\/\d+$/);
        await waitUntilLoaded(page);
        expect(await page.content()).not.toContain(secret);
        const [, id] = /(\d+)$/.exec(page.url()) ?? [];
        const webhook = () => get(`webhooks/${id}`);
        expect((await webhook()).events.sort()).toEqual(['payment.attributed', 'site.deleted']);

        await page.getByRole('button', { name: 'Send a test event' }).click();
        const deliveries = page.getByRole('table', { name: 'Deliveries' });
        await deliveries.getByText('Delivered').waitFor();
        expect((await rowsOf(page, 'Deliveries'))[0]?.slice(0, 4)).toEqual([
          ...['webhook.test', 'Delivered', '204', '1'],
        ]);

        await page.getByRole('button', { name: 'Replay' }).click();
        const replay = page.locator('dialog[open]');
        await replay.getByRole('button', { name: 'Replay' }).click();
        await replay.getByText(/events are queued/).waitFor();
        await replay.getByRole('button', { name: 'Close' }).click();

        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Activate' }).waitFor();
        expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'paused' });

        await page.getByRole('button', { name: 'Delete' }).click();
        await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
        await page.waitForURL(/\/integrations$/);
        expect((await callApi(system(), 'GET', `/api/v1/webhooks/${id}`)).status).toBe(404);
      }, 120_000);
    });

    testInChromium(
      'a file of another product is imported with a report, and the events are exported',
      DOWNLOAD_EVENTS,
      async () => {
        const { page } = tab;
        const made = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'data.example' } });
        const { id } = made.body;
        await tab.open(`/sites/${id}/data`);
        const columns =
          'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at';
        const rows = ['s1,v1,e1,/pricing,www.google.com,1,,2026-03-02 10:00:00', 's1,v1,e2,/,,1,,yesterday'];
        await page.getByLabel('CSV file of its export').setInputFiles({
          name: 'website_event.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`${[columns, ...rows].join('\n')}\n`),
        });
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('Rows stored: 1. Rows refused: 1.').waitFor();
        expect((await rowsOf(page, 'Refused rows')).map((row) => row.slice(0, 2))).toEqual([
          ['3', 'created_at'],
        ]);
        // Problems are worded by the API, for readers of the page in other languages.
        expect(await page.locator('td [lang=en]').count()).toBe(1);

        await page.getByLabel('First day').fill('2026-03-01');
        await page.getByLabel('Last day').fill('2026-03-03');
        await page.getByLabel('Format').selectOption('ndjson');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export', exact: true }).click(),
        ]);
        expect(download.suggestedFilename()).toBe(`site-${id}-events.ndjson`);
        const lines = readFileSync(await download.path(), 'utf8')
          .trimEnd()
          .split('\n');
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ pathname: '/pricing' }]);
        await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
      },
    );

    test.each([
      ['en-US', 'CSV file of its export', 'Choose file', 'No file selected'],
      ['de-DE', 'CSV-Datei seines Exports', 'Datei auswählen', 'Keine Datei ausgewählt'],
    ])(
      'the file is chosen with the keyboard and a button in the language of the dashboard: %s',
      async (locale, label, button, nothing) => {
        const own = await signedInTab(browser(), system(), {
          ...{ locale, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
        });
        const { page } = own;
        // Before the page, because the browser confirms the interception later.
        const opened = page.waitForEvent('filechooser');
        await own.open('/sites/1/data');
        const field = page.locator('.file');
        const shown = field.locator('.button');
        expect((await shown.innerText()).trim()).toBe(button);
        expect(await field.locator('.file-name').innerText()).toBe(nothing);
        // The focus is visible, and only then.
        const outline = () => page.evaluate<string>(OUTLINE_OF_BUTTON);
        expect(await outline()).toBe('none');
        await page.getByRole('combobox').first().focus();
        await page.keyboard.press('Tab');
        expect(await outline()).toBe('solid');
        const input = page.getByLabel(label);
        expect(await input.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
        await page.keyboard.press('Enter');
        const chooser = await opened;
        const name = `${'a-long-name-'.repeat(10)}.csv`;
        await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('') });
        expect(await field.locator('.file-name').innerText()).toBe(name);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
        expect(await axeFindings(own)).toEqual([]);
        await own.context.close();
      },
    );
  });
}
