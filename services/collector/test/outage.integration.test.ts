import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

describe('outages', () => {
  let collector: CollectorFixture;

  beforeAll(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.clickhouseProxy.recover());
  afterAll(() => collector.stop());

  it('takes events while ClickHouse is down, and stores each once when it is back', async () => {
    const bodies = Array.from({ length: 20 }, () => pageview());
    collector.clickhouseProxy.cut();
    const answers = await Promise.all(bodies.map((body) => collector.post(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect((await fetch(`${collector.url}/readyz`)).status).toBe(200);
    expect(await collector.shipped(300)).toBe(false);
    collector.clickhouseProxy.recover();
    const ids = bodies.map((body) => `'${String(body.events[0]?.['id'])}'`).join();
    expect(await collector.rows(`event_id IN (${ids})`)).toHaveLength(20);
  });

  it.each(['freeze', 'resetAnswers'] as const)('stores an event once through %s', async (fault) => {
    const body = pageview();
    collector.clickhouseProxy[fault]();
    expect((await collector.post(body)).status).toBe(202);
    expect(await collector.shipped(500)).toBe(false);
    collector.clickhouseProxy.recover();
    expect(await collector.rows(`event_id = '${String(body.events[0]?.['id'])}'`)).toHaveLength(1);
  });

  it("accepts a server's events while ClickHouse is unreachable, and stores them later", async () => {
    collector.clickhouseProxy.cut();
    const eventId = randomUUID();
    const events = [{ index: 0, eventId, anonymousId: 'v', name: 'ping', props: {} }];
    const answer = await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events },
      { workspaceId: SHOP.workspaceId },
    );
    expect(answer).toEqual({ accepted: 1, dropped: [] });
    collector.clickhouseProxy.recover();
    expect(await collector.rows(`event_id = '${eventId}'`)).toHaveLength(1);
  });

  it("accepts more concurrent calls than may wait for ClickHouse, and stores each call's event once", async () => {
    collector.clickhouseProxy.freeze();
    const ids = Array.from({ length: 200 }, () => randomUUID());
    const sent = ids.map((eventId) =>
      collector.rpc.calls.IngestEvents(
        {
          siteId: SHOP.id,
          domain: SHOP.domain,
          events: [{ index: 0, eventId, anonymousId: eventId, name: 'ping', props: {} }],
        },
        { workspaceId: SHOP.workspaceId },
      ),
    );
    expect(await Promise.all(sent)).toEqual(Array(200).fill({ accepted: 1, dropped: [] }));
    collector.clickhouseProxy.recover();
    const rows = await collector.rows(`event_id IN (${ids.map((id) => `'${id}'`).join()})`);
    expect(rows.map((row) => row.event_id).sort()).toEqual(ids.sort());
  });

  it('answers 503 for an unknown site while sites is down, and recovers by itself', async () => {
    await collector.sites.stop();
    const answer = await collector.post(pageview({}, { site: 4_711 }));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    await collector.restartSites();
    await waitFor('sites to be found again', async () => (await collector.post(pageview())).status === 202);
  });

  it('is not ready while sites is down if it knows no site', async () => {
    const fresh = await startCollector();
    expect((await fetch(`${fresh.url}/readyz`)).status).toBe(200);
    await fresh.sites.stop();
    expect((await fetch(`${fresh.url}/readyz`)).status).toBe(503);
    await fresh.stop();
  });

  it('stores what it has accepted before it stops, without waiting for more', async () => {
    const slow = await startCollector({ COLLECTOR_BATCH_MS: '1000' });
    const body = pageview();
    const answer = slow.post(body);
    await waitFor('the request to arrive', () => slow.sites.verified.length > 0);
    await slow.stopCollector();
    expect((await answer).status).toBe(202);
    expect(await slow.rows()).toHaveLength(1);
    await slow.stop();
  });
});
