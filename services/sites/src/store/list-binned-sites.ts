import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/** The workspace's sites that can still be restored at `now` (Unix milliseconds), last deleted first. */
export async function listBinnedSites(pool: Pool, workspaceId: number, now: number): Promise<Site[]> {
  const { rows } = await pool.query<SiteRow>(
    `SELECT ${SITE_COLUMNS} FROM sites.sites WHERE workspace_id = $1 AND purge_at > $2
     ORDER BY deleted_at DESC, id DESC`,
    [workspaceId, new Date(now)],
  );
  return rows.map(siteFromRow);
}
