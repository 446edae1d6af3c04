import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { ParsedToken } from '../domain/token-format';

/** A token to insert. Only its hash is stored. */
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

/** A token as the authentication reads it. */
export interface StoredToken {
  readonly id: number;
  readonly workspaceId: number;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
  /** Null: all sites of the workspace. */
  readonly sites: readonly number[] | null;
  /** Unix milliseconds, rounded down to the hour; null: never used. */
  readonly lastUsedAtMs: number | null;
}

/** A token as its workspace sees it, without the secret. Times: Unix milliseconds. */
export interface ListedToken {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
  /** Rounded down to the hour. */
  readonly lastUsedAtMs: number | null;
  /** Id of the token that a rotation created. */
  readonly replacedBy: number | null;
}

/** Times: Unix milliseconds. */
export interface TokenReplacement {
  readonly workspaceId: number;
  readonly id: number;
  /** The new secret. */
  readonly token: ParsedToken;
  readonly now: number;
  /** The old token expires then, unless it expires earlier. */
  readonly overlapEndsAt: number;
}

/** `replaced`: an earlier rotation has already replaced the token. */
export type ReplacedToken =
  | {
      readonly outcome: 'rotated';
      readonly id: number;
      readonly createdAtMs: number;
      readonly oldExpiresAtMs: number;
    }
  | { readonly outcome: 'not_found' | 'replaced' };

/** Stores a token. @returns its id and creation time (Unix milliseconds); undefined if the workspace does not exist. */
export async function insertToken(
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

/** The token with this public id, unless it is revoked. Takes no workspace id: the token determines the workspace. */
export async function findToken(db: Pool, publicId: string): Promise<StoredToken | undefined> {
  const { rows } = await db.query<{
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

/** The workspace's tokens that are not revoked, ordered by id. Includes expired tokens. */
export async function findTokensOfWorkspace(db: Pool, workspaceId: number): Promise<ListedToken[]> {
  const { rows } = await db.query<{
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

/** Revokes a token permanently at `now` (Unix milliseconds). @returns false if the workspace has no such active token. */
export async function updateTokenRevoked(
  db: Pool,
  { workspaceId, id, now }: { readonly workspaceId: number; readonly id: number; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE gateway.tokens SET revoked_at = $3
     WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL`,
    [workspaceId, id, new Date(now)],
  );
  return rowCount === 1;
}

const HOUR_MS = 3_600_000;

/** `now` rounded down to the hour (Unix milliseconds): the resolution of `last_used_at`. */
export function startOfHour(now: number): number {
  return now - (now % HOUR_MS);
}

/** Records that a token was used in the hour of `now`; keeps a later hour. Takes no workspace id: the caller sent the token. */
export async function updateTokenUsed(db: Pool, tokenId: number, now: number): Promise<void> {
  await db.query(
    `UPDATE gateway.tokens SET last_used_at = $2
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`,
    [tokenId, new Date(startOfHour(now))],
  );
}

/** Creates a token with the same rights and limits the old token's life to the overlap. One of two concurrent calls wins. */
export async function replaceToken(
  db: Pool,
  { workspaceId, id, token, now, overlapEndsAt }: TokenReplacement,
): Promise<ReplacedToken> {
  return inTransaction(db, async (client) => {
    const old = await client.query<{ replaced_by: string | null }>(
      `SELECT replaced_by FROM gateway.tokens
       WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)
       FOR UPDATE`,
      [workspaceId, id, new Date(now)],
    );
    const [found] = old.rows;
    if (!found) return { outcome: 'not_found' };
    if (found.replaced_by !== null) return { outcome: 'replaced' };
    const inserted = await client.query<{ id: string; created_at: Date }>(
      `INSERT INTO gateway.tokens (workspace_id, public_id, token_hash, name, scopes, sites, expires_at)
       SELECT workspace_id, $3, $4, name, scopes, sites, expires_at FROM gateway.tokens
       WHERE workspace_id = $1 AND id = $2
       RETURNING id, created_at`,
      [workspaceId, id, token.publicId, token.hash],
    );
    const [successor] = inserted.rows;
    if (!successor) throw new Error(`Token ${id} disappeared although its row is locked.`);
    const ended = await client.query<{ expires_at: Date }>(
      `UPDATE gateway.tokens SET replaced_by = $3, expires_at = least(expires_at, $4)
       WHERE workspace_id = $1 AND id = $2 RETURNING expires_at`,
      [workspaceId, id, successor.id, new Date(overlapEndsAt)],
    );
    return {
      outcome: 'rotated',
      id: Number(successor.id),
      createdAtMs: successor.created_at.getTime(),
      oldExpiresAtMs: ended.rows[0]?.expires_at.getTime() ?? overlapEndsAt,
    };
  });
}
