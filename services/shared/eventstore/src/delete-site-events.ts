import type { ClickHouseClient } from '@clickhouse/client';
import { deleteRows } from './delete-rows';
import { plainTable, storedTable, storedTables, type Layout } from './layout';
import { onlyWorkspaces } from './only-workspaces';
import { singleNode } from './topology';

/** A site. Every statement checks both ids. */
export interface SiteOfWorkspace {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** Rows of one site by table; tables without rows are omitted. */
export type RowsByTable = Readonly<Record<string, number>>;

const OF_SITE = 'workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}';

/** Counts a site's stored rows by table. Repeats of an event count until they are merged. */
export async function countSiteRows(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  { layout } = singleNode(client),
): Promise<RowsByTable> {
  const counts: Record<string, number> = {};
  for (const stored of await tablesOfSites(client, layout)) {
    const table = plainTable(layout, stored);
    const rows = await countRows(client, site, table);
    if (rows > 0) counts[table] = rows;
  }
  return counts;
}

/**
 * Counts the rows that `deleteSiteEvents` deletes, by table: those of the site, and the first touches of visitors without
 * events on other sites, which are not restored.
 */
export async function countPurgedRows(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  topology = singleNode(client),
): Promise<RowsByTable> {
  const counts = await countSiteRows(client, site, topology);
  const others = await otherSitesOf(client, site, 'site_activity');
  const result = await client.query({
    // GLOBAL: on a cluster, the subqueries read all shards. DISTINCT: their rows are kept in memory.
    query: `SELECT count() AS rows FROM first_touches
             WHERE workspace_id = {workspace_id:UInt64}
               AND visitor_id GLOBAL IN (SELECT DISTINCT visitor_id FROM events WHERE ${OF_SITE})
               AND visitor_id GLOBAL NOT IN
                 (SELECT DISTINCT visitor_id FROM events WHERE workspace_id = {workspace_id:UInt64} AND site_id IN {others:Array(UInt64)})`,
    query_params: { ...paramsOf(site), others },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([site.workspaceId]),
  });
  const [found] = await result.json<{ rows: number }>();
  return found && found.rows > 0 ? { ...counts, first_touches: found.rows } : counts;
}

/**
 * Deletes every row of a site from every table; returns after the parts are rewritten. Idempotent: an interrupted run can be
 * repeated. On a cluster it runs node by node; all rows of a visitor are on one shard, so no node needs rows of another.
 *
 * @throws Error when rows of the site remain on any node.
 */
export async function deleteSiteEvents(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  topology = singleNode(client),
): Promise<void> {
  for (const node of topology.nodes) await deleteFromNode(node, site, topology.layout);
  const left = await countSiteRows(client, site, topology);
  if (Object.keys(left).length > 0)
    throw new Error(`Rows of the purged site ${site.siteId} remain: ${JSON.stringify(left)}`);
}

/**
 * First touches belong to visitors of the whole workspace. Deletes those of the site's visitors while the site's events still
 * identify them, and restores them after the deletion for visitors with events on other sites.
 */
async function deleteFromNode(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  layout: Layout,
): Promise<void> {
  const events = storedTable(layout, 'events');
  const { workspaceId } = site;
  const params = paramsOf(site);
  await deleteRows(client, {
    table: storedTable(layout, 'first_touches'),
    workspaceId,
    where: `visitor_id IN (SELECT visitor_id FROM ${events} WHERE ${OF_SITE})`,
    params,
  });
  const tables = await tablesOfSites(client, layout);
  // Events last: a repeated run after an interruption must still find the visitors.
  for (const table of [...tables.filter((name) => name !== events), events])
    if ((await countRows(client, site, table)) > 0)
      await deleteRows(client, { table, workspaceId, where: OF_SITE, params });
  await restoreFirstTouches(client, site, layout);
  for (const table of tables) {
    const rows = await countRows(client, site, table);
    if (rows > 0) throw new Error(`Rows of the purged site ${site.siteId} remain: ${rows} of ${table}`);
  }
}

async function tablesOfSites(client: ClickHouseClient, layout: Layout): Promise<string[]> {
  const tables = await storedTables(client, layout);
  return tables.filter(({ columns }) => columns.includes('site_id')).map(({ name }) => name);
}

async function countRows(client: ClickHouseClient, site: SiteOfWorkspace, table: string): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS rows FROM {table:Identifier} WHERE ${OF_SITE}`,
    query_params: { ...paramsOf(site), table },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([site.workspaceId]),
  });
  const [row] = await result.json<{ rows: number }>();
  return row?.rows ?? 0;
}

/**
 * Restores the first touch of each visitor of the workspace that has events but no first touch, with the view's own statement.
 * Reads the events of the workspace's other sites only: `events` is ordered by site, not by workspace.
 */
async function restoreFirstTouches(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  layout: Layout,
): Promise<void> {
  const [events, touches] = [storedTable(layout, 'events'), storedTable(layout, 'first_touches')];
  const sites = await otherSitesOf(client, site, storedTable(layout, 'site_activity'));
  if (sites.length === 0) return;
  const result = await client.query({
    query: `SELECT as_select FROM system.tables
            WHERE database = currentDatabase() AND name = 'first_touches_view'`,
    format: 'JSONEachRow',
  });
  const [view] = await result.json<{ as_select: string }>();
  if (!view) throw new Error('The view first_touches_view does not exist. Run the migrations.');
  const columns = await columnsOf(client, view.as_select);
  await client.command({
    query: `INSERT INTO ${touches} (${columns.map((name) => `\`${name}\``).join(', ')})
            SELECT * FROM (${view.as_select})
            WHERE workspace_id = {workspace_id:UInt64} AND visitor_id NOT IN
              (SELECT visitor_id FROM ${touches} WHERE workspace_id = {workspace_id:UInt64})`,
    query_params: paramsOf(site),
    clickhouse_settings: {
      wait_end_of_query: 1,
      // Numeric ids from our own tables.
      ...onlyWorkspaces([site.workspaceId], {
        conditions: { [events]: `site_id IN (${sites.map(Number).join(', ')})` },
      }),
    },
  });
}

/** The workspace's sites that ever had an event, without the purged one. */
async function otherSitesOf(
  client: ClickHouseClient,
  { workspaceId, siteId }: SiteOfWorkspace,
  activity: string,
): Promise<number[]> {
  const result = await client.query({
    query: `SELECT DISTINCT site_id FROM ${activity}
            WHERE workspace_id = {workspace_id:UInt64} AND site_id != {site_id:UInt64}`,
    query_params: paramsOf({ workspaceId, siteId }),
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([workspaceId]),
  });
  return (await result.json<{ site_id: number }>()).map(({ site_id }) => site_id);
}

/** The names of a statement's columns, which come from our own migrations. */
async function columnsOf(client: ClickHouseClient, statement: string): Promise<string[]> {
  const result = await client.query({ query: `DESCRIBE (${statement})`, format: 'JSONEachRow' });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

function paramsOf({ workspaceId, siteId }: SiteOfWorkspace): Record<string, number> {
  return { workspace_id: workspaceId, site_id: siteId };
}
