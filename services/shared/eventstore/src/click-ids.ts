import type { ClickHouseClient } from '@clickhouse/client';
import { deleteRows } from './delete-rows';
import type { SiteOfWorkspace } from './delete-site-events';
import { storedTable } from './layout';
import { onlyWorkspaces } from './only-workspaces';
import { singleNode } from './topology';

/** The sites of all workspaces with stored click ids. */
export async function listClickIdSites(client: ClickHouseClient): Promise<SiteOfWorkspace[]> {
  const result = await client.query({
    query:
      'SELECT workspace_id AS workspaceId, site_id AS siteId FROM click_ids GROUP BY workspaceId, siteId ORDER BY workspaceId, siteId',
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([], { acrossWorkspaces: ['click_ids'] }),
  });
  return result.json<SiteOfWorkspace>();
}

/** Deletes the click ids of a site from all nodes; returns after the parts are rewritten. Idempotent. */
export async function deleteClickIds(
  client: ClickHouseClient,
  { workspaceId, siteId }: SiteOfWorkspace,
  { nodes, layout } = singleNode(client),
): Promise<void> {
  for (const node of nodes)
    await deleteRows(node, {
      table: storedTable(layout, 'click_ids'),
      workspaceId,
      where: 'site_id = {site_id:UInt64}',
      params: { site_id: siteId },
    });
}
