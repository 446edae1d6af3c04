import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { siteHistory } from '../src/domain/site-history';
import { countStoredEvents, insertHistory } from '../src/insert-history';
import { sampleHistory } from './sample-site';

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
});

afterAll(() => clickhouse.drop());

const options = sampleHistory({ visitorsPerDay: 50 });

test('a history inserted twice is stored once', async () => {
  const first = await insertHistory(clickhouse.client, siteHistory(options), options.now);
  expect(first.events).toBeGreaterThan(10_000); // more than one batch
  expect(await countStoredEvents(clickhouse.client, options.site)).toBe(first.events);

  const second = await insertHistory(clickhouse.client, siteHistory(options), options.now);
  expect(second).toEqual(first);
  expect(await countStoredEvents(clickhouse.client, options.site)).toBe(first.events);
});

test('the first touch of each visitor has the channel of its account', async () => {
  const { accounts } = await insertHistory(clickhouse.client, siteHistory(options), options.now);
  const result = await clickhouse.client.query({
    query: `SELECT channel, uniqExact(visitor_id) AS n
            FROM (SELECT visitor_id, tupleElement(min(touch), 'channel') AS channel FROM first_touches GROUP BY visitor_id)
            WHERE visitor_id IN (SELECT visitor_id FROM events WHERE name = 'signup')
            GROUP BY channel`,
    format: 'JSONEachRow',
  });
  const stored = await result.json<{ channel: string; n: number }>();
  const expected = new Map<string, number>();
  for (const { firstChannel } of accounts) expected.set(firstChannel, (expected.get(firstChannel) ?? 0) + 1);
  expect(new Map(stored.map(({ channel, n }) => [channel, n]))).toEqual(expected);
});
