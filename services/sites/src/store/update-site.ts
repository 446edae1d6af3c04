import type { Pool } from '@headwater/kit/pg/pool';
import type { Site, SiteChanges } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/** Changes what is present, in one statement, and gives the whole site; undefined when the workspace has no such active site. */
export async function updateSite(
  pool: Pool,
  workspaceId: number,
  id: number,
  changes: SiteChanges,
): Promise<Site | undefined> {
  const { rows } = await pool.query<SiteRow>(
    `UPDATE sites.sites SET
       name = coalesce($3, name),
       timezone = coalesce($4, timezone),
       categories = coalesce($5, categories),
       tags = coalesce($6, tags)
     WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL
     RETURNING ${SITE_COLUMNS}`,
    [workspaceId, id, changes.name, changes.timezone, changes.categories, changes.tags],
  );
  return rows[0] && siteFromRow(rows[0]);
}
