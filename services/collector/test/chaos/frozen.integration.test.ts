import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { startFaultProxy } from '@headwater/kit/testing/fault-proxy';
import { testClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { browserEvent, CHROME, pageview, SHOP, UNLIMITED } from '../fixtures/collector-fixture';
import { startSites } from '../fixtures/sites-stand-in';
import { collectorProcess } from './collector-process';

/** `npm run test:chaos` runs the long form. */
const SCALE =
  process.env['CHAOS'] === 'long'
    ? { eventsPerSecond: 500, frozenMs: 600_000, catchUpMs: 120_000 }
    : { eventsPerSecond: 200, frozenMs: 2_000, catchUpMs: 30_000 };
/** All of it is on disk; in memory are one batch and what requests hold. */
const MEMORY_MIB = 400;
const TICK_MS = 100;

test(
  'stays within its memory and answers 202 or 503 while ClickHouse is frozen, and catches up',
  async () => {
    const clickhouse = await testClickhouse();
    await migrateEventStore(clickhouse.client);
    const engine = new URL(clickhouse.url);
    const proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
    engine.host = `127.0.0.1:${proxy.port}`;
    const sites = await startSites([SHOP]);
    const logDir = mkdtempSync(join(tmpdir(), 'frozen-log-'));
    const collector = await collectorProcess({
      CLICKHOUSE_URL: engine.toString(),
      SITES_ADDRESS: sites.address,
      COLLECTOR_LOG_DIR: logDir,
      ...UNLIMITED,
    });
    try {
      await collector.start();
      const statuses = new Map<number, number>();
      let acknowledged = 0;
      const send = async (): Promise<void> => {
        const events = Array.from({ length: 10 }, () => browserEvent({ name: 'ping' }));
        const response = await fetch(`${collector.url}/collect`, {
          method: 'POST',
          body: JSON.stringify(pageview({}, { events })),
          headers: { 'content-type': 'application/json', 'user-agent': CHROME },
        });
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 202) acknowledged += events.length;
      };

      proxy.freeze();
      let memoryMib = 0;
      const sent: Promise<void>[] = [];
      const failures: unknown[] = [];
      const begin = performance.now();
      for (let ms = 0; ms < SCALE.frozenMs; ms = performance.now() - begin) {
        // At this pace, however long answers take.
        while (sent.length * 10 < (ms * SCALE.eventsPerSecond) / 1_000)
          sent.push(send().catch((error: unknown) => void failures.push(error)));
        await sleep(TICK_MS);
        memoryMib = Math.max(memoryMib, collector.memoryMib());
      }
      await Promise.all(sent);
      proxy.mend();
      const mended = performance.now();
      await waitFor(
        `all to be stored; ${collector.log()}`,
        async () => {
          const result = await clickhouse.client.query({
            query: 'SELECT count() AS n FROM events FINAL',
            format: 'JSONEachRow',
          });
          return (await result.json<{ n: number }>())[0]?.n === acknowledged;
        },
        SCALE.catchUpMs,
      );
      memoryMib = Math.max(memoryMib, collector.memoryMib());
      const caughtUpMs = Math.round(performance.now() - mended);
      if (process.env['CHAOS'] === 'long')
        console.info({
          ...SCALE,
          acknowledged,
          statuses: Object.fromEntries(statuses),
          memoryMib,
          caughtUpMs,
        });
      expect(failures).toEqual([]);
      expect([...statuses.keys()].filter((status) => status !== 202 && status !== 503)).toEqual([]);
      expect(acknowledged).toBeGreaterThan(0);
      expect(memoryMib).toBeLessThan(MEMORY_MIB);
    } finally {
      await collector.kill();
      await sites.stop();
      await proxy.stop();
      await clickhouse.drop();
      rmSync(logDir, { recursive: true, force: true });
    }
  },
  SCALE.frozenMs + SCALE.catchUpMs + 60_000,
);
