import type { ClickHouseClient } from '@clickhouse/client';
import { deleteRows } from './delete-rows';
import type { RowsByTable, SiteOfWorkspace } from './delete-site-events';
import { plainTable, storedTable, storedTables, type Layout } from './layout';
import { onlyWorkspaces } from './only-workspaces';
import { firstBuildAfter } from './rollup-builds';
import { singleNode, type EventStoreTopology } from './topology';

/** The days of a site that its retention excludes. */
export interface ExpiredDays extends SiteOfWorkspace {
  /** Unix milliseconds: midnight of `beforeDay` in the site's time zone. */
  readonly beforeMs: number;
  /** `2026-03-01`: the first day that stays. */
  readonly beforeDay: string;
}

const OF_SITE = 'workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}';
const BEFORE = "fromUnixTimestamp64Milli({before_ms:Int64}, 'UTC')";
const isBefore = (column: string): string => `${OF_SITE} AND ${column} < ${BEFORE}`;
const EXPIRED_EVENTS = isBefore('ts');
const EXPIRED_BUILDS = isBefore('start');

/**
 * The expired rows of each table with rows of sites; null: the table has no row of an earlier day. Events after the rows that they
 * identify; last the sums that versions of roll-ups consist of, so that an interrupted deletion is repeated until it is recorded.
 */
const EXPIRED_ROWS: Readonly<Record<string, string | null>> = {
  click_ids: isBefore('ts'),
  // By the event's own time, as the events that were stored. A row without a readable time expires by its age.
  dead_letters: isBefore(
    "coalesce(parseDateTime64BestEffortOrNull(JSONExtractString(event, 'ts'), 3, 'UTC'), buried_at)",
  ),
  dropped_events: isBefore('dropped_at'),
  drops: isBefore('quarter'),
  imported_days: `${OF_SITE} AND day < {before_day:Date}`,
  // Properties have no time: those of expired events. From all shards, because the table is sharded by site.
  imported_properties: `${OF_SITE} AND event_id GLOBAL IN (SELECT event_id FROM events WHERE ${EXPIRED_EVENTS} AND origin = 'import')`,
  // The log says which numbers of visitors are valid.
  rollup_builds: null,
  // Expire after a day.
  rollup_claims: null,
  rollup_crossing: EXPIRED_BUILDS,
  rollup_event_counts: EXPIRED_BUILDS,
  // The records of these deletions.
  rollup_expiries: null,
  // Expire after 35 days.
  rollup_queries: null,
  rollup_range_counts: EXPIRED_BUILDS,
  rollup_session_keys: EXPIRED_BUILDS,
  rollup_session_rows: EXPIRED_BUILDS,
  // Later counts contain these numbers.
  rollup_visitors: null,
  rollup_week_counts: EXPIRED_BUILDS,
  rollup_weeks: EXPIRED_BUILDS,
  // One row with the time of the last event.
  site_activity: null,
  events: EXPIRED_EVENTS,
  arrivals: isBefore('quarter'),
  event_changes: isBefore('quarter'),
};

/** Counts the rows of a site's expired days by table. Repeats of an event count until they are merged. */
export async function countExpiredRows(
  client: ClickHouseClient,
  days: ExpiredDays,
  { layout } = singleNode(client),
): Promise<RowsByTable> {
  const counts: Record<string, number> = {};
  for (const [table, where] of await rulesOf(client, layout)) {
    const rows = await countRows(client, days, { table, where });
    if (rows > 0) counts[table] = rows;
  }
  return counts;
}

/**
 * Deletes the rows of a site's expired days from every table, and recomputes the first touches of their visitors from the events
 * that stay. Returns after the parts are rewritten. Idempotent: an interrupted run can be repeated.
 * On a cluster it runs node by node; all rows of a visitor are on one shard.
 *
 * @throws Error for a table without a rule.
 */
export async function deleteExpiredEvents(
  client: ClickHouseClient,
  days: ExpiredDays,
  topology = singleNode(client),
): Promise<void> {
  const { nodes, layout } = topology;
  const rows = await countExpiredRows(client, days, topology);
  if (Object.keys(rows).length === 0) return;
  const expiredMs = await recordExpiry(days, topology);
  for (const [table, where] of await rulesOf(client, layout)) {
    if (!(table in rows)) continue;
    if (table === 'events') for (const node of nodes) await recomputeFirstTouches(node, days, layout);
    for (const node of nodes)
      await deleteRows(node, {
        table: storedTable(layout, table),
        workspaceId: days.workspaceId,
        // Queries read later builds until the events are deleted.
        where:
          where === EXPIRED_BUILDS ? `${where} AND build < ${firstBuildAfter('{expired_ms:Int64}')}` : where,
        params: { ...paramsOf(days), expired_ms: expiredMs },
      });
    // Again: a roll-up that was begun during the deletion may contain these events.
    if (table === 'events') await recordExpiry(days, topology);
  }
}

/**
 * Invalidates the roll-ups of expired days that were begun until now, also those that are published later. A build has the time of the
 * node that it began on: the latest one of all nodes is after it.
 *
 * @returns the time.
 */
