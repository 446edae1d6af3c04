import { SettingsMap, type ClickHouseClient } from '@clickhouse/client';

/** A site whose rows are meant. Both ids are checked in every statement. */
export interface SiteOfWorkspace {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** Rows of one site by table; tables without any are left out. */
export type RowsByTable = Readonly<Record<string, number>>;

const OF_SITE = 'workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}';
const VISITORS_OF_SITE = `SELECT visitor_id FROM events WHERE ${OF_SITE}`;

/** Counts a site's rows in every table that has any: raw rows, a repeated event not yet merged counts twice. */
export async function countSiteRows(client: ClickHouseClient, site: SiteOfWorkspace): Promise<RowsByTable> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOfSites(client)) {
    const rows = await countRows(client, site, table);
    if (rows > 0) counts[table] = rows;
  }
  return counts;
}

/**
 * Deletes every row of a site from every table, for good: the parts are rewritten before it returns. Idempotent, and may be
 * cut short anywhere and run again.
 *
 * First touches belong to visitors of the whole workspace: those of the site's visitors are forgotten while its events
 * still tell who they were, and after the deletion made anew for the visitors whom another site has seen.
 *
 * @throws Error when rows of the site are left.
 */
export async function deleteSiteEvents(client: ClickHouseClient, site: SiteOfWorkspace): Promise<void> {
  const inWorkspace = 'workspace_id = {workspace_id:UInt64}';
  await mutate(client, site, {
    table: 'first_touches',
    where: `${inWorkspace} AND visitor_id IN (${VISITORS_OF_SITE})`,
  });
  const tables = await tablesOfSites(client);
  // Events last: a run that is cut short must still find the visitors.
  for (const table of [...tables.filter((name) => name !== 'events'), 'events'])
    if ((await countRows(client, site, table)) > 0) await mutate(client, site, { table, where: OF_SITE });
  await restoreFirstTouches(client, site);
  const left = await countSiteRows(client, site);
  if (Object.keys(left).length > 0)
    throw new Error(`Rows of the purged site ${site.siteId} are left: ${JSON.stringify(left)}`);
}

/** Every table of ours with rows of sites: asked of ClickHouse itself, so that a new table can not be forgotten. */
async function tablesOfSites(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: `SELECT name FROM system.tables
            WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND NOT startsWith(name, '.inner')
              AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'site_id')
              AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'workspace_id')
            ORDER BY name`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
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
async function restoreFirstTouches(client: ClickHouseClient, site: SiteOfWorkspace): Promise<void> {
  const sites = await otherSitesOf(client, site);
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
    query: `INSERT INTO first_touches (${columns.map((name) => `\`${name}\``).join(', ')})
            SELECT * FROM (${view.as_select})
            WHERE workspace_id = {workspace_id:UInt64} AND visitor_id NOT IN
              (SELECT visitor_id FROM first_touches WHERE workspace_id = {workspace_id:UInt64})`,
    query_params: paramsOf(site),
    clickhouse_settings: {
      wait_end_of_query: 1,
      // Numbers of our own tables, so they may stand in the text; a setting takes no parameters.
      additional_table_filters: SettingsMap.from({ events: `site_id IN (${sites.map(Number).join(', ')})` }),
    },
  });
}

/** The workspace's sites that ever had an event, without the purged one. */
async function otherSitesOf(
  client: ClickHouseClient,
  { workspaceId, siteId }: SiteOfWorkspace,
): Promise<number[]> {
  const result = await client.query({
    query: `SELECT DISTINCT site_id FROM site_activity
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
