import type { Db } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
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
  /** The token that creates it. Default: the admin command or the start. */
  readonly createdBy?: number;
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
  /** Id of the token that created it. */
  readonly createdBy: number | null;
}

/** Stores a token. @returns its id and creation time (Unix milliseconds); undefined if the workspace does not exist. */
export async function insertToken(
  db: Db,
  { workspaceId, token, name, scopes, sites, expiresAtMs, createdBy }: NewToken,
): Promise<{ readonly id: number; readonly createdAtMs: number } | undefined> {
  const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs);
  const { rows } = await db.query<{ id: string; created_at: Date }>(
    `INSERT INTO gateway.tokens (workspace_id, public_id, token_hash, name, scopes, sites, expires_at, created_by)
     SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM gateway.workspaces WHERE id = $1
     RETURNING id, created_at`,
    [workspaceId, token.publicId, token.hash, name, scopes, sites ?? null, expiresAt, createdBy ?? null],
  );
  return rows[0] && { id: Number(rows[0].id), createdAtMs: rows[0].created_at.getTime() };
}

/** The token with this public id, unless it is revoked. Takes no workspace id: the token determines the workspace. */
export async function findToken(db: Db, publicId: string): Promise<StoredToken | undefined> {
  const { rows } = await acrossWorkspaces(() =>
    db.query<{
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
    }),
  );
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
export async function findTokensOfWorkspace(db: Db, workspaceId: number): Promise<ListedToken[]> {
  const { rows } = await db.query<{
    id: string;
    name: string;
    scopes: string[];
    sites: string[] | null;
    expires_at: Date | null;
    created_at: Date;
    last_used_at: Date | null;
    replaced_by: string | null;
    created_by: string | null;
  }>(
    `SELECT id, name, scopes, sites, expires_at, created_at, last_used_at, replaced_by, created_by
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
    createdBy: row.created_by === null ? null : Number(row.created_by),
  }));
}

const HOUR_MS = 3_600_000;

/** `now` rounded down to the hour (Unix milliseconds): the resolution of `last_used_at`. */
export function startOfHour(now: number): number {
  return now - (now % HOUR_MS);
}

/** Records that a token was used in the hour of `now`; keeps a later hour. Takes no workspace id: the caller sent the token. */
export async function updateTokenUsed(db: Db, tokenId: number, now: number): Promise<void> {
  await db.query(
    `UPDATE gateway.tokens SET last_used_at = $2
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`,
    [tokenId, new Date(startOfHour(now))],
  );
}
