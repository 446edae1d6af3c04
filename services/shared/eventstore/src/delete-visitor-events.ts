import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { CANCEL_WITH_CALLER } from '@headwater/kit/clickhouse/client';
import { deleteRows } from './delete-rows';
import type { RowsByTable } from './delete-site-events';
import { ERASED_VISITORS, putErasedVisitors, type Erasure } from './erased-visitors';
import { plainTable, storedTable, storedTables, type Layout } from './layout';
import { onlyWorkspaces } from './only-workspaces';
import { READ_SETTINGS } from './read-settings';
import { singleNode, type EventStoreTopology } from './topology';

/** Numbers of stored rows. Repeats of an event count once. */
export interface VisitorCounts {
  readonly events: number;
  readonly firstTouches: number;
  readonly clickIds: number;
}

/** The numbers, and those of all other rows of the visitors by table; tables without rows are omitted. */
export interface VisitorRows extends VisitorCounts {
  readonly tables: RowsByTable;
}

const OF_VISITORS = 'workspace_id = {workspace_id:UInt64} AND visitor_id IN {visitor_ids:Array(UInt64)}';

/** A cleared arrival time is older than a week, see the migration `0013_forgotten_arrivals`. */
const ERASED = `(ts <= {erased_at:DateTime64(3, 'UTC')}
  OR (received_at > toDateTime64('1971-01-01 00:00:00', 3, 'UTC') AND received_at <= {erased_at:DateTime64(3, 'UTC')}))`;

/** Every event of the workspace is on one of these sites. A prefix of the order of `events`, so that not all parts are read. */
const ON_SITES = (activity: string): string =>
  `site_id IN (SELECT site_id FROM ${activity} WHERE workspace_id = {workspace_id:UInt64})`;

/**
 * On a cluster, the subquery of `ON_SITES` runs on the shard of the events, whose `site_activity` has all of their sites. ClickHouse
 * refuses it otherwise.
 */
const LOCAL_SUBQUERIES = { distributed_product_mode: READ_SETTINGS.distributed_product_mode } as const;

/**
 * Counts the events, first touches and click ids of visitors until an erasure, over all sites of the workspace.
 *
 * @param signal cancels the statement
 */
