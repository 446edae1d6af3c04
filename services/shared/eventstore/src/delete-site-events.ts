import { SettingsMap, type ClickHouseClient } from '@clickhouse/client';
import { plainTable, storedTable, type Layout } from './layout';
import { onOneNode } from './place';
import { storedTables } from './spread-tables';

/** A site whose rows are meant. Both ids are checked in every statement. */
export interface SiteOfWorkspace {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** Rows of one site by table; tables without any are left out. */
export type RowsByTable = Readonly<Record<string, number>>;

const OF_SITE = 'workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}';

/** Counts a site's rows in every table that has any: raw rows, a repeated event not yet merged counts twice. */
export async function countSiteRows(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  { layout } = onOneNode(client),
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
 * Deletes every row of a site from every table, for good: the parts are rewritten before it returns. Idempotent, and may be
 * cut short anywhere and run again. On a cluster it goes from node to node: all that is known of a visitor lies on one
 * shard, so that none needs another's rows.
 *
 * @throws Error when rows of the site are left, on any node.
 */
export async function deleteSiteEvents(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  place = onOneNode(client),
): Promise<void> {
  for (const node of place.nodes) await deleteFromNode(node, site, place.layout);
  const left = await countSiteRows(client, site, place);
  if (Object.keys(left).length > 0)
    throw new Error(`Rows of the purged site ${site.siteId} are left: ${JSON.stringify(left)}`);
}

/**
 * First touches belong to visitors of the whole workspace: those of the site's visitors are forgotten while its events
 * still tell who they were, and after the deletion made anew for the visitors whom another site has seen.
 */
async function deleteFromNode(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  layout: Layout,
): Promise<void> {
  const events = storedTable(layout, 'events');
  await mutate(client, site, {
    table: storedTable(layout, 'first_touches'),
    where: `workspace_id = {workspace_id:UInt64} AND visitor_id IN (SELECT visitor_id FROM ${events} WHERE ${OF_SITE})`,
  });
  const tables = await tablesOfSites(client, layout);
  // Events last: a run that is cut short must still find the visitors.
  for (const table of [...tables.filter((name) => name !== events), events])
    if ((await countRows(client, site, table)) > 0) await mutate(client, site, { table, where: OF_SITE });
  await restoreFirstTouches(client, site, layout);
  for (const table of tables) {
    const rows = await countRows(client, site, table);
    if (rows > 0) throw new Error(`Rows of the purged site ${site.siteId} are left: ${rows} of ${table}`);
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
  });
  const [row] = await result.json<{ rows: number }>();
  return row?.rows ?? 0;
}

/** Deletes rows and waits until the parts are rewritten on every replica. */
async function mutate(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  { table, where }: { readonly table: string; readonly where: string },
): Promise<void> {
  await client.command({
    query: `ALTER TABLE {table:Identifier} DELETE WHERE ${where}`,
    query_params: { ...paramsOf(site), table },
    clickhouse_settings: { mutations_sync: '2', allow_nondeterministic_mutations: 1, wait_end_of_query: 1 },
  });
}

/**
 * Fills in the first touch of each visitor of the workspace who has events and none, by the view's own statement. Only
 * the events of the workspace's sites are read: `events` is ordered by site, not by workspace.
 */
async function restoreFirstTouches(
  client: ClickHouseClient,
  site: SiteOfWorkspace,
  layout: Layout,
): Promise<void> {
  const [events, touches] = [storedTable(layout, 'events'), storedTable(layout, 'first_touches')];
  const sites = await otherSitesOf(client, site, layout);
  if (sites.length === 0) return;
  const result = await client.query({
    query: `SELECT as_select FROM system.tables
            WHERE database = currentDatabase() AND name = 'first_touches_view'`,
    format: 'JSONEachRow',
  });
  const [view] = await result.json<{ as_select: string }>();
  if (!view) throw new Error('The view first_touches_view is not there. Run the migrations.');
  const columns = await columnsOf(client, view.as_select);
  await client.command({
    query: `INSERT INTO ${touches} (${columns.map((name) => `\`${name}\``).join(', ')})
            SELECT * FROM (${view.as_select})
            WHERE workspace_id = {workspace_id:UInt64} AND visitor_id NOT IN
              (SELECT visitor_id FROM ${touches} WHERE workspace_id = {workspace_id:UInt64})`,
    query_params: paramsOf(site),
    clickhouse_settings: {
      wait_end_of_query: 1,
      // Numbers of our own tables, so they may stand in the text; a setting takes no parameters.
      additional_table_filters: SettingsMap.from({
        [events]: `site_id IN (${sites.map(Number).join(', ')})`,
      }),
    },
  });
}

/** The workspace's sites that ever had an event, without the purged one. */
async function otherSitesOf(
  client: ClickHouseClient,
  { workspaceId, siteId }: SiteOfWorkspace,
  layout: Layout,
): Promise<number[]> {
  const result = await client.query({
    query: `SELECT DISTINCT site_id FROM ${storedTable(layout, 'site_activity')}
            WHERE workspace_id = {workspace_id:UInt64} AND site_id != {site_id:UInt64}`,
    query_params: paramsOf({ workspaceId, siteId }),
    format: 'JSONEachRow',
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
