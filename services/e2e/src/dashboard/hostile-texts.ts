import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi } from '../api';
import type { System } from '../system';
import { createHostileSite } from './hostile-site';
import { pagesOf } from './pages';
import { PAYLOADS } from './payloads';
import { settled, signedInTab, type DashboardTab } from './signed-in';

/** A hundred stored scripts: shown as the texts that they are, and never run. */
export function describeHostileTexts(system: () => System, browser: () => Browser): void {
  describe('texts that want to be scripts', () => {
    let tab: DashboardTab;
    let site: number;
    const ran: string[] = [];

    beforeAll(async () => {
      site = await createHostileSite(system());
      await waitFor('the events to be counted', async () => {
        const { body } = await callApi(system(), 'GET', `/api/v1/sites/${site}/stats?range=1d`);
        return body.data.pageviews >= PAYLOADS.length;
      });
      tab = await signedInTab(browser(), system());
      await tab.context.exposeFunction('hwRan', () => ran.push(tab.page.url()));
      tab.page.on('dialog', (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
    }, 60_000);
    afterAll(() => tab.context.close());

    test('are texts on every page, in every table', async () => {
      const dimensions = ['pathname', 'entry_page', 'exit_page'].map((key) => `?pages=${key}&all=pages`);
      const sources = ['source', 'utm_campaign', 'referrer', 'utm_source'].map(
        (key) => `?sources=${key}&all=sources`,
      );
      const lists = [...dimensions, ...sources, '/events?all=event'].map((query) => `/sites/${site}${query}`);
      const [first = ''] = PAYLOADS;
      const events = PAYLOADS.slice(0, 5).map(
        (name) =>
          `/sites/${site}/events?${new URLSearchParams({ event: name.slice(0, 120), by: 'props.text', all: 'by' }).toString()}`,
      );
      const filtered = `/sites/${site}?${new URLSearchParams({ 'filter[pathname]': first, q: first, metric: first, timezone: 'UTC' }).toString()}`;
      let seen = '';
      for (const path of [...pagesOf(site), ...lists, ...events, filtered]) {
        await tab.open(path);
        seen += await tab.page.locator('body').innerText();
        seen += await tab.page.title();
      }
      await tab.page.goto(`${system().apiUrl}/?q=${encodeURIComponent('<script>')}`);
      await settled(tab.page);
      // They are there, as they were sent, where names and values are shown.
      expect(PAYLOADS.filter((payload) => seen.includes(payload)).length).toBeGreaterThan(60);
      expect(ran).toEqual([]);
      // Nothing was even tried: the policy had nothing to refuse.
      expect(tab.trouble).toEqual([]);
      expect(await tab.page.locator('main a[href^="javascript" i], main a[href^="data:" i]').count()).toBe(0);
    }, 120_000);

    test('would have been noticed', async () => {
      await tab.page.evaluate('hwRan()');
      expect(ran).toHaveLength(1);
    });
  });
}
