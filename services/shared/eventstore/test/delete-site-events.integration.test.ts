import { waitFor } from '@headwater/kit/testing/wait-for';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '../src/testing/migrated-clickhouse';
import { countPurgedRows, countSiteRows, deleteSiteEvents } from '../src/delete-site-events';
import { insertDroppedEvents } from '../src/insert-dropped-events';
import { insertEvents } from '../src/insert-events';
import { insertImported } from '../src/insert-imported';
import { sampleEvent } from '../src/testing/sample-event';

const DOOMED = { workspaceId: 1, siteId: 10 };
const KEPT = { workspaceId: 1, siteId: 11 };
/** The same site id in another workspace. Real ids never repeat; nevertheless only rows of the workspace may be deleted. */
const FOREIGN = { workspaceId: 2, siteId: 10 };

/** Rows of today: TTLs delete older ones. */
const today = (): string => new Date().toISOString().slice(0, 19);

let clickhouse: TestClickhouse;
beforeEach(async () => {
  clickhouse = await migratedClickhouse();
  const event = (site: typeof DOOMED, visitor: string, ts: string, channel: string) =>
    sampleEvent({ workspace_id: site.workspaceId, site_id: site.siteId, visitor_id: visitor, ts, channel });
  await insertEvents(clickhouse.client, [
    event(DOOMED, '1', '2026-03-01T00:00:00.000Z', 'Email'),
    event(DOOMED, '1', '2026-03-02T00:00:00.000Z', 'Direct'),
    event(DOOMED, '2', '2026-03-01T00:00:00.000Z', 'Paid Search'),
    event(KEPT, '2', '2026-03-05T00:00:00.000Z', 'Referral'),
    event(KEPT, '3', '2026-03-05T00:00:00.000Z', 'Audio'),
    event(FOREIGN, '1', '2026-03-05T00:00:00.000Z', 'SMS'),
  ]);
  await clickhouse.client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: [DOOMED, KEPT].map((site) => ({
      workspace_id: site.workspaceId,
      site_id: site.siteId,
      reason: 'x',
      event: '{}',
    })),
  });
  await insertDroppedEvents(
    clickhouse.client,
    [DOOMED, KEPT, FOREIGN].map((site) => ({
      workspace_id: site.workspaceId,
      site_id: site.siteId,
      event_id: '00000000-0000-4000-8000-000000000002',
      // Today: the TTL of a week would delete an older row.
      dropped_at: new Date().toISOString(),
      reason: 'bot',
      bot_reason: 'user_agent',
    })),
    'dropped',
  );
  await insertImported(clickhouse.client, 'imported_days', {
    rows: [DOOMED, KEPT, FOREIGN].map((site) => ({
      workspace_id: site.workspaceId,
      site_id: site.siteId,
      ...importedDay,
    })),
  });
  await insertImported(clickhouse.client, 'imported_properties', {
    rows: [DOOMED, KEPT, FOREIGN].map((site) => ({
      workspace_id: site.workspaceId,
      site_id: site.siteId,
      event_id: '00000000-0000-4000-8000-000000000001',
      key: 'plan',
      value: 'pro',
    })),
  });
  await clickhouse.client.insert({
    table: 'click_ids',
    format: 'JSONEachRow',
    values: [DOOMED, KEPT, FOREIGN].map((site) => ({
      ...{ workspace_id: site.workspaceId, site_id: site.siteId, visitor_id: '1' },
      ...{ ts: today(), received_at: today(), parameter: 'gclid', sealed: 'c2VhbGVk' },
    })),
  });
  for (const table of COUNTS)
    await clickhouse.client.insert({
      table,
      format: 'JSONEachRow',
      values: [DOOMED, KEPT, FOREIGN].map((site) => ({
        workspace_id: site.workspaceId,
        site_id: site.siteId,
        ...COUNTED[table],
      })),
    });
});
afterEach(() => clickhouse.drop());

/** Tables with derived counts, and values that their rows need to be stored. */
const COUNTS = [
  'event_changes',
  'rollup_builds',
  'rollup_claims',
  'rollup_crossing',
  'rollup_event_counts',
  'rollup_expiries',
  'rollup_queries',
  'rollup_range_counts',
  'rollup_session_keys',
  'rollup_session_rows',
  'rollup_visitors',
  'rollup_week_counts',
  'rollup_weeks',
];
const COUNTED: Readonly<Record<string, object>> = {
  event_changes: { changes: 1 },
  // Today: a TTL would delete an older row.
  rollup_claims: { minute: new Date().toISOString() },
  rollup_queries: { queried_at: new Date().toISOString() },
};

const importedDay = {
  report: '',
  day: '2026-03-01',
  key: '',
  detail: '',
  visitors: 1,
  visits: 1,
  pageviews: 1,
  bounces: 1,
  visit_seconds: 0,
  events: 0,
};

