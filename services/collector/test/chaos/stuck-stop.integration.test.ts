import { waitFor } from '@headwater/kit/testing/wait-for';
import { browserEvent } from '../fixtures/collector-fixture';
import { collectorBehindFaults } from './collector-behind-faults';

/** Of each event, 10 kB, so that some thousand fill the log. */
const PROPS = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`text-${i}`, 'x'.repeat(500)]));

test('stops by itself while ClickHouse is frozen and its log is full, and loses nothing that it acknowledged', async () => {
  const { collector, proxy, clickhouse, post, stop } = await collectorBehindFaults({
    COLLECTOR_LOG_MAX_MIB: '16',
  });
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
    // Dropped events wait for ClickHouse, too.
    expect(await post([browserEvent()], 'curl/8.5.0')).toBe(202);

    expect({ exitCode: await collector.stop(), log: collector.log() }).toMatchObject({ exitCode: 0 });

    proxy.recover();
    await collector.start();
    const stored = async (): Promise<string[]> => {
      const result = await clickhouse.query({
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
    await stop();
  }
});
