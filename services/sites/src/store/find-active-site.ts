import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/** The workspace's active site of a domain, of which there is at most one. */
export async function findActiveSite(
  pool: Pool,
  workspaceId: number,
  domain: string,
): Promise<Site | undefined> {
  const { rows } = await pool.query<SiteRow>(
    `SELECT ${SITE_COLUMNS} FROM sites.sites WHERE workspace_id = $1 AND domain = $2 AND deleted_at IS NULL`,
    [workspaceId, domain],
  );
  return rows[0] && siteFromRow(rows[0]);
}
