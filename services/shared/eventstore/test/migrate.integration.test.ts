import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { insertEvents } from '../src/insert-events';
import { migrateEventStore } from '../src/migrate';
import { sampleEvent } from '../src/testing/sample-event';

let clickhouse: TestClickhouse;

beforeEach(async () => {
  clickhouse = await testClickhouse();
});

afterEach(() => clickhouse.drop());

async function tables(): Promise<string[]> {
  const result = await clickhouse.client.query({ query: 'SHOW TABLES', format: 'JSONEachRow' });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

describe('migrateEventStore', () => {
  it('creates the tables, and changes nothing in the second run', async () => {
    const first = await migrateEventStore(clickhouse.client);
    expect(first.applied).toEqual([
      '0001_events.sql',
      '0002_first_touches.sql',
      '0003_site_activity.sql',
      '0004_dead_letters.sql',
      '0005_first_touch_places.sql',
      '0006_dropped_events.sql',
      '0007_smaller_columns.sql',
      '0008_receipts.sql',
      '0009_imports.sql',
      '0010_touched_visitors.sql',
      '0011_regions.sql',
      '0012_imported_properties.sql',
      '0013_forgotten_arrivals.sql',
      '0014_forgotten_arrivals_of_old.sql',
      '0015_arrivals_forgotten_in_utc.sql',
      '0016_codecs_that_read_faster.sql',
      '0017_arrivals_without_imports.sql',
      '0018_fields_of_dropped_events.sql',
      '0019_derived_sessions.sql',
      '0020_arrivals_of_touches.sql',
      '0021_erased_visitors.sql',
      '0022_rollups.sql',
      '0023_faster_rollups.sql',
      '0024_expired_rollups.sql',
      '0025_queried_sites.sql',
      '0026_weekly_rollups.sql',
      '0027_click_ids.sql',
      '0028_session_rows.sql',
      '0029_visitor_keys.sql',
      '0030_event_rollups.sql',
      '0031_late_events.sql',
    ]);
    expect(await migrateEventStore(clickhouse.client)).toEqual({ applied: [] });
    expect(await tables()).toEqual(expect.arrayContaining(['events', 'first_touches', 'site_activity']));
  });

  it('may run ten times concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, () => migrateEventStore(clickhouse.client)));
    expect(await tables()).toHaveLength(33);
    expect(await migrateEventStore(clickhouse.client)).toEqual({ applied: [] });
  });

  it('waits for all replicas before the next change of a table', async () => {
    await migrateEventStore(clickhouse.client);
    await clickhouse.client.command({ query: 'SYSTEM FLUSH LOGS query_log' });
    const result = await clickhouse.client.query({
      query: `SELECT DISTINCT Settings['alter_sync'] AS waits_for FROM system.query_log
              WHERE type = 'QueryFinish' AND query_kind = 'Alter' AND current_database = currentDatabase()`,
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ waits_for: '2' }]);
  });

  it('does not wait for the rewrite of a large table', async () => {
    const { client } = clickhouse;
    await migrateEventStore(client);
    // The schema of the previous release.
    await client.command({
      query: 'ALTER TABLE schema_migrations DELETE WHERE version > 12',
      clickhouse_settings: { mutations_sync: '2' },
    });
    await client.command({ query: 'ALTER TABLE events MODIFY COLUMN received_at REMOVE TTL' });
    await insertEvents(client, [sampleEvent({ received_at: '2020-03-10T12:00:00.000Z' })]);
    await client.command({ query: 'SYSTEM STOP MERGES events' });

    expect((await migrateEventStore(client)).applied).toEqual([
      '0013_forgotten_arrivals.sql',
      '0014_forgotten_arrivals_of_old.sql',
      '0015_arrivals_forgotten_in_utc.sql',
      '0016_codecs_that_read_faster.sql',
      '0017_arrivals_without_imports.sql',
      '0018_fields_of_dropped_events.sql',
      '0019_derived_sessions.sql',
      '0020_arrivals_of_touches.sql',
      '0021_erased_visitors.sql',
      '0022_rollups.sql',
      '0023_faster_rollups.sql',
      '0024_expired_rollups.sql',
      '0025_queried_sites.sql',
      '0026_weekly_rollups.sql',
      '0027_click_ids.sql',
      '0028_session_rows.sql',
      '0029_visitor_keys.sql',
      '0030_event_rollups.sql',
      '0031_late_events.sql',
    ]);
    const logged = async (): Promise<number> => {
      const result = await client.query({
        query: `SELECT countIf(received_at > '2000-01-01') AS n FROM events`,
        format: 'JSONEachRow',
      });
      const [row] = await result.json<{ n: number }>();
      return row?.n ?? 0;
    };
    expect(await logged()).toBe(1);
    await client.command({ query: 'SYSTEM START MERGES events' });
    await waitFor('the arrival to be forgotten', async () => (await logged()) === 0);
  });

  it('deletes arrival counts of quarter-hours that included imports', async () => {
    const { client } = clickhouse;
    await migrateEventStore(client);
    // The schema of the previous release.
    await client.command({
      query: 'ALTER TABLE schema_migrations DELETE WHERE version > 16',
      clickhouse_settings: { mutations_sync: '2' },
    });
    await client.command({
      query: `ALTER TABLE arrivals_view MODIFY QUERY SELECT workspace_id, site_id,
        toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter, count() AS events
        FROM events GROUP BY workspace_id, site_id, quarter`,
    });
    const imported = sampleEvent({ origin: 'import' });
    const sent = { ts: '2026-03-10T13:00:00.000Z' };
    await insertEvents(client, [imported, imported, sampleEvent(), sampleEvent(sent)]);
    const arrived = async () => {
      const result = await client.query({
        query:
          'SELECT toString(quarter) AS quarter, sum(events) AS n FROM arrivals GROUP BY quarter ORDER BY quarter',
        format: 'JSONEachRow',
      });
      return result.json<{ quarter: string; n: number }>();
    };
    expect(await arrived()).toHaveLength(2);
    await migrateEventStore(client);
    await waitFor('the arrivals to be forgotten', async () => (await arrived()).length === 1);
    await insertEvents(client, [{ ...imported, pathname: '/again' }, sampleEvent(sent)]);
    expect(await arrived()).toEqual([{ quarter: '2026-03-10 13:00:00', n: 2 }]);
  });

  it('keeps the first touches of the previous release as arrivals before all others', async () => {
    const { client } = clickhouse;
    await migrateEventStore(client);
    // The schema of the previous release.
    await client.command({
      query: 'ALTER TABLE schema_migrations DELETE WHERE version > 19',
      clickhouse_settings: { mutations_sync: '2' },
    });
    await client.command({
      query: `ALTER TABLE first_touches_view MODIFY QUERY SELECT workspace_id, visitor_id,
        min(CAST((ts, channel, source, utm_campaign, landing, referrer, rules_version), 'Tuple(ts DateTime64(3, \\'UTC\\'),
          channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16)')) AS touch,
        min(CAST((ts, site_id, country, utm_source, utm_medium), 'Tuple(ts DateTime64(3, \\'UTC\\'), site_id UInt64,
          country String, utm_source String, utm_medium String)')) AS place
        FROM events WHERE channel != '' GROUP BY workspace_id, visitor_id`,
    });
    for (const column of ['browser_touch', 'first_arrival', 'trusted_touch', 'arrived_at'])
      await client.command({ query: `ALTER TABLE first_touches DROP COLUMN ${column}` });
    const ts = new Date(Date.now() - 3_600_000).toISOString();
    await insertEvents(client, [sampleEvent({ ts, channel: 'Email', country: 'DE', site_id: 7 })]);
    await migrateEventStore(client);
    await insertEvents(client, [
      sampleEvent({ channel: 'Direct', ts: new Date(Date.now() - 7_200_000).toISOString() }),
      sampleEvent({ channel: 'Referral', origin: 'server' }),
    ]);
    const touches = async () => {
      const result = await client.query({
        query: `SELECT min(browser_touch).channel AS browser, min(first_arrival).channel AS first,
          min(first_arrival).arrived_at AS arrived, min(first_arrival).country AS country,
          min(first_arrival).site_id AS site, min(trusted_touch).channel AS trusted FROM first_touches GROUP BY visitor_id`,
        format: 'JSONEachRow',
      });
      return result.json();
    };
    const expected = [
      {
        ...{ browser: 'Direct', first: 'Email', country: 'DE', site: 7, trusted: 'Referral' },
        arrived: '1970-01-01 00:00:00.000',
      },
    ];
    expect(await touches()).toEqual(expected);
    await client.command({ query: 'OPTIMIZE TABLE first_touches FINAL' });
    expect(await touches()).toEqual(expected);
  });

  it('applies TTLs independently of the server time zone', async () => {
    const { client } = clickhouse;
    await migrateEventStore(client);
    const read = async <T>(query: string): Promise<T[]> =>
      (await client.query({ query, format: 'JSONEachRow' })).json<T>();
    const made = await read<{ name: string; statement: string }>(
      'SELECT name, create_table_query AS statement FROM system.tables WHERE database = currentDatabase()',
    );
    const moments = made.flatMap(({ name, statement }) =>
      [...statement.matchAll(/ TTL (.*? \+ toIntervalDay\(\d+\))/g)].map(([, moment = '']) => ({
        name,
        moment,
      })),
    );
    expect(moments.map(({ name }) => name).sort()).toEqual([
      'click_ids',
      'dead_letters',
      'dropped_events',
      'events',
      'rollup_claims',
      'rollup_queries',
      'touched_visitors',
    ]);
    for (const { name, moment } of moments) {
      // A date has no time zone and would mean midnight in the server's zone.
      const [of] = await read(`SELECT '${name}' AS name, toTypeName(any(${moment})) AS type FROM ${name}`);
      expect(of).toEqual({ name, type: "DateTime('UTC')" });
    }
  });

  it('creates events with small granules, and the steps of UPGRADING.md convert an existing table', async () => {
    const { client } = clickhouse;
    const read = async <T>(query: string): Promise<T[]> =>
      (await client.query({ query, format: 'JSONEachRow' })).json<T>();
    const made = (): Promise<{ statement: string }[]> =>
      read(
        `SELECT replaceRegexpOne(create_table_query, ' UUID \\'[^\\']*\\'', '') AS statement FROM system.tables
         WHERE database = currentDatabase() AND name = 'events'`,
      );
    const counts = (): Promise<object[]> =>
      read(
        `SELECT (SELECT count() FROM events FINAL) AS events, (SELECT sum(events) FROM arrivals) AS arrived,
           (SELECT uniqExact(visitor_id) FROM first_touches) AS touched`,
      );
    const insert = (visitors: readonly string[]): Promise<void> =>
      insertEvents(
        client,
        visitors.map((visitor_id, n) => sampleEvent({ visitor_id, ts: `2026-03-0${n + 1}T12:00:00.000Z` })),
      );
    await migrateEventStore(client);
    const [{ statement } = { statement: '' }] = await made();
    expect(statement).toContain('index_granularity = 4096');

    const upgrading = readFileSync(
      join(packageRoot('@headwater/eventstore'), '../../../deploy/UPGRADING.md'),
      'utf8',
    );
    const steps = /<!-- run: smaller-granules -->\n```sql\n([^`]*)```/.exec(upgrading)?.[1]?.split(/;\n/);
    const run = async (some: readonly string[] | undefined, granule: string): Promise<void> => {
      for (const query of some ?? [])
        if (query.trim() !== '') await client.command({ query: query.replace('4096', granule) });
    };
    await run(steps, '8192');
    expect(await made()).toEqual([{ statement: statement.replace('4096', '8192') }]);
    await insert(['1', '2', '3']);

    await run(steps?.slice(0, 2), '4096');
    // Inserted during the conversion; it must not be lost.
    await insert(['4']);
    await run(steps?.slice(2), '4096');
    await insert(['5', '6']);
    expect(await made()).toEqual([{ statement }]);
    expect(await counts()).toEqual([{ events: 6, arrived: 6, touched: 6 }]);
    expect(await migrateEventStore(client)).toEqual({ applied: [] });
  });

  it('rejects an applied file that was changed', async () => {
    await migrateEventStore(clickhouse.client);
    await clickhouse.client.command({
      query: `INSERT INTO schema_migrations (version, name, checksum, applied_at)
              VALUES (2, '0002_first_touches.sql', 'another', now64(3) + 1)`,
    });
    await expect(migrateEventStore(clickhouse.client)).rejects.toThrow(
      'Migration 0002_first_touches.sql was changed after it was applied',
    );
  });
});