async function firstTouches(): Promise<string[]> {
  const result = await clickhouse.client.query({
    query: `SELECT workspace_id, visitor_id, min(touch).channel AS channel FROM first_touches
            GROUP BY workspace_id, visitor_id ORDER BY workspace_id, visitor_id`,
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ workspace_id: number; visitor_id: string; channel: string }>();
  return rows.map((row) => `${row.workspace_id}/${row.visitor_id} ${row.channel}`);
}

/** Tables without a site: migrations, and visitors, which are deleted separately or by a TTL, or recorded as erased. */
const OF_NO_SITE = [
  'erased_visitors',
  'first_touches',
  'touched_visitors',
  'schema_migrations',
  'visitor_keys',
];

describe('deleteSiteEvents', () => {
  it('covers every table: this test fills each table, or lists it as one without sites', async () => {
    const result = await clickhouse.client.query({
      query: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine NOT LIKE '%View'`,
      format: 'JSONEachRow',
    });
    const tables = (await result.json<{ name: string }>()).map(({ name }) => name);
    const ofSites = Object.keys(await countSiteRows(clickhouse.client, DOOMED));
    expect(tables.sort()).toEqual([...ofSites, ...OF_NO_SITE].sort());
  });

  it('deletes the rows of the site in every table, and no other rows', async () => {
    const others = [
      await countSiteRows(clickhouse.client, KEPT),
      await countSiteRows(clickhouse.client, FOREIGN),
    ];
    expect(await countSiteRows(clickhouse.client, DOOMED)).toMatchObject({
      events: 3,
      site_activity: 1,
      dead_letters: 1,
      imported_days: 1,
      imported_properties: 1,
    });
    await deleteSiteEvents(clickhouse.client, DOOMED);
    expect(await countSiteRows(clickhouse.client, DOOMED)).toEqual({});
    expect([
      await countSiteRows(clickhouse.client, KEPT),
      await countSiteRows(clickhouse.client, FOREIGN),
    ]).toEqual(others);
  });

  it('deletes first touches of the site, and restores those from other sites', async () => {
    expect(await firstTouches()).toEqual(['1/1 Email', '1/2 Paid Search', '1/3 Audio', '2/1 SMS']);
    const rows = await countSiteRows(clickhouse.client, DOOMED);
    expect(await countPurgedRows(clickhouse.client, DOOMED)).toEqual({ ...rows, first_touches: 1 });
    await deleteSiteEvents(clickhouse.client, DOOMED);
    expect(await firstTouches()).toEqual(['1/2 Referral', '1/3 Audio', '2/1 SMS']);
  });

  it("does not read other workspaces' events to restore first touches", async () => {
    const { client } = clickhouse;
    await client.command({
      query: `INSERT INTO events (workspace_id, site_id, name, ts, received_at, event_id, visitor_id, origin, channel)
              SELECT 3, 500 + number % 7, 'pageview', '2026-03-04 00:00:00', '2026-03-04 00:00:00',
                generateUUIDv4(), number, 'browser', 'Direct' FROM numbers(100000)`,
    });
    const rowsRead: number[] = [];
    const watching = Object.assign(Object.create(client) as typeof client, {
      command: async (params: Parameters<typeof client.command>[0]) => {
        const answer = await client.command(params);
        if (params.query.startsWith('INSERT')) rowsRead.push(Number(answer.summary?.read_rows));
        return answer;
      },
    });
    await deleteSiteEvents(watching, DOOMED);
    expect(await firstTouches()).toContain('1/2 Referral');
    expect(rowsRead).toHaveLength(1);
    // It may read one granule of the neighbour, but not its 100,000 rows.
    expect(rowsRead[0]).toBeLessThan(20_000);
  });

  it('has the same result when it is interrupted at any step and repeated', async () => {
    const { client } = clickhouse;
    for (let steps = 1; steps <= 4; steps += 1) {
      let left = steps;
      const failing = Object.assign(Object.create(client) as typeof client, {
        command: (...args: Parameters<typeof client.command>) =>
          left-- > 0 ? client.command(...args) : Promise.reject(new Error('crash')),
      });
      await deleteSiteEvents(failing, DOOMED).catch(() => undefined);
    }
    await deleteSiteEvents(client, DOOMED);
    expect(await firstTouches()).toEqual(['1/2 Referral', '1/3 Audio', '2/1 SMS']);
    expect(await countSiteRows(client, DOOMED)).toEqual({});
  });
});

describe('a dropped event', () => {
  it('is deleted by its TTL a week after the drop, not before', async () => {
    const { client } = clickhouse;
    const day = 86_400_000;
    const ages = [6, 8].map((days) => new Date(Date.now() - days * day).toISOString());
    for (const [index, dropped_at] of ages.entries())
      await insertDroppedEvents(
        client,
        [
          {
            ...{ workspace_id: 9, site_id: 9, reason: 'bot', bot_reason: 'user_agent', dropped_at },
            event_id: `00000000-0000-4000-8000-00000000000${index}`,
          },
        ],
        `aged ${index}`,
      );
    await waitFor('the older one to go', async () => {
      await client.command({ query: 'OPTIMIZE TABLE dropped_events FINAL' });
      return Number((await countSiteRows(client, { workspaceId: 9, siteId: 9 }))['dropped_events']) === 1;
    });
    const result = await client.query({
      query: 'SELECT event_id FROM dropped_events WHERE site_id = 9',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ event_id: '00000000-0000-4000-8000-000000000000' }]);
  });
});
