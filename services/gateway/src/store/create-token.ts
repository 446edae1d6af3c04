import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { ParsedToken } from '../domain/token-format';

export interface NewToken {
  readonly workspaceId: number;
  readonly token: ParsedToken;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Default: all sites. */
  readonly sites?: readonly number[];
  /** Unix milliseconds; default: never. */
  readonly expiresAtMs?: number;
}

/** Stores a token's hash. @returns its id and when it was made (Unix milliseconds); undefined without such a workspace. */
export async function createToken(
  db: Pool | PoolClient,
  { workspaceId, token, name, scopes, sites, expiresAtMs }: NewToken,
): Promise<{ readonly id: number; readonly createdAtMs: number } | undefined> {
  const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs);
  const { rows } = await db.query<{ id: string; created_at: Date }>(
    `INSERT INTO gateway.tokens (workspace_id, public_id, token_hash, name, scopes, sites, expires_at)
     SELECT id, $2, $3, $4, $5, $6, $7 FROM gateway.workspaces WHERE id = $1
     RETURNING id, created_at`,
    [workspaceId, token.publicId, token.hash, name, scopes, sites ?? null, expiresAt],
  );
  return rows[0] && { id: Number(rows[0].id), createdAtMs: rows[0].created_at.getTime() };
}
