import type { ClickHouseClient } from '@clickhouse/client';
import { storedTable, storedTables, type Layout } from './layout';
import { singleNode } from './topology';

/** Some visitors of a workspace. */
export interface VisitorsOfWorkspace {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
}

/** Numbers of stored rows. Repeats of an event count once. */
export interface VisitorRows {
  readonly events: number;
  readonly firstTouches: number;
}

const OF_VISITORS = 'workspace_id = {workspace_id:UInt64} AND visitor_id IN {visitor_ids:Array(UInt64)}';

/** Every event of the workspace is on one of these sites. A prefix of the order of `events`, so that not all parts are read. */
const ON_SITES = (activity: string): string =>
  `site_id IN (SELECT site_id FROM ${activity} WHERE workspace_id = {workspace_id:UInt64})`;

/** Counts the events and first touches of visitors, over all sites of the workspace. */
export async function countVisitorRows(
  client: ClickHouseClient,
  visitors: VisitorsOfWorkspace,
): Promise<VisitorRows> {
  if (visitors.visitorIds.length === 0) return { events: 0, firstTouches: 0 };
  const result = await client.query({
    query: `SELECT
              (SELECT uniqExact(site_id, event_id) FROM events
                WHERE ${OF_VISITORS} AND ${ON_SITES('site_activity')}) AS events,
              (SELECT uniqExact(visitor_id) FROM first_touches WHERE ${OF_VISITORS}) AS firstTouches`,
    query_params: paramsOf(visitors),
    format: 'JSONEachRow',
  });
  const [rows] = await result.json<VisitorRows>();
  if (!rows) throw new Error('The count of the rows of visitors returned no row.');
  return rows;
}

/**
 * Deletes every row of visitors, over all sites of the workspace: events with their properties, first touches, and rejected
 * events. Returns after the parts are rewritten. Idempotent: an interrupted run can be repeated. Counters without visitors
 * (`arrivals`, `drops`, `site_activity`) stay.
 *
 * @throws Error when rows of the visitors remain.
 */
export async function deleteVisitorEvents(
  client: ClickHouseClient,
  visitors: VisitorsOfWorkspace,
  topology = singleNode(client),
): Promise<void> {
  if (visitors.visitorIds.length === 0) return;
  const { nodes, layout } = topology;
  // Properties are found by the ids of the events, on any shard: on every node, before the first event is deleted.
  for (const node of nodes) await deleteProperties(node, visitors, layout);
  for (const node of nodes) await deleteFromNode(node, visitors, layout);
  const left = await countVisitorRows(client, visitors);
  if (left.events + left.firstTouches > 0)
    throw new Error(`Rows of erased visitors remain: ${JSON.stringify(left)}. Repeat the erasure.`);
}

async function deleteProperties(
  node: ClickHouseClient,
  visitors: VisitorsOfWorkspace,
  layout: Layout,
): Promise<void> {
  const result = await node.query({
    query: `SELECT DISTINCT toString(event_id) AS id FROM events
             WHERE ${OF_VISITORS} AND ${ON_SITES('site_activity')} AND origin = 'import'`,
    query_params: paramsOf(visitors),
    format: 'JSONEachRow',
  });
  const ids = (await result.json<{ id: string }>()).map(({ id }) => id);
  if (ids.length === 0) return;
  await mutate(node, storedTable(layout, 'imported_properties'), {
    where: 'workspace_id = {workspace_id:UInt64} AND event_id IN {event_ids:Array(UUID)}',
    params: { workspace_id: visitors.workspaceId, event_ids: ids },
  });
}

async function deleteFromNode(
  node: ClickHouseClient,
  visitors: VisitorsOfWorkspace,
  layout: Layout,
): Promise<void> {
  const params = paramsOf(visitors);
  const events = storedTable(layout, 'events');
  await mutate(node, storedTable(layout, 'dead_letters'), {
    where: `workspace_id = {workspace_id:UInt64}
            AND toUInt64OrZero(JSONExtractString(event, 'visitor_id')) IN {visitor_ids:Array(UInt64)}`,
    params,
  });
  // From ClickHouse's system tables, so that no new table with visitors is missed. Events last, so that a repeat finds them.
  const tables = (await storedTables(node, layout))
    .filter(({ name, columns }) => columns.includes('visitor_id') && name !== events)
    .map(({ name }) => name);
  for (const table of tables) await mutate(node, table, { where: OF_VISITORS, params });
  const where = `${OF_VISITORS} AND ${ON_SITES(storedTable(layout, 'site_activity'))}`;
  await mutate(node, events, { where, params });
}

/** Deletes rows; returns when the parts are rewritten on every replica. */
async function mutate(
  client: ClickHouseClient,
  table: string,
  { where, params }: { readonly where: string; readonly params: Record<string, unknown> },
): Promise<void> {
  await client.command({
    query: `ALTER TABLE {table:Identifier} DELETE WHERE ${where}`,
    query_params: { ...params, table },
    clickhouse_settings: { mutations_sync: '2', allow_nondeterministic_mutations: 1, wait_end_of_query: 1 },
  });
}

function paramsOf({ workspaceId, visitorIds }: VisitorsOfWorkspace): Record<string, unknown> {
  // BigInt, because strings would be quoted within the array.
  return { workspace_id: workspaceId, visitor_ids: visitorIds.map(BigInt) };
}
