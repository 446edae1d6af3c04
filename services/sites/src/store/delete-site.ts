import type { Pool } from '@headwater/kit/pg/pool';
import { tellOf } from './tell-of';

/**
 * Moves an active site to the bin. False when the workspace has no such active site.
 *
 * @param bin Unix milliseconds.
 */
export async function deleteSite(
  pool: Pool,
  workspaceId: number,
  id: number,
  bin: { readonly deletedAt: number; readonly purgeAt: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH binned AS (
       UPDATE sites.sites SET deleted_at = $3, purge_at = $4
       WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING *
     )
     ${tellOf('binned', 'site.deleted', 'deleted_at')}`,
    [workspaceId, id, new Date(bin.deletedAt), new Date(bin.purgeAt)],
  );
  return rowCount === 1;
}
