import type { Pool } from '@headwater/kit/pg/pool';

/** A token as its workspace may see it: never its secret. Times: Unix milliseconds. */
export interface ListedToken {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
  /** To the hour. */
  readonly lastUsedAtMs: number | null;
  /** The token that took its place. */
  readonly replacedBy: number | null;
}

/** The workspace's tokens that were not revoked, by id; expired ones too. */
export async function listTokens(pool: Pool, workspaceId: number): Promise<ListedToken[]> {
  const { rows } = await pool.query<{
    id: string;
    name: string;
    scopes: string[];
    sites: string[] | null;
    expires_at: Date | null;
    created_at: Date;
    last_used_at: Date | null;
    replaced_by: string | null;
  }>(
    `SELECT id, name, scopes, sites, expires_at, created_at, last_used_at, replaced_by
     FROM gateway.tokens WHERE workspace_id = $1 AND revoked_at IS NULL ORDER BY id`,
    [workspaceId],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    scopes: row.scopes,
    sites: row.sites?.map(Number) ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    replacedBy: row.replaced_by === null ? null : Number(row.replaced_by),
  }));
}
