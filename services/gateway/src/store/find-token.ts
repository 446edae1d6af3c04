import type { Pool } from '@headwater/kit/pg/pool';

export interface StoredToken {
  readonly id: number;
  readonly workspaceId: number;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
  /** Null: all sites of the workspace. */
  readonly sites: readonly number[] | null;
  /** Unix milliseconds, to the hour; null: never used. */
  readonly lastUsedAtMs: number | null;
}

/**
 * The token of a public id unless it was revoked. The one read without a workspace: it is how a caller's workspace becomes known.
 */
export async function findToken(pool: Pool, publicId: string): Promise<StoredToken | undefined> {
  const { rows } = await pool.query<{
    id: string;
    workspace_id: string;
    token_hash: Buffer;
    scopes: string[];
    expires_at: Date | null;
    sites: string[] | null;
    last_used_at: Date | null;
  }>({
    name: 'find-token',
    text: `SELECT id, workspace_id, token_hash, scopes, expires_at, sites, last_used_at
             FROM gateway.tokens WHERE public_id = $1 AND revoked_at IS NULL`,
    values: [publicId],
  });
  const row = rows[0];
  return (
    row && {
      id: Number(row.id),
      workspaceId: Number(row.workspace_id),
      hash: row.token_hash,
      scopes: row.scopes,
      expiresAtMs: row.expires_at?.getTime() ?? null,
      sites: row.sites?.map(Number) ?? null,
      lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    }
  );
}
