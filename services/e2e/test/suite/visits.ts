import { randomUUID } from 'node:crypto';
import { answerOf } from '@headwater/client/client';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, clientOf, type System } from '../../src/api';
import { DESKTOP_CHROME, newVisitor, startShop, type Shop } from '../../src/shop';

const DOMAIN = 'shop.test';

/** Tests the numbers of visits by a real browser. */
export function describeVisits(system: () => System): void {
  describe('a shop with four visitors from four sources', () => {
    let browser: Browser;
    let shop: Shop;
    let site: number;
    let searcherRef: string;
    const analysis = (name: string, query: string) =>
      callApi(system(), 'GET', `/api/v1/sites/${site}/events/${name}?range=1d&${query}`);
    const api = () => clientOf(system());
    const status = () => answerOf(api().GET('/api/v1/sites/{id}/status', { params: { path: { id: site } } }));
    const at = (path: string, host = DOMAIN): string => `http://${host}:${shop.port}${path}`;

    beforeAll(async () => {
      browser = await launchBrowser({
        hosts: { [DOMAIN]: '127.0.0.1', [`*.${DOMAIN}`]: '127.0.0.1' },
        userAgent: DESKTOP_CHROME,
      });
      const created = await answerOf(api().POST('/api/v1/sites', { body: { domain: `www.${DOMAIN}` } }));
      expect(created.existing).toBe(false);
      site = created.id;
      shop = await startShop(created.snippet);
    }, 60_000);

    afterAll(async () => {
      await browser.close();
      await shop.close();
    });

    test('is not installed before the first visit', async () => {
      expect(await status()).toMatchObject({
        installed: false,
        lastEventAt: null,
        online: 0,
        findings: [{ code: 'no_event' }],
      });
    });

    test('receives the visits', async () => {
      const searcher = await newVisitor(browser);
      await searcher.page.goto(at('/'), { referer: 'https://www.google.com/' });
      searcherRef = await searcher.ref();
      await searcher.page.click('#pricing');
      await searcher.page.waitForURL(at('/pricing'));
      await searcher.track('signup', { plan: 'pro' });
      // Another host of the same site: still the same visitor.
      await searcher.page.goto(at('/thanks', `app.${DOMAIN}`));
      expect(await searcher.ref()).toBe(searcherRef);

      const reader = await newVisitor(browser);
      await reader.page.goto(at('/?utm_source=letter&utm_medium=email&utm_campaign=spring'));
      await reader.ref();
      await reader.page.evaluate(`history.pushState({}, '', '/pricing')`);
      await reader.track('signup', { plan: 'free' });

      const regular = await newVisitor(browser);
      await regular.page.goto(at('/'));
      await regular.ref();

      const assistant = await newVisitor(browser);
      await assistant.page.goto(at('/pricing/'), { referer: 'https://chatgpt.com/' });
      await assistant.track('signup', { plan: 'pro', seats: 3 });
      await assistant.track('signup', { plan: 'pro', seats: 5 });

      await waitFor(
        'all events to arrive',
        async () => (await analysis('signup', '')).body.data.events === 4,
      );
      await waitFor(
        'all pageviews to arrive',
        async () => (await analysis('signup', '')).body.data.pageviews === 7,
      );
      for (const visitor of [searcher, reader, regular, assistant]) await visitor.leave();
    }, 60_000);

    test('is installed and has a last event and online visitors', async () => {
      const now = await waitFor('the site to be installed', async () => {
        const answer = await status();
        return answer.installed && answer;
      });
      expect(now.online).toBe(4);
      expect(Date.now() - Date.parse(now.lastEventAt ?? '')).toBeLessThan(60_000);
    });

    test('breaks signups down by pathname, with an event rate per page', async () => {
      const { body } = await analysis('signup', 'dimension=pathname');
      expect(body.data).toMatchObject({
        name: 'signup',
        events: 4,
        uniqueVisitors: 3,
        pageviews: 7,
        eventRate: 57.14,
      });
      expect(body.data.breakdown).toEqual([
        { key: '/pricing', events: 4, visitors: 3, pageviews: 3, eventRate: 133.33 },
      ]);
    });

    test('breaks signups down by channel', async () => {
      const { body } = await analysis('signup', 'dimension=channel');
      expect(body.data.breakdown).toEqual([
        { key: 'AI Assistants', events: 2, visitors: 1, pageviews: 1, eventRate: 200 },
        { key: 'Email', events: 1, visitors: 1, pageviews: 2, eventRate: 50 },
        { key: 'Organic Search', events: 1, visitors: 1, pageviews: 3, eventRate: 33.33 },
      ]);
    });

    test('breaks pageviews down by channel', async () => {
      const { body } = await analysis('pageview', 'dimension=channel');
      expect(body.data).toMatchObject({ events: 7, uniqueVisitors: 4, eventRate: 100 });
      expect(
        body.data.breakdown.map((row: { key: string; events: number }) => [row.key, row.events]),
      ).toEqual([
        ['Organic Search', 3],
        ['Email', 2],
        ['AI Assistants', 1],
        ['Direct', 1],
      ]);
    });

    test('breaks signups down by a property, without an event rate, and explains why', async () => {
      const { body } = await analysis('signup', 'dimension=props.plan');
      expect(body.data.breakdown).toEqual([
        { key: 'pro', events: 3, visitors: 2 },
        { key: 'free', events: 1, visitors: 1 },
      ]);
      expect(body.data).not.toHaveProperty('eventRate');
      expect(body.data.note).toMatch(/denominator|pageview/i);
    });

    test('counts only events that match the filters', async () => {
      const { body } = await analysis('signup', 'filter[props.plan]=pro&filter[channel]=AI%20Assistants');
      expect(body.data).toMatchObject({ events: 2, uniqueVisitors: 1 });
      expect(body.data.series).toEqual([expect.objectContaining({ events: 2, visitors: 1 })]);
    });

    test('identifies a visitor by the ref and returns the first-touch channel', async () => {
      const account = { anonymous_id: searcherRef, email: 'Ada@Example.com', plan: 'pro', mrr: 49 };
      const first = await answerOf(api().POST('/api/v1/identify', { body: account }));
      expect(first).toMatchObject({ ok: true, linked: true, channel: 'Organic Search' });
      const body = { anonymous_id: 'never-seen', email: 'new@example.com' };
      expect(await answerOf(api().POST('/api/v1/identify', { body }))).toEqual({
        ok: true,
        linked: false,
        enriched: true,
      });
    });

    test('returns the attribution, later sessions and payments of a customer', async () => {
      const event = {
        anonymous_id: searcherRef,
        session_id: 'the newsletter',
        name: 'pageview',
        url: 'https://shop.test/pricing?utm_source=letter&utm_medium=email&utm_campaign=autumn',
      };
      const params = { path: { id: site } };
      await answerOf(api().POST('/api/v1/sites/{id}/events', { params, body: { events: [event] } }));
      const payment = { payment_id: 'in-1', email: 'ada@example.com', amount: '49.00', currency: 'EUR' };
      await answerOf(api().POST('/api/v1/payments', { body: { ...payment, type: 'sale' } }));
      const found = await waitFor('the later session', async () => {
        const body = { email: 'ada@example.com' };
        const answer = await answerOf(api().POST('/api/v1/attribution/lookup', { body }));
        return answer.laterTouchCount > 0 && answer;
      });
      expect(found).toMatchObject({
        found: true,
        channel: 'Organic Search',
        visitors: 1,
        pendingVisitors: 0,
        laterTouches: [
          { channel: 'Email', source: 'letter', campaign: 'autumn', landing: 'shop.test/pricing' },
        ],
        laterTouchCount: 1,
        payments: 1,
        revenue: [{ currency: 'EUR', gross: '49.00', net: '49.00', payments: 1 }],
        latestPayments: [{ payment_id: 'in-1', amount: '49.00' }],
      });
      expect(JSON.stringify(found)).not.toContain(searcherRef);
    });

    test('identifies accounts in bulk and skips the row without a valid email', async () => {
      const users = [
        { email: 'ada@example.com', company: 'acme' },
        { email: 'b@example.com' },
        { email: 'no address' },
      ];
      const loaded = await answerOf(api().POST('/api/v1/identify/bulk', { body: { users } }));
      expect(loaded).toMatchObject({ ok: true, imported: 2, skipped: 1, errors: [{ index: 2 }] });
    });

    test('rejects the site key of a deleted site, and accepts it again after the restore', async () => {
      const params = { path: { id: site } };
      const read = await answerOf(api().GET('/api/v1/sites/{id}', { params }));
      const key = /data-key="([^"]+)"/.exec(read.snippet)?.[1];
      const collect = async (): Promise<number> => {
        const response = await fetch(`${system().collectUrl}/collect`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0',
          },
          body: JSON.stringify({
            site,
            key,
            visitor: 'somebody',
            session: { id: 's1', landing: at('/'), referrer: '' },
            // An event of another host: dropped even if the key is accepted, so that counts stay the same.
            events: [
              {
                id: randomUUID(),
                name: 'pageview',
                url: 'https://elsewhere.test/',
                time: new Date().toISOString(),
              },
            ],
          }),
        });
        return response.status;
      };
      const deleted = await answerOf(api().DELETE('/api/v1/sites/{id}', { params }));
      expect(deleted).toMatchObject({ deleted: true, id: site });
      const read404 = answerOf(api().GET('/api/v1/sites/{id}', { params }));
      await expect(read404).rejects.toMatchObject({ status: 404, code: 'site_not_found' });
      await waitFor('the key to be rejected', async () => (await collect()) === 403);
      const list = await answerOf(api().GET('/api/v1/sites', { params: { query: { deleted: 'true' } } }));
      expect(list.sites).toEqual([expect.objectContaining({ id: site, purgeAt: deleted.purgeAt })]);
      await answerOf(api().POST('/api/v1/sites/{id}/restore', { params }));
      await waitFor('the key to be accepted again', async () => (await collect()) !== 403);
      expect((await analysis('signup', '')).body.data.events).toBe(4);
    });
  });
}
