import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const drops = async () => {
  const query =
    'SELECT workspace_id, site_id, toString(event_id) AS id, reason, bot_reason FROM dropped_events ORDER BY reason, bot_reason';
  const result = await collector.clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<Record<string, unknown>>();
};

describe('dropped events', () => {
  it('are noted for their site with their ids and reasons, but for a site that nobody has', async () => {
    const [bot, driven, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    const [server, unread] = [randomUUID(), randomUUID()];
    await collector.post(pageview({ id: bot }), { 'user-agent': 'HeadlessChrome/141.0' });
    await collector.post(pageview({ id: driven }, { webdriver: true }));
    await collector.post(pageview({ id: foreign, url: 'https://elsewhere.example/' }));
    const { ids } = (await (await collector.post(pageview({ id: undefined, name: 7 }))).json()) as {
      ids: string[];
    };
    await collector.post(pageview({}, { site: 999 }));
    const event = { index: 0, eventId: server, anonymousId: 'v', name: '', props: {} };
    await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events: [event], unreadable: [{ index: 1, id: unread }] },
      { workspaceId: SHOP.workspaceId },
    );
    const rows = await waitFor('the drops', async () => {
      const found = await drops();
      return found.length >= 6 && found;
    });
    const site = { workspace_id: SHOP.workspaceId, site_id: SHOP.id, bot_reason: '' };
    expect(rows).toHaveLength(6);
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...site, id: bot, reason: 'bot', bot_reason: 'headless' },
        { ...site, id: driven, reason: 'bot', bot_reason: 'webdriver' },
        { ...site, id: foreign, reason: 'host_mismatch' },
        { ...site, id: server, reason: 'invalid_event' },
        { ...site, id: unread, reason: 'invalid_event' },
        { ...site, id: ids[0], reason: 'invalid_event' },
      ]),
    );
  });
});