async function recordExpiry(days: ExpiredDays, { nodes, layout }: EventStoreTopology): Promise<number> {
  const expiredMs = Math.max(...(await Promise.all(nodes.map(readTime))));
  for (const node of nodes)
    await node.command({
      query: `INSERT INTO ${storedTable(layout, 'rollup_expiries')} (workspace_id, site_id, before, expired_at)
              SELECT {workspace_id:UInt64}, {site_id:UInt64}, toDateTime(${BEFORE}, 'UTC'), fromUnixTimestamp64Milli({expired_ms:Int64}, 'UTC')`,
      query_params: { ...paramsOf(days), expired_ms: expiredMs },
      clickhouse_settings: { wait_end_of_query: 1 },
    });
  return expiredMs;
}

/** The time of a node in Unix milliseconds. */
async function readTime(client: ClickHouseClient): Promise<number> {
  const result = await client.query({
    query: 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms',
    format: 'JSONEachRow',
  });
  const [now] = await result.json<{ ms: number }>();
  if (!now) throw new Error('The time of ClickHouse has no row.');
  return now.ms;
}

/** The rules of the stored tables, in the order of `EXPIRED_ROWS`. */
async function rulesOf(
  client: ClickHouseClient,
  layout: Layout,
): Promise<(readonly [table: string, where: string])[]> {
  const tables = (await storedTables(client, layout)).filter(({ columns }) => columns.includes('site_id'));
  const missing = tables
    .map(({ name }) => plainTable(layout, name))
    .filter((name) => !(name in EXPIRED_ROWS));
  if (missing.length > 0)
    throw new Error(`No retention rule for the tables ${missing.join(', ')}. Add one to EXPIRED_ROWS.`);
  return Object.entries(EXPIRED_ROWS).filter((rule): rule is [string, string] => rule[1] !== null);
}

/**
 * Deletes the first touches of the visitors of expired events, then inserts them again from all other events of these visitors on the
 * workspace's sites. An event that arrives in between only adds its own touch: the earliest one counts.
 */
async function recomputeFirstTouches(
  node: ClickHouseClient,
  days: ExpiredDays,
  layout: Layout,
): Promise<void> {
  const [events, touches] = [storedTable(layout, 'events'), storedTable(layout, 'first_touches')];
  const visitors = `visitor_id IN (SELECT visitor_id FROM ${events} WHERE ${EXPIRED_EVENTS})`;
  const { workspaceId } = days;
  await deleteRows(node, { table: touches, workspaceId, where: visitors, params: paramsOf(days) });
  const { select, columns } = await firstTouchesView(node);
  // The order of `events` starts with the site.
  const sites = `SELECT site_id FROM ${storedTable(layout, 'site_activity')} WHERE workspace_id = {workspace_id:UInt64}`;
  const staying = `SELECT * FROM ${events}
    WHERE workspace_id = {workspace_id:UInt64} AND site_id IN (${sites}) AND ${visitors} AND NOT (${EXPIRED_EVENTS})`;
  const source = new RegExp(`\\bFROM (\\S+\\.)?${events}\\b`);
  if (select.split(source).length !== 3)
    throw new Error('The view first_touches_view must read the events once. Adapt the retention.');
  await node.command({
    query: `INSERT INTO ${touches} (${columns.map((name) => `\`${name}\``).join(', ')})
            ${select.replace(source, `FROM (${staying})`)}`,
    query_params: paramsOf(days),
    // A repeated run inserts the same rows after it has deleted them.
    clickhouse_settings: { wait_end_of_query: 1, insert_deduplicate: 0, ...onlyWorkspaces([workspaceId]) },
  });
}

/** The statement of the view that computes first touches, with its columns. */
async function firstTouchesView(
  node: ClickHouseClient,
): Promise<{ readonly select: string; readonly columns: readonly string[] }> {
  const found = await node.query({
    query: `SELECT as_select FROM system.tables WHERE database = currentDatabase() AND name = 'first_touches_view'`,
    format: 'JSONEachRow',
  });
  const [view] = await found.json<{ as_select: string }>();
  if (!view) throw new Error('The view first_touches_view does not exist. Run the migrations.');
  const described = await node.query({ query: `DESCRIBE (${view.as_select})`, format: 'JSONEachRow' });
  const columns = (await described.json<{ name: string }>()).map(({ name }) => name);
  return { select: view.as_select, columns };
}

interface Rows {
  readonly table: string;
  readonly where: string;
}

async function countRows(
  client: ClickHouseClient,
  days: ExpiredDays,
  { table, where }: Rows,
): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS rows FROM {table:Identifier} WHERE ${where}`,
    query_params: { ...paramsOf(days), table },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([days.workspaceId]),
  });
  return (await result.json<{ rows: number }>())[0]?.rows ?? 0;
}

function paramsOf({ workspaceId, siteId, beforeMs, beforeDay }: ExpiredDays): Record<string, unknown> {
  return { workspace_id: workspaceId, site_id: siteId, before_ms: beforeMs, before_day: beforeDay };
}