export async function countVisitorRows(
  client: ClickHouseClient,
  visitors: Erasure,
  signal?: AbortSignal,
): Promise<VisitorCounts> {
  if (visitors.visitorIds.length === 0) return { events: 0, firstTouches: 0, clickIds: 0 };
  const result = await client.query({
    query: `SELECT
              (SELECT uniqExact(site_id, event_id) FROM events
                WHERE ${OF_VISITORS} AND ${ON_SITES('site_activity')} AND ${ERASED}) AS events,
              (SELECT uniqExact(visitor_id) FROM first_touches
                WHERE ${OF_VISITORS} AND tupleElement(touch, 'ts') <= {erased_at:DateTime64(3, 'UTC')}) AS firstTouches,
              (SELECT uniqExact(visitor_id, site_id, parameter, ts) FROM click_ids WHERE ${OF_VISITORS} AND ${ERASED}) AS clickIds`,
    query_params: paramsOf(visitors),
    format: 'JSONEachRow',
    clickhouse_settings: {
      ...onlyWorkspaces([visitors.workspaceId]),
      ...CANCEL_WITH_CALLER,
      ...LOCAL_SUBQUERIES,
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  const [rows] = await result.json<VisitorCounts>();
  if (!rows) throw new Error('The count of the rows of visitors returned no row.');
  return rows;
}

/** The tables that have numbers of their own, and the record of erased visitors, which stays. */
const COUNTED_ELSEWHERE = ['events', 'first_touches', 'click_ids', ERASED_VISITORS];

const OF_DEAD_LETTERS =
  "toUInt64OrZero(JSONExtractString(event, 'visitor_id')) IN {visitor_ids:Array(UInt64)}";

/** Counts all rows that `deleteVisitorEvents` deletes. Repeats of a row in `tables` count until they are merged. */
export async function countErasedRows(
  client: ClickHouseClient,
  visitors: Erasure,
  { layout }: EventStoreTopology,
  signal?: AbortSignal,
): Promise<VisitorRows> {
  const counts = await countVisitorRows(client, visitors, signal);
  if (visitors.visitorIds.length === 0) return { ...counts, tables: {} };
  const ofWorkspace = 'workspace_id = {workspace_id:UInt64}';
  const imported = `SELECT event_id FROM events
    WHERE ${OF_VISITORS} AND ${ON_SITES('site_activity')} AND ${ERASED} AND origin = 'import'`;
  const conditions = [
    ...(await tablesOfVisitors(client, layout)).map((table) => [table, OF_VISITORS] as const),
    ['dead_letters', `${ofWorkspace} AND ${OF_DEAD_LETTERS}`] as const,
    // Of all shards, because this table is sharded by site.
    ['imported_properties', `${ofWorkspace} AND event_id GLOBAL IN (${imported})`] as const,
  ];
  const tables: Record<string, number> = {};
  for (const [table, where] of conditions) {
    const result = await client.query({
      query: `SELECT count() AS rows FROM {table:Identifier} WHERE ${where}`,
      query_params: { ...paramsOf(visitors), table },
      format: 'JSONEachRow',
      clickhouse_settings: {
        ...onlyWorkspaces([visitors.workspaceId]),
        ...CANCEL_WITH_CALLER,
        ...LOCAL_SUBQUERIES,
      },
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    const [found] = await result.json<{ rows: number }>();
    if (found && found.rows > 0) tables[table] = found.rows;
  }
  return { ...counts, tables };
}

/** From ClickHouse's system tables, so that no new table with visitors is missed. Plain names, without `COUNTED_ELSEWHERE`. */
async function tablesOfVisitors(client: ClickHouseClient, layout: Layout): Promise<string[]> {
  return (await storedTables(client, layout))
    .filter(({ columns }) => columns.includes('visitor_id'))
    .map(({ name }) => plainTable(layout, name))
    .filter((name) => !COUNTED_ELSEWHERE.includes(name));
}

/**
 * Records an erasure, then deletes every row of its visitors until then, over all sites of the workspace: events with their
 * properties, first touches, click ids, and rejected events. Also deletes later first touches: no account is linked to these visitors.
 * Returns after the parts are rewritten. Idempotent: an interrupted run can be repeated. Counters without visitors (`arrivals`,
 * `drops`, `site_activity`) stay.
 *
 * @throws Error when rows of the visitors remain.
 */
export async function deleteVisitorEvents(
  client: ClickHouseClient,
  visitors: Erasure,
  topology = singleNode(client),
): Promise<void> {
  for (let from = 0; from < visitors.visitorIds.length; from += MAX_VISITORS) {
    const visitorIds = visitors.visitorIds.slice(from, from + MAX_VISITORS);
    await deleteSome(client, { ...visitors, visitorIds }, topology);
  }
}

/** Max visitors of one statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_VISITORS = 5_000;
/** Max ids of events of one statement, for the same reason. */
const MAX_EVENTS = 3_000;

async function deleteSome(
  client: ClickHouseClient,
  visitors: Erasure,
  { nodes, layout }: EventStoreTopology,
): Promise<void> {
  // Before the deletion, so that a batch that is not checked against it is stored before the deletion, or minutes later.
  await putErasedVisitors(visitors, { nodes, layout });
  // Properties are found by the ids of the events, on any shard: on every node, before the first event is deleted.
  for (const node of nodes) await deleteProperties(node, visitors, layout);
  for (const node of nodes) await deleteFromNode(node, visitors, layout);
  const left = await countVisitorRows(client, visitors);
  if (left.events + left.firstTouches + left.clickIds > 0)
    throw new Error(`Rows of erased visitors remain: ${JSON.stringify(left)}. Repeat the erasure.`);
}

async function deleteProperties(node: ClickHouseClient, visitors: Erasure, layout: Layout): Promise<void> {
  const result = await node.query({
    query: `SELECT DISTINCT toString(event_id) AS id FROM events
             WHERE ${OF_VISITORS} AND ${ON_SITES('site_activity')} AND ${ERASED} AND origin = 'import'`,
    query_params: paramsOf(visitors),
    format: 'JSONEachRow',
    clickhouse_settings: { ...onlyWorkspaces([visitors.workspaceId]), ...LOCAL_SUBQUERIES },
  });
  const ids = (await result.json<{ id: string }>()).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += MAX_EVENTS)
    await deleteRows(node, {
      table: storedTable(layout, 'imported_properties'),
      workspaceId: visitors.workspaceId,
      where: 'event_id IN {event_ids:Array(UUID)}',
      params: { event_ids: ids.slice(from, from + MAX_EVENTS) },
    });
}

async function deleteFromNode(node: ClickHouseClient, visitors: Erasure, layout: Layout): Promise<void> {
  const params = paramsOf(visitors);
  const events = storedTable(layout, 'events');
  const { workspaceId } = visitors;
  const ofVisitors = `${OF_VISITORS} AND ${ON_SITES(storedTable(layout, 'site_activity'))}`;
  // All events of the visitors: roll-ups of later ones contain the visitors' numbers too.
  const changed = { workspaceId, where: ofVisitors, params };
  await recordChangedEvents(node, changed, layout);
  await deleteRows(node, {
    table: storedTable(layout, 'dead_letters'),
    workspaceId,
    where: OF_DEAD_LETTERS,
    params,
  });
  // Events last, so that a repeat finds them.
  for (const table of ['first_touches', 'click_ids', ...(await tablesOfVisitors(node, layout))])
    await deleteRows(node, { table: storedTable(layout, table), workspaceId, where: OF_VISITORS, params });
  // Again: a roll-up of later events that was built in between lost its crossing events.
  await recordChangedEvents(node, changed, layout);
  await deleteRows(node, { table: events, workspaceId, where: `${ofVisitors} AND ${ERASED}`, params });
}

interface ChangedEvents {
  readonly workspaceId: number;
  /** Condition on the changed rows of `events`, in addition to the workspace. */
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Invalidates the roll-ups of stored events. Builders skip a time range whose erased events are still stored.
 */
async function recordChangedEvents(
  node: ClickHouseClient,
  { workspaceId, where, params }: ChangedEvents,
  layout: Layout,
): Promise<void> {
  await node.command({
    query: `INSERT INTO ${storedTable(layout, 'event_changes')} (workspace_id, site_id, quarter, changes)
            SELECT workspace_id, site_id, toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter, 1
              FROM ${storedTable(layout, 'events')}
             WHERE workspace_id = {workspace_id:UInt64} AND (${where})
             GROUP BY workspace_id, site_id, quarter`,
    query_params: { ...params, workspace_id: workspaceId },
    clickhouse_settings: {
      wait_end_of_query: 1,
      // An equal block of an earlier deletion must not make ClickHouse ignore this one.
      insert_deduplication_token: randomUUID(),
      ...onlyWorkspaces([workspaceId]),
    },
  });
}

function paramsOf({ workspaceId, visitorIds, erasedAtMs }: Erasure): Record<string, unknown> {
  // BigInt, because strings would be quoted within the array.
  return {
    workspace_id: workspaceId,
    visitor_ids: visitorIds.map(BigInt),
    erased_at: new Date(erasedAtMs).toISOString().replace('T', ' ').replace('Z', ''),
  };
}
