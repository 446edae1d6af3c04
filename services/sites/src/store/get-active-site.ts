import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/** The workspace's active site, or undefined when it has none of this id. */
export async function getActiveSite(pool: Pool, workspaceId: number, id: number): Promise<Site | undefined> {
  const { rows } = await pool.query<SiteRow>(
    `SELECT ${SITE_COLUMNS} FROM sites.sites WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [workspaceId, id],
  );
  return rows[0] && siteFromRow(rows[0]);
}
