import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { collectorBehindFaults, type CollectorBehindFaults } from './collector-behind-faults';
import { startClients } from './stubborn-clients';

/** `npm run test:chaos` runs the long form. */
const SCALE =
  process.env['CHAOS'] === 'long'
    ? { events: 100_000, kills: 5, outageMs: 60_000, timeoutMs: 600_000 }
    : { events: 3_000, kills: 2, outageMs: 1_500, timeoutMs: 60_000 };
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);

let setUp: CollectorBehindFaults;

beforeAll(async () => {
  setUp = await collectorBehindFaults();
  await setUp.collector.start();
}, 60_000);

afterAll(() => setUp.stop());

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function counts(): Promise<{ raw: number; counted: number; distinct: number }> {
  const result = await setUp.clickhouse.query({
    query: `SELECT (SELECT count() FROM events) AS raw, (SELECT count() FROM events FINAL) AS counted,
            (SELECT uniqExact(event_id) FROM events) AS distinct`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ raw: number; counted: number; distinct: number }>();
  if (!row) throw new Error('no counts');
  return row;
}

test(
  `loses no acknowledged event and counts none twice through ${SCALE.kills} kills and every fault of ClickHouse`,
  async () => {
    const { collector, proxy } = setUp;
    const random = seeded(SEED);
    const { events, kills, outageMs } = SCALE;
    const clients = startClients({ url: collector.url, events, clients: 16, random });
    const reached = (share: number) =>
      waitFor(
        `${share} of the events to be acknowledged (seed ${SEED}); ${collector.log()}`,
        () => clients.acknowledged.size >= events * share,
        SCALE.timeoutMs,
      );
    const faults = [
      () => proxy.resetAnswers(),
      () => proxy.freeze(),
      () => proxy.resetAfter(Math.floor(random() * 100_000)),
    ];
    for (let kill = 0; kill < kills; kill++) {
      await reached((kill + random() * 0.8) / kills);
      faults[kill % faults.length]?.();
      await sleep(random() * 400);
      await collector.kill();
      if (kill % 2 === 1) proxy.recover();
      await collector.start();
      proxy.recover();
      if (kill === 1) {
        proxy.cut();
        await sleep(outageMs);
        proxy.recover();
      }
    }
    await clients.done;
    const accepted = performance.now();
    expect(clients.acknowledged.size).toBe(events);
    await waitFor(
      `all events to be stored (seed ${SEED}); ${collector.log()}`,
      async () => (await counts()).distinct >= events,
      60_000,
    );
    const stored = await counts();
    expect(stored).toMatchObject({ counted: events, distinct: events });
    if (process.env['CHAOS'] === 'long') {
      const answers = Object.fromEntries(clients.answers);
      const caughtUpMs = Math.round(performance.now() - accepted);
      console.info({ seed: SEED, answers, ...stored, caughtUpMs, memoryMib: collector.memoryMib() });
    }
  },
  SCALE.timeoutMs,
);
