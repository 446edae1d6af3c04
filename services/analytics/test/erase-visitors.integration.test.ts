import { insertImported } from '@headwater/eventstore/insert-imported';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T12:00:00.000Z');
});
afterAll(() => analytics.stop());

const visitor = (anonymousId: string, workspaceId = 1) => ({
  workspace_id: workspaceId,
  visitor_id: visitorKey(workspaceId, anonymousId),
});
const erase = (anonymousIds: readonly string[], { dryRun = false, workspaceId = 1 } = {}) =>
  analytics.calls.EraseVisitors({ anonymousIds: [...anonymousIds], dryRun }, { workspaceId });

const NOTHING = { events: 0, firstTouches: 0, clickIds: 0, _clickIds: 'clickIds', rows: { tables: {} } };

/** The number of rows of each table that contain the text of the visitor, or belong to it. */
async function rowsOf(anonymousId: string, workspaceId = 1): Promise<Record<string, number>> {
  const { client } = analytics.clickhouse;
  const params = visitor(anonymousId, workspaceId);
  const counts: Record<string, number> = {};
  for (const table of [
    'events',
    'first_touches',
    'touched_visitors',
    'dead_letters',
    'imported_properties',
    'click_ids',
  ]) {
    const where = {
      dead_letters: `position(event, '${params.visitor_id}') > 0`,
      imported_properties: `value = '${anonymousId}'`,
    }[table];
    const result = await client.query({
      query: `SELECT count() AS rows FROM ${table}
              WHERE workspace_id = ${params.workspace_id} AND ${where ?? `visitor_id = ${params.visitor_id}`}`,
      format: 'JSONEachRow',
    });
    counts[table] = (await result.json<{ rows: number }>())[0]?.rows ?? -1;
  }
  return counts;
}

