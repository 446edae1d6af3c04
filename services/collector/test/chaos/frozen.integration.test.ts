import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { loadCollector } from '@headwater/protos/services';
import { browserEvent, SHOP } from '../fixtures/collector-fixture';
import { collectorBehindFaults } from './collector-behind-faults';
import { freePort } from './collector-process';

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
    const { collector, proxy, clickhouse, post, stop } = await collectorBehindFaults();
    try {
      await collector.start();
      const statuses = new Map<number, number>();
      let acknowledged = 0;
      const send = async (): Promise<void> => {
        const events = Array.from({ length: 10 }, () => browserEvent({ name: 'ping' }));
        const status = await post(events);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 202) acknowledged += events.length;
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
      proxy.recover();
      const recoveredAt = performance.now();
      await waitFor(
        `all to be stored; ${collector.log()}`,
        async () => {
          const result = await clickhouse.query({
            query: 'SELECT count() AS n FROM events FINAL',
            format: 'JSONEachRow',
          });
          return (await result.json<{ n: number }>())[0]?.n === acknowledged;
        },
        SCALE.catchUpMs,
      );
      memoryMib = Math.max(memoryMib, collector.memoryMib());
      const caughtUpMs = Math.round(performance.now() - recoveredAt);
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
      await stop();
    }
  },
  SCALE.frozenMs + SCALE.catchUpMs + 60_000,
);

test('does not start calls whose callers gave up while it was frozen', async () => {
  const port = String(await freePort());
  const { collector, clickhouse, stop } = await collectorBehindFaults({ COLLECTOR_GRPC_PORT: port });
  const client = createRpcClient({ service: loadCollector(), address: `127.0.0.1:${port}` });
  const send = (name: string, deadlineMs: number) =>
    client.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events: [{ anonymousId: 'visitor-1', name }] },
      { workspaceId: SHOP.workspaceId, deadlineMs },
    );
  try {
    await collector.start();
    await send('before', 30_000);
    collector.freeze();
    const late = await Promise.allSettled(Array.from({ length: 20 }, () => send('late', 500)));
    expect(late).toEqual(
      Array(20).fill({ status: 'rejected', reason: expect.objectContaining({ kind: 'deadline' }) }),
    );
    // A cancellation is sent some turns of the event loop after its call has failed.
    for (let wait = 0; wait < 20; wait++) await endOfTurn();
    collector.thaw();
    await send('after', 30_000);
    const stored = async (): Promise<string[]> => {
      const result = await clickhouse.query({
        query: 'SELECT name FROM events FINAL',
        format: 'JSONEachRow',
      });
      return (await result.json<{ name: string }>()).map(({ name }) => name).sort();
    };
    // The log is shipped in order.
    await waitFor('the last event to be stored', async () => (await stored()).includes('after'));
    expect(await stored()).toEqual(['after', 'before']);
  } finally {
    client.close();
    await stop();
  }
}, 120_000);
