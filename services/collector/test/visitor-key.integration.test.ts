import { createStoredIds } from '@headwater/eventstore/stored-ids';
import { systemClock } from '@headwater/kit/clock';
import { startFaultProxy } from '@headwater/kit/testing/fault-proxy';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { importingEvents, PLAIN } from './fixtures/importing';

const OTHER = { VISITOR_KEY: Buffer.alloc(32, 99).toString('base64') };
/** An id that can be guessed. */
const VISITOR = 'customer-42';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

it('stores no visitor or session under an id that can be computed without the key', async () => {
  const session = { id: 'order-7', landing: 'https://www.shop.example/', referrer: '' };
  await collector.post(pageview({}, { visitor: VISITOR, session }));
  const [row] = await collector.rows();
  const guess = createStoredIds('none');
  expect(row?.visitor_id).toMatch(/^\d+$/);
  expect(row?.visitor_id).not.toBe(guess.ofVisitor(SHOP.workspaceId, VISITOR));
  expect(row?.session_id).not.toBe(guess.ofSession(SHOP.workspaceId, SHOP.id, 'order-7'));
});

it.each([OTHER, { VISITOR_KEY: 'none' }])('does not start with another key (%j)', async (env) => {
  await expect(startCollector(env, systemClock, collector)).rejects.toThrow(/VISITOR_KEY .*, but a key/);
});

it('stores nothing under another key after a start without ClickHouse', async () => {
  const { hostname: host, port } = new URL(collector.clickhouse.url);
  const proxy = await startFaultProxy({ host, port: Number(port) });
  proxy.cut();
  const url = new URL(collector.clickhouse.url);
  url.port = String(proxy.port);
  const wrong = await startCollector({ ...OTHER, CLICKHOUSE_URL: url.toString() }, systemClock, collector);
  try {
    const { length } = await collector.rows();
    expect((await wrong.post(pageview({}, { visitor: VISITOR }))).status).toBe(202);
    proxy.recover();
    await waitFor('the collector to log the reason', () =>
      wrong.logLines.some((line) => line.includes('shipping failed') && line.includes('VisitorKeyError')),
    );
    await expect(importingEvents(wrong, [PLAIN])).rejects.toThrow('Rows cannot be stored right now');
    expect(await wrong.shipped(0)).toBe(false);
    expect(await collector.rows()).toHaveLength(length);
  } finally {
    await wrong.stop();
    await proxy.stop();
  }
});
