import { randomUUID } from 'node:crypto';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '../src/testing/migrated-clickhouse';
import { insertEvents } from '../src/insert-events';
import type { EventRow } from '../src/event-columns';
import { sampleEvent } from '../src/testing/sample-event';

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
});

// Each test has its own workspace: emptying a table of 760 partitions takes as long as filling it.
let workspace = 0;
beforeEach(() => {
  workspace += 1;
});

afterAll(() => clickhouse.drop());

const ownEvent = (fields: Partial<EventRow> = {}): EventRow =>
  sampleEvent({ workspace_id: workspace, ...fields });

async function rows(query: string): Promise<unknown[]> {
  const result = await clickhouse.client.query({
    query,
    query_params: { workspace },
    format: 'JSONEachRow',
    clickhouse_settings: { do_not_merge_across_partitions_select_final: 1 },
  });
  return result.json();
}

const OWN = 'workspace_id = {workspace:UInt64}';
const count = async (): Promise<unknown> =>
  (await rows(`SELECT count() AS n FROM events FINAL WHERE ${OWN}`))[0];
const firstTouch = `SELECT min(touch) AS t, t.channel AS channel, t.ts AS ts
  FROM first_touches WHERE ${OWN} GROUP BY visitor_id`;

describe('insertEvents', () => {
  it('stores every field unchanged', async () => {
    const event = ownEvent({ visitor_id: '18446744073709551615', props: { plan: 'pro', 'a.b': "it's" } });
    await insertEvents(clickhouse.client, [event]);
    const settings = "date_time_output_format = 'iso', output_format_json_quote_64bit_integers = 1";
    const [stored] = await rows(`SELECT * FROM events WHERE ${OWN} SETTINGS ${settings}`);
    expect(stored).toEqual({ ...event, workspace_id: String(workspace), site_id: '1' });
  });

  it('clears the arrival time after eight days, not before, and no other field', async () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    // By day and by arrival, because events may be late.
    const arrivals = [
      { pathname: '/new', received_at: daysAgo(7) },
      { pathname: '/old', received_at: daysAgo(9) },
    ];
    await insertEvents(clickhouse.client, arrivals.map(ownEvent));
    await clickhouse.client.command({ query: 'OPTIMIZE TABLE events PARTITION 20260310 FINAL' });
    const query = `SELECT pathname, received_at > '2000-01-01' AS arrivals, ts FROM events WHERE ${OWN} ORDER BY pathname`;
    expect(await rows(query)).toEqual([
      { pathname: '/new', arrivals: 1, ts: '2026-03-10 12:00:00.000' },
      { pathname: '/old', arrivals: 0, ts: '2026-03-10 12:00:00.000' },
    ]);
  });

  it('counts a repeated event once, within a batch and across batches', async () => {
    const event = ownEvent();
    await insertEvents(clickhouse.client, [event, event]);
    await insertEvents(clickhouse.client, [
      { ...event, received_at: '2026-03-11T00:00:00.000Z' },
      ownEvent(),
    ]);
    expect(await count()).toEqual({ n: 2 });
  });

  it('stores a batch once that was sent twice with one token', async () => {
    const batch = [ownEvent(), ownEvent({ ts: '2026-03-09T12:00:00.000Z' })];
    const deduplicationToken = randomUUID();
    await insertEvents(clickhouse.client, batch, { deduplicationToken });
    await insertEvents(clickhouse.client, batch, { deduplicationToken });
    expect(await rows(`SELECT count() AS n FROM events WHERE ${OWN}`)).toEqual([{ n: 2 }]);
  });

  it('stores a batch that spans more than two years', async () => {
    const start = Date.UTC(2024, 0, 1);
    const batch = Array.from({ length: 760 }, (_, day) =>
      ownEvent({ ts: new Date(start + day * 86_400_000).toISOString() }),
    );
    await insertEvents(clickhouse.client, batch);
    expect(await count()).toEqual({ n: 760 });
  });

  it('accepts an empty batch', async () => {
    await insertEvents(clickhouse.client, []);
    expect(await count()).toEqual({ n: 0 });
  });

  it('rejects an unknown column', async () => {
    const event = { ...ownEvent(), colour: 'red' };
    await expect(insertEvents(clickhouse.client, [event])).rejects.toThrow(/colour/);
  });
});

describe('a column that no event fills', () => {
  const ROWS = 50_000;

  it('needs almost no disk space', async () => {
    const { client } = clickhouse;
    // By default a small part is one file, without sizes by column.
    await client.command({ query: 'ALTER TABLE events MODIFY SETTING min_bytes_for_wide_part = 0' });
    await client.command({
      query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, country)
        SELECT 77, 1, 'pageview', toDateTime64('2025-01-01 00:00:00', 3, 'UTC') + number / 10,
          generateUUIDv4(), number, ['DE', 'FR'][1 + cityHash64(number) % 2]
        FROM numbers(${ROWS})`,
    });
    const sizes = (await rows(
      `SELECT column, sum(column_bytes_on_disk) AS bytes FROM system.parts_columns
       WHERE database = currentDatabase() AND table = 'events' AND active AND partition = '20250101'
         AND column IN ('country', 'region') GROUP BY column ORDER BY column`,
    )) as { column: string; bytes: number }[];
    expect(sizes.map(({ column }) => column)).toEqual(['country', 'region']);
    const [country, region] = sizes.map(({ bytes }) => bytes / ROWS) as [number, number];
    expect(country).toBeGreaterThan(0.05);
    expect(region).toBeLessThan(0.02);
  });
});

describe('first_touches', () => {
  it('keeps the earliest event, whichever arrives first', async () => {
    await insertEvents(clickhouse.client, [ownEvent({ ts: '2026-03-10T12:00:00.000Z', channel: 'Direct' })]);
    await insertEvents(clickhouse.client, [ownEvent({ ts: '2026-03-01T08:00:00.001Z', channel: 'Email' })]);
    await insertEvents(clickhouse.client, [
      ownEvent({ ts: '2026-03-05T12:00:00.000Z', channel: 'Referral' }),
    ]);
    expect(await rows(firstTouch)).toMatchObject([{ channel: 'Email', ts: '2026-03-01 08:00:00.001' }]);
  });

  it('is not created by an event without a channel', async () => {
    await insertEvents(clickhouse.client, [ownEvent({ ts: '2026-03-01T08:00:00.000Z', channel: '' })]);
    expect(await rows(firstTouch)).toEqual([]);
    await insertEvents(clickhouse.client, [ownEvent({ channel: 'Organic Search' })]);
    expect(await rows(firstTouch)).toMatchObject([{ channel: 'Organic Search' }]);
  });
});

describe('site_activity', () => {
  it('keeps the latest arrival of each site', async () => {
    await insertEvents(clickhouse.client, [
      ownEvent({ received_at: '2026-03-10T12:00:02.000Z' }),
      ownEvent({ received_at: '2026-03-10T12:00:01.000Z' }),
      ownEvent({ site_id: 2, received_at: '2026-03-10T12:00:05.000Z' }),
    ]);
    const query = `SELECT site_id, max(last_received_at) AS at FROM site_activity WHERE ${OWN}
      GROUP BY site_id ORDER BY site_id`;
    expect(await rows(query)).toEqual([
      { site_id: 1, at: '2026-03-10 12:00:02.000' },
      { site_id: 2, at: '2026-03-10 12:00:05.000' },
    ]);
  });
});
