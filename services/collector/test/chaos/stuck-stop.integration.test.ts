import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { startFaultProxy } from '@headwater/kit/testing/fault-proxy';
import { testClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { browserEvent, CHROME, pageview, SHOP, UNLIMITED } from '../fixtures/collector-fixture';
import { startSites } from '../fixtures/sites-stand-in';
import { collectorProcess } from './collector-process';

/** Of each event, 10 kB, so that some thousand fill the log. */
const PROPS = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`text-${i}`, 'x'.repeat(500)]));

test('stops by itself while ClickHouse is frozen and its log is full, and loses nothing that it acknowledged', async () => {
  const clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
  const engine = new URL(clickhouse.url);
  const proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
  engine.host = `127.0.0.1:${proxy.port}`;
  const sites = await startSites([SHOP]);
  const logDir = mkdtempSync(join(tmpdir(), 'stuck-log-'));
  const collector = await collectorProcess({
    CLICKHOUSE_URL: engine.toString(),
    SITES_ADDRESS: sites.address,
    COLLECTOR_LOG_DIR: logDir,
    COLLECTOR_LOG_MAX_MIB: '16',
    ...UNLIMITED,
  });
  const post = async (events: readonly object[], userAgent = CHROME): Promise<number> => {
    const response = await fetch(`${collector.url}/collect`, {
      method: 'POST',
      body: JSON.stringify(pageview({}, { events })),
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    });
    await response.arrayBuffer();
    return response.status;
  };
  try {
    await collector.start();
    proxy.freeze();
    const acknowledged: string[] = [];
    for (;;) {
      const events = Array.from({ length: 5 }, () => browserEvent({ name: 'ping', props: PROPS }));
      const status = await post(events);
      if (status === 503) break;
      expect(status).toBe(202);
      acknowledged.push(...events.map(({ id }) => String(id)));
    }
    // What was dropped waits for ClickHouse, too.
    expect(await post([browserEvent()], 'curl/8.5.0')).toBe(202);

    expect({ exitCode: await collector.stop(), log: collector.log() }).toMatchObject({ exitCode: 0 });

    proxy.mend();
    await collector.start();
    const stored = async (): Promise<string[]> => {
      const result = await clickhouse.client.query({
        query: 'SELECT toString(event_id) AS id FROM events FINAL',
        format: 'JSONEachRow',
      });
      return (await result.json<{ id: string }>()).map(({ id }) => id).sort();
    };
    await waitFor(
      `all to be stored; ${collector.log()}`,
      async () => (await stored()).length >= acknowledged.length,
    );
    expect(await stored()).toEqual(acknowledged.sort());
  } finally {
    await collector.kill();
    await sites.stop();
    await proxy.stop();
    await clickhouse.drop();
    rmSync(logDir, { recursive: true, force: true });
  }
});
