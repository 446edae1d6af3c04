import { waitFor } from '@headwater/kit/testing/wait-for';
import { browserEvent, pageview, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

/** An address that Amazon rents out. */
const RENTED = '3.5.140.2';

let collector: CollectorFixture;
afterEach(() => collector.stop());

const botReasons = async (events: number) => {
  const query = `SELECT bot_reason, count() AS events FROM dropped_events WHERE reason = 'bot' GROUP BY bot_reason
                 ORDER BY bot_reason`;
  return waitFor(`${events} bots`, async () => {
    const result = await collector.clickhouse.client.query({ query, format: 'JSONEachRow' });
    const rows = await result.json<{ bot_reason: string; events: number }>();
    return rows.reduce((sum, row) => sum + row.events, 0) >= events && rows;
  });
};
const accepted = async (response: Response) => ((await response.json()) as { accepted: number }).accepted;

test('counts a browser on a rented server and a visitor faster than a person among the bots', async () => {
  collector = await startCollector({ COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '30' });
  expect(await accepted(await collector.post(pageview(), { 'x-forwarded-for': RENTED }))).toBe(0);
  const events = () => Array.from({ length: 50 }, () => browserEvent());
  const robot = pageview({}, { events: events() });
  expect(await accepted(await collector.post(robot))).toBe(30);
  expect(await accepted(await collector.post({ ...robot, events: events() }))).toBe(0);
  expect(await accepted(await collector.post(pageview()))).toBe(1);
  const rows = await botReasons(71);
  expect(rows).toEqual([
    { bot_reason: 'datacenter', events: 1 },
    { bot_reason: 'impossible_rate', events: 70 },
  ]);
  expect(collector.logLines.join('\n')).not.toContain(RENTED);
});

test('counts visitors on rented servers where the operator says that they are people', async () => {
  collector = await startCollector({ COLLECTOR_DATACENTERS: 'people' });
  expect(await accepted(await collector.post(pageview(), { 'x-forwarded-for': RENTED }))).toBe(1);
});
