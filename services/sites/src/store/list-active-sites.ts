import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/** All active sites of the workspace, by id. */
export async function listActiveSites(pool: Pool, workspaceId: number): Promise<Site[]> {
  const { rows } = await pool.query<SiteRow>(
    `SELECT ${SITE_COLUMNS} FROM sites.sites WHERE workspace_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [workspaceId],
  );
  return rows.map(siteFromRow);
}
