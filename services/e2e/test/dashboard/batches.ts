import type { Browser, Request } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { readsOf } from '../../src/batches';
import { newTab, signedInTab, waitUntilLoaded, type DashboardTab } from '../../src/dashboard-tab';

/** The compressed sizes of the responses of the API. A string, because it runs in the browser. */
const API_SIZES = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/api/'))
  .map(({ encodedBodySize }) => encodedBodySize)`;

const BATCH = '**/api/v1/batch';

/** Makes the reads of customers invalid. A string, because it runs in the browser. */
const ADD_COLOUR = `(() => {
  const { fetch } = window;
  window.fetch = (target, init) =>
    fetch(target, init?.body && { ...init, body: init.body.replace('/api/v1/customers?', '/api/v1/customers?colour=red&') });
})()`;

/** Tests that the reads of a page become few requests, and that each of them has its own response. */
export function describeBatches(system: () => System, browser: () => Browser): void {
  describe('the requests of a page', () => {
    let tab: DashboardTab;
    beforeEach(async () => {
      tab = await signedInTab(browser(), system());
    });
    afterEach(async () => {
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    const pathOf = (url: string) => new URL(url).pathname;
    /** Opens a page. @returns its requests without those of files */
    const open = async (path: string, opened = tab): Promise<readonly Request[]> => {
      const requests: Request[] = [];
      opened.page.on('request', (request) => {
        if (/^\/(api|dashboard)\//.test(pathOf(request.url()))) requests.push(request);
      });
      await opened.open(path);
      await opened.page.waitForLoadState('networkidle');
      return requests;
    };
    const visits = () => tab.page.getByRole('region', { name: 'Visits', exact: true });

    test.each(['range=30d', 'range=365d&compare=previous_period'])(
      'three requests open the overview with %s',
      async (view) => {
        const requests = await open(`/sites/1?${view}`);
        await visits().getByText('Revenue per visitor').waitFor();
        await tab.page.getByRole('button', { name: 'Add annotation' }).waitFor();
        expect(requests.map((request) => pathOf(request.url()))).toEqual([
          '/dashboard/session',
          '/api/v1/batch',
          '/api/v1/batch',
        ]);
        const [, first, second] = requests.map(readsOf);
        expect(first?.map(pathOf).sort()).toEqual([
          '/api/v1/sites/1',
          '/api/v1/sites/1/realtime',
          '/api/v1/sites/1/stats',
        ]);
        expect(second?.map(pathOf)).toEqual(
          expect.arrayContaining(['/api/v1/customers', '/api/v1/revenue', '/api/v1/sites/1/annotations']),
        );
      },
    );

    test('two requests open a shared page', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body: {} });
      const visitor = await newTab(browser(), system());
      const requests = await open(`/share/${String(body.url).split('/').at(-1)}?range=30d`, visitor);
      await visitor.page.locator('.tile-value').first().waitFor();
      expect(requests.map((request) => pathOf(request.url()))).toEqual(['/dashboard/share', '/api/v1/batch']);
      await visitor.context.close();
      await callApi(system(), 'DELETE', `/api/v1/sites/1/share-links/${body.id}`);
    });

    test('the overview of twelve months needs at most 20 KiB of data', async () => {
      await open('/sites/1?range=365d');
      const sizes = await tab.page.evaluate<number[]>(API_SIZES);
      expect(sizes.length).toBeGreaterThan(1);
      for (const size of sizes) expect(size).toBeGreaterThan(0);
      expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(20 * 1024);
    });

    test('a failed read fails only its own part of the page', async () => {
      await tab.page.addInitScript(ADD_COLOUR);
      await open('/sites/1?range=30d');
      await visits().locator('.chart').waitFor();
      await visits().getByRole('alert').getByText('colour').waitFor();
      expect(await tab.page.getByRole('alert').count()).toBe(1);
    });

    test('are repeated if their batch fails', async () => {
      let refused = 0;
      await tab.page.route(BATCH, (route) => (refused++ === 0 ? route.abort() : route.continue()));
      await open('/sites/1?range=30d');
      await visits().locator('.chart').waitFor();
      expect(refused).toBeGreaterThan(0);
      expect(await tab.page.getByRole('alert').count()).toBe(0);
    });

    test('a stream of visitors replaces the repeated ones', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'strip.example' },
      });
      const path = `/sites/${body.id}`;
      const isOpen = tab.page.waitForResponse(`**/api/v1${path}/live?*`);
      await tab.open(path);
      const strip = tab.page.locator('.realtime-strip');
      expect(await strip.textContent()).toMatch(/^0 /);
      expect((await isOpen).status()).toBe(200);
      const repeated: string[] = [];
      tab.page.on('request', (request) => repeated.push(...readsOf(request)));
      const event = { anonymous_id: 'live-visitor', name: 'pageview', url: 'https://strip.example/' };
      await callApi(system(), 'POST', `/api/v1${path}/events`, { body: { events: [event] } });
      await strip.getByText('1 visitor in the last 30 minutes').waitFor();
      await tab.page
        .getByRole('region', { name: 'Right now' })
        .getByText('1', { exact: true })
        .first()
        .waitFor();
      expect(repeated.filter((url) => url.includes('/realtime'))).toEqual([]);
    });

    test('lead to the sign-in if the session has ended', async () => {
      await tab.page.route(BATCH, (route) =>
        route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 401, code: 'session_ended', detail: 'You are signed out.' }),
        }),
      );
      await tab.page.goto(`${system().apiUrl}/sites/1`);
      await tab.page.waitForURL(/\/sign-in\?next=/);
      await waitUntilLoaded(tab.page);
    });
  });
}