describe('EraseVisitors', () => {
  it('deletes every row of the visitors on all sites of the workspace, and no other row', async () => {
    const imported = '00000000-0000-4000-8000-00000000000a';
    await analytics.insert([
      sampleEvent({ ...visitor('ada'), site_id: 1, props: { plan: 'ada' } }),
      sampleEvent({ ...visitor('ada'), site_id: 2 }),
      sampleEvent({ ...visitor('ada'), site_id: 2, origin: 'import', event_id: imported }),
      sampleEvent({ ...visitor('bob'), site_id: 1 }),
      sampleEvent({ ...visitor('ada', 2), site_id: 3 }),
    ]);
    const properties = { workspace_id: 1, site_id: 2, key: 'name' };
    await insertImported(analytics.clickhouse.client, 'imported_properties', {
      rows: [
        { ...properties, event_id: imported, value: 'ada' },
        { ...properties, event_id: '00000000-0000-4000-8000-00000000000b', value: 'bob' },
      ],
    });
    await analytics.clickhouse.client.insert({
      table: 'dead_letters',
      format: 'JSONEachRow',
      values: ['ada', 'bob'].map((id) => ({
        workspace_id: 1,
        site_id: 1,
        reason: 'x',
        event: JSON.stringify(visitor(id)),
      })),
    });
    const now = new Date().toISOString();
    const click = {
      ts: now,
      received_at: '2026-01-01T00:00:00.000Z',
      parameter: 'gclid',
      sealed: 'c2VhbGVk',
    };
    await analytics.clickhouse.client.insert({
      table: 'click_ids',
      format: 'JSONEachRow',
      values: [
        { ...visitor('ada'), site_id: 1, ...click },
        { ...visitor('ada'), site_id: 1, ...click, parameter: 'fbclid' },
        // A repeat counts once.
        { ...visitor('ada'), site_id: 1, ...click },
        { ...visitor('bob'), site_id: 1, ...click },
        { ...visitor('ada', 2), site_id: 3, ...click },
      ],
      clickhouse_settings: { date_time_input_format: 'best_effort' },
    });
    const bob = {
      ...{ events: 1, first_touches: 1, touched_visitors: 1, dead_letters: 1, imported_properties: 1 },
      click_ids: 1,
    };
    expect(await rowsOf('ada')).toMatchObject({ events: 3, dead_letters: 1, imported_properties: 1 });
    expect(await rowsOf('bob')).toEqual(bob);

    expect(await erase(['ada'], { dryRun: true })).toEqual({
      ...{ events: 3, firstTouches: 1, clickIds: 2, _clickIds: 'clickIds' },
      rows: { tables: { dead_letters: 1, imported_properties: 1, touched_visitors: 1 } },
    });
    expect(await erase(['ada', 'bob'], { workspaceId: 2, dryRun: true })).toEqual({
      ...{ events: 1, firstTouches: 1, clickIds: 1, _clickIds: 'clickIds' },
      rows: { tables: { touched_visitors: 1 } },
    });
    await erase(['bob'], { workspaceId: 2 });
    expect(await erase(['ada'])).toEqual(NOTHING);
    expect(await erase(['ada'])).toEqual(NOTHING);

    expect(Object.values(await rowsOf('ada'))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await rowsOf('bob')).toEqual(bob);
    expect(await rowsOf('ada', 2)).toMatchObject({ events: 1, first_touches: 1, click_ids: 1 });
    expect(await erase([])).toEqual(NOTHING);
  });

  it('counts the rows that it deletes, in every table', async () => {
    const eve = { ...visitor('eve'), site_id: 4 };
    const imported = '00000000-0000-4000-8000-00000000000e';
    await analytics.insert([
      sampleEvent(eve),
      sampleEvent({ ...eve, origin: 'import', event_id: imported }),
      sampleEvent({ ...visitor('fay'), site_id: 4 }),
    ]);
    const at = new Date().toISOString();
    const filled: Readonly<Record<string, object>> = {
      click_ids: {
        ...eve,
        ts: at,
        received_at: '2026-01-01T00:00:00.000Z',
        parameter: 'gclid',
        sealed: 'eA',
      },
      dead_letters: { workspace_id: 1, site_id: 4, reason: 'x', event: JSON.stringify(visitor('eve')) },
      imported_properties: { workspace_id: 1, site_id: 4, event_id: imported, key: 'name', value: 'eve' },
      rollup_crossing: { ...eve, build: '1', session_id: '1' },
      rollup_visitors: { ...eve, number: 1, build: '1' },
    };
    const { client } = analytics.clickhouse;
    for (const [table, row] of Object.entries(filled))
      await client.insert({
        table,
        format: 'JSONEachRow',
        values: [row],
        clickhouse_settings: { date_time_input_format: 'best_effort' },
      });
    const allRows = async (): Promise<Record<string, number>> => {
      const query = `SELECT table, sum(rows)::UInt32 AS rows FROM system.parts
                      WHERE active AND database = currentDatabase() GROUP BY table`;
      const found = await (
        await client.query({ query, format: 'JSONEachRow' })
      ).json<{
        table: string;
        rows: number;
      }>();
      return Object.fromEntries(found.map(({ table, rows }) => [table, rows]));
    };
    const ofVisitors = await client.query({
      query: `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'visitor_id'
                AND table IN (SELECT name FROM system.tables WHERE engine LIKE '%MergeTree')`,
      format: 'JSONEachRow',
    });
    const { events, firstTouches, clickIds, rows } = await erase(['eve'], { dryRun: true });
    const counted = { events, first_touches: firstTouches, click_ids: clickIds, ...rows?.tables };
    // A new table with visitors needs a row above.
    expect(Object.keys(counted)).toEqual(
      expect.arrayContaining(
        (await ofVisitors.json<{ table: string }>())
          .map(({ table }) => table)
          .filter((table) => table !== 'erased_visitors'),
      ),
    );
    const before = await allRows();
    await erase(['eve']);
    const after = await allRows();
    const deleted = Object.entries(before)
      .map(([table, number]) => [table, number - (after[table] ?? 0)] as const)
      // Sums, whose rows merges add up.
      .filter(([table, number]) => number > 0 && table !== 'event_changes');
    expect(Object.fromEntries(deleted)).toEqual(counted);
  });

  it('keeps events that happened and arrived after the erasure', async () => {
    // ClickHouse clears arrivals of more than a week ago.
    const at = Date.now() - 60_000;
    const [before, after] = [at - 1_000, at + 1_000].map((ms) => new Date(ms).toISOString());
    const event = (ts = '', received_at = '') => sampleEvent({ ...visitor('cyd'), ts, received_at });
    await analytics.insert([
      event(before, before),
      event(before, after),
      event(after, before),
      event(after, after),
    ]);
    const call = (dryRun: boolean) =>
      analytics.calls.EraseVisitors({ anonymousIds: ['cyd'], dryRun, erasedAtMs: at }, { workspaceId: 1 });
    expect(await call(true)).toMatchObject({ events: 3, firstTouches: 1, clickIds: 0 });
    await call(false);
    await call(false);
    expect(await rowsOf('cyd')).toMatchObject({ events: 1 });
    expect(await call(true)).toEqual(NOTHING);
  });

  it('runs few deletions concurrently, one of a workspace, and none whose caller has gone', async () => {
    const { client } = analytics.clickhouse;
    const workspaces = [1, 1, 1, 1, 2, 3, 4, 5];
    const visitors = workspaces.map((workspaceId, i) => ({ id: `dee${i}`, workspaceId }));
    await analytics.insert(visitors.map(({ id, workspaceId }) => sampleEvent(visitor(id, workspaceId))));
    // A deletion waits until ClickHouse merges again.
    await client.command({ query: 'SYSTEM STOP MERGES events' });
    const caller = new AbortController();
    const calls = visitors.map(({ id, workspaceId }) =>
      analytics.calls
        .EraseVisitors({ anonymousIds: [id], dryRun: false }, { workspaceId, signal: caller.signal })
        .then(
          () => 'erased',
          (error: unknown) => (error as { code: string }).code,
        ),
    );
    const erasures = async (): Promise<number> => {
      const result = await client.query({
        query: `SELECT count() AS erasures FROM system.mutations
                 WHERE database = currentDatabase() AND table = 'events' AND NOT is_done`,
        format: 'JSONEachRow',
      });
      return (await result.json<{ erasures: number }>())[0]?.erasures ?? 0;
    };
    await waitFor('deletions to wait', async () => (await erasures()) >= 4);
    const left = ({ workspaceId }: { workspaceId: number }) =>
      erase(
        visitors.map(({ id }) => id),
        { dryRun: true, workspaceId },
      );
    expect(await left({ workspaceId: 1 })).toMatchObject({ events: 4 });
    caller.abort();
    expect(await Promise.all(calls)).toEqual(workspaces.map(() => 'cancelled'));
    await client.command({ query: 'SYSTEM START MERGES events' });
    await waitFor('deletions to end', async () => (await erasures()) === 0);
    const events: number[] = [];
    for (const workspaceId of [1, 2, 3, 4, 5]) events.push((await left({ workspaceId })).events);
    expect(events).toEqual([3, 0, 0, 0, 1]);
  });

  it('runs two counts at a time, one of a workspace', async () => {
    const { client } = analytics.clickhouse;
    const workspaces = [...Array.from({ length: 10 }, () => 100), 101, 102, 103, 104, 105];
    await Promise.all(workspaces.map((workspaceId) => erase(['gus'], { dryRun: true, workspaceId })));
    await client.command({ query: 'SYSTEM FLUSH LOGS' });
    const result = await client.query({
      query: `SELECT query_start_time_microseconds AS start, event_time_microseconds AS end,
                     toUInt32(extract(Settings['additional_table_filters'], '10[0-5]')) AS workspace
               FROM system.query_log
              WHERE type = 'QueryFinish' AND has(databases, currentDatabase()) AND query LIKE '%AS firstTouches%'
                AND query LIKE 'SELECT%' AND Settings['additional_table_filters'] LIKE '%10_%'
              ORDER BY start`,
      format: 'JSONEachRow',
    });
    const counts = await result.json<{ start: string; end: string; workspace: number }>();
    expect(counts.map(({ workspace }) => workspace).sort()).toEqual(workspaces);
    const ofOne = counts.filter(({ workspace }) => workspace === 100);
    expect(ofOne.filter(({ start }, i) => start < (ofOne[i - 1]?.end ?? ''))).toEqual([]);
    const runningAt = (moment: string) => counts.filter(({ start, end }) => start <= moment && moment < end);
    expect(Math.max(...counts.map(({ start }) => runningAt(start).length))).toBeLessThanOrEqual(2);
    expect(counts.slice(0, 4).map(({ workspace }) => workspace)).toContain(101);
  });

  it('rejects invalid visitor ids', async () => {
    await expect(erase([''])).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(erase(Array.from({ length: 1_001 }, String))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
