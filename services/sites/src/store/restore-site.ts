import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { getActiveSite } from './get-active-site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

export type Restored =
  | { readonly outcome: 'active'; readonly site: Site }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'domain_in_use' };

const UNIQUE_VIOLATION = '23505';

/**
 * Takes a site out of the bin unless it is due for purge at `now` (Unix milliseconds). The unique index decides a race
 * with a create of its domain. A site that is active already stays so: a repeated call answers as the first did.
 */
export async function restoreSite(
  pool: Pool,
  workspaceId: number,
  id: number,
  now: number,
): Promise<Restored> {
  try {
    const { rows } = await pool.query<SiteRow>(
      `UPDATE sites.sites SET deleted_at = NULL, purge_at = NULL
       WHERE workspace_id = $1 AND id = $2 AND purge_at > $3 AND purge_began_at IS NULL
       RETURNING ${SITE_COLUMNS}`,
      [workspaceId, id, new Date(now)],
    );
    const site = rows[0] ? siteFromRow(rows[0]) : await getActiveSite(pool, workspaceId, id);
    return site ? { outcome: 'active', site } : { outcome: 'not_found' };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return { outcome: 'domain_in_use' };
    throw error;
  }
}
