import type { Db, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { ParsedToken } from '../domain/token-format';
import { insertToken, type NewToken } from './tokens';

/** Why a token can't be created or rotated. `expires_earlier`: the creator expires before the new token would. */
export type RefusedChange =
  | { readonly outcome: 'not_found' | 'replaced' | 'creator_revoked' | 'too_many' }
  | { readonly outcome: 'expires_earlier'; readonly creatorExpiresAtMs: number };

/** A stored token. Times: Unix milliseconds. */
export interface CreatedToken {
  readonly outcome: 'created';
  readonly id: number;
  readonly createdAtMs: number;
  /** Null: never. */
  readonly expiresAtMs: number | null;
}

/** Times: Unix milliseconds. */
export interface TokenCreation extends NewToken {
  readonly now: number;
  /** Active tokens of a workspace. */
  readonly maxTokens: number;
}

/** Stores a token that lives no longer than its creator: by default as long. */
export async function createToken(db: Db, creation: TokenCreation): Promise<CreatedToken | RefusedChange> {
  const { workspaceId, now, createdBy = null, maxTokens } = creation;
  return inTransaction(db, async (client) => {
    await lockTokens(client, workspaceId);
    const creator = await findCreator(client, { workspaceId, id: createdBy, now });
    if (!creator) return { outcome: 'creator_revoked' };
    const { expiresAtMs = creator.expiresAtMs } = creation;
    if (outlives(expiresAtMs, creator)) return refusalOf(creator);
    if ((await countActive(client, workspaceId, now)) >= maxTokens) return { outcome: 'too_many' };
    const inserted = await insertToken(client, {
      ...creation,
      ...(expiresAtMs === null ? {} : { expiresAtMs }),
    });
    if (!inserted) throw new Error(`Workspace ${workspaceId} does not exist.`);
    return { outcome: 'created', ...inserted, expiresAtMs };
  });
}

/** Times: Unix milliseconds. */
export interface TokenRotation {
  readonly workspaceId: number;
  readonly id: number;
  /** The new secret. */
  readonly token: ParsedToken;
  readonly now: number;
  /** The old token expires then, unless it expires earlier. */
  readonly overlapEndsAt: number;
  /** The token that rotates it; null: a session of the admin command. */
  readonly rotatedBy: number | null;
  /** Active tokens of a workspace. */
  readonly maxTokens: number;
}

/**
 * Creates a token with the same rights and limits the old token's life to the overlap. Tokens that the old one created stay its
 * own: revoking it later still revokes them. `replaced`: an earlier rotation has already replaced the token.
 */
export async function rotateToken(
  db: Db,
  { workspaceId, id, token, now, overlapEndsAt, rotatedBy, maxTokens }: TokenRotation,
): Promise<(CreatedToken & { readonly oldExpiresAtMs: number }) | RefusedChange> {
  return inTransaction(db, async (client) => {
    await lockTokens(client, workspaceId);
    const rotator = await findCreator(client, { workspaceId, id: rotatedBy, now });
    if (!rotator) return { outcome: 'creator_revoked' };
    const old = await client.query<{
      name: string;
      scopes: string[];
      sites: string[] | null;
      expires_at: Date | null;
      replaced_by: string | null;
      created_by: string | null;
    }>(
      `SELECT name, scopes, sites, expires_at, replaced_by, created_by FROM gateway.tokens
       WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`,
      [workspaceId, id, new Date(now)],
    );
    const [found] = old.rows;
    if (!found) return { outcome: 'not_found' };
    if (found.replaced_by !== null) return { outcome: 'replaced' };
    const expiresAtMs = found.expires_at?.getTime() ?? null;
    if (rotatedBy !== id && outlives(expiresAtMs, rotator)) return refusalOf(rotator);
    // Without an overlap, the old token makes room for the new one.
    const active = await countActive(client, workspaceId, now);
    if (active >= maxTokens + Number(overlapEndsAt <= now)) return { outcome: 'too_many' };
    // A token that rotates itself keeps its creator. Otherwise, the caller knows the new secret and becomes its creator.
    const createdBy = rotatedBy === id ? found.created_by : rotatedBy;
    const successor = await insertToken(client, {
      workspaceId,
      token,
      name: found.name,
      scopes: found.scopes,
      ...(found.sites === null ? {} : { sites: found.sites.map(Number) }),
      ...(expiresAtMs === null ? {} : { expiresAtMs }),
      ...(createdBy === null ? {} : { createdBy: Number(createdBy) }),
    });
    if (!successor) throw new Error(`Workspace ${workspaceId} does not exist.`);
    const ended = await client.query<{ expires_at: Date }>(
      `UPDATE gateway.tokens SET replaced_by = $3, expires_at = least(expires_at, $4)
       WHERE workspace_id = $1 AND id = $2 RETURNING expires_at`,
      [workspaceId, id, successor.id, new Date(overlapEndsAt)],
    );
    const oldExpiresAtMs = ended.rows[0]?.expires_at.getTime() ?? overlapEndsAt;
    return { outcome: 'created', ...successor, expiresAtMs, oldExpiresAtMs };
  });
}

/**
 * Revokes a token permanently at `now` (Unix milliseconds), with all tokens that it and these have created. The tokens that its
 * predecessor created after the rotation count as its own: during the overlap, both secrets act for one caller.
 *
 * @returns the ids of the revoked tokens, the requested one first; empty if the workspace has no such token that is not revoked.
 */
export async function revokeToken(
  db: Db,
  { workspaceId, id, now }: { readonly workspaceId: number; readonly id: number; readonly now: number },
): Promise<number[]> {
  return inTransaction(db, async (client) => {
    await lockTokens(client, workspaceId);
    const { rows } = await client.query<{ id: string }>(
      `WITH RECURSIVE revoked AS (
         SELECT id, created_at FROM gateway.tokens WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL
         UNION
         SELECT token.id, token.created_at FROM revoked
         LEFT JOIN gateway.tokens old ON old.workspace_id = $1 AND old.replaced_by = revoked.id
         JOIN gateway.tokens token ON token.created_by = revoked.id
           OR (token.created_by = old.id AND token.created_at >= revoked.created_at)
         WHERE token.workspace_id = $1
       )
       UPDATE gateway.tokens SET revoked_at = $3
       WHERE id IN (SELECT id FROM revoked) AND revoked_at IS NULL RETURNING id`,
      [workspaceId, id, new Date(now)],
    );
    const ids = rows.map((row) => Number(row.id));
    return ids.sort((a, b) => Number(b === id) - Number(a === id) || a - b);
  });
}

async function countActive(client: PoolClient, workspaceId: number, now: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM gateway.tokens
     WHERE workspace_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [workspaceId, new Date(now)],
  );
  return Number(rows[0]?.count);
}

/** Serialises changes of a workspace's tokens until the commit. Queries and other tables are not affected. */
async function lockTokens(client: PoolClient, workspaceId: number): Promise<void> {
  await client.query('SELECT FROM gateway.workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
}

interface Creator {
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

/** The creator of a token; undefined if it was revoked or has expired since the request was authenticated. */
async function findCreator(
  client: PoolClient,
  {
    workspaceId,
    id,
    now,
  }: { readonly workspaceId: number; readonly id: number | null; readonly now: number },
): Promise<Creator | undefined> {
  if (id === null) return { expiresAtMs: null };
  const { rows } = await client.query<{ expires_at: Date | null }>(
    `SELECT expires_at FROM gateway.tokens
     WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`,
    [workspaceId, id, new Date(now)],
  );
  return rows[0] && { expiresAtMs: rows[0].expires_at?.getTime() ?? null };
}

function outlives(expiresAtMs: number | null, creator: Creator): boolean {
  return creator.expiresAtMs !== null && (expiresAtMs === null || expiresAtMs > creator.expiresAtMs);
}

function refusalOf({ expiresAtMs }: Creator): RefusedChange {
  return { outcome: 'expires_earlier', creatorExpiresAtMs: expiresAtMs ?? 0 };
}
