import type { Pool } from '@headwater/kit/pg/pool';

/** Ends a token for ever, at `now` (Unix milliseconds). @returns false when the workspace has no such token, or no more. */
export async function revokeToken(
  pool: Pool,
  workspaceId: number,
  id: number,
  now: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE gateway.tokens SET revoked_at = $3
     WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL`,
    [workspaceId, id, new Date(now)],
  );
  return rowCount === 1;
}
