import type { Pool } from '@headwater/kit/pg/pool';

/** A sign-in link and the rights of its session. Times: Unix milliseconds. */
export interface NewSignInLink {
  readonly workspaceId: number;
  /** Null: created by the admin command. */
  readonly tokenId: number | null;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  readonly codeHash: Buffer;
  readonly expiresAtMs: number;
}

/** A session. Its scopes are limited to the current scopes of its token. */
export interface StoredSession {
  readonly id: number;
  readonly workspaceId: number;
  readonly tokenId: number | null;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  /** Unix milliseconds; the earlier of the session's and its token's expiry. */
  readonly expiresAtMs: number;
}

/** One use of a sign-in link. Times: Unix milliseconds. */
export interface Redemption {
  readonly codeHash: Buffer;
  /** Hash of the code and the page's attempt secret. The same attempt may redeem the link again until `retryUntilMs`. */
  readonly attemptHash: Buffer | undefined;
  readonly retryUntilMs: number;
  readonly secretHash: Buffer;
  readonly now: number;
  readonly expiresAtMs: number;
}

/** Stores a link's hash. @returns its id, which the session keeps; undefined if the workspace does not exist. */
export async function insertSignInLink(
  db: Pool,
  { workspaceId, tokenId, scopes, sites, codeHash, expiresAtMs }: NewSignInLink,
): Promise<number | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO gateway.dashboard_sessions (workspace_id, token_id, scopes, sites, code_hash, expires_at)
     SELECT id, $2, $3, $4, $5, $6 FROM gateway.workspaces WHERE id = $1 RETURNING id`,
    [workspaceId, tokenId, scopes, sites, codeHash, new Date(expiresAtMs)],
  );
  return rows[0] && Number(rows[0].id);
}

/**
 * Turns a link into a session; one of several concurrent calls succeeds. A repeat of the same attempt replaces the
 * session's secret. @returns undefined if the link is unknown, used or expired.
 */
export async function redeemSignInLink(
  db: Pool,
  { codeHash, attemptHash, secretHash, now, expiresAtMs, retryUntilMs }: Redemption,
): Promise<StoredSession | undefined> {
  const attempt = attemptHash ? [attemptHash, new Date(retryUntilMs)] : [null, null];
  const { rowCount } = await db.query(
    `UPDATE gateway.dashboard_sessions SET code_hash = NULL, secret_hash = $2, expires_at = $3,
       attempt_hash = $5, attempt_until = coalesce(attempt_until, $6)
     WHERE (code_hash = $1 AND expires_at > $4) OR (attempt_hash = $5 AND attempt_until > $4)`,
    [codeHash, secretHash, new Date(expiresAtMs), new Date(now), ...attempt],
  );
  return rowCount === 1 ? findSession(db, secretHash, now) : undefined;
}

/**
 * The session of a cookie, unless it or its token has expired or is revoked. Takes no workspace id: the cookie determines
 * the workspace.
 */
export async function findSession(
  db: Pool,
  secretHash: Buffer,
  now: number,
): Promise<StoredSession | undefined> {
  const { rows } = await db.query<{
    id: string;
    workspace_id: string;
    token_id: string | null;
    scopes: string[];
    sites: string[] | null;
    expires_at: Date;
  }>({
    name: 'find-session',
    text: `SELECT s.id, s.workspace_id, s.token_id, s.sites, least(s.expires_at, t.expires_at) AS expires_at,
             CASE WHEN t.id IS NULL THEN s.scopes
               ELSE ARRAY(SELECT scope FROM unnest(s.scopes) AS scope WHERE scope = ANY (t.scopes)) END AS scopes
           FROM gateway.dashboard_sessions s LEFT JOIN gateway.tokens t ON t.id = s.token_id
           WHERE s.secret_hash = $1 AND t.revoked_at IS NULL AND least(s.expires_at, t.expires_at) > $2`,
    values: [secretHash, new Date(now)],
  });
  const row = rows[0];
  return (
    row && {
      id: Number(row.id),
      workspaceId: Number(row.workspace_id),
      tokenId: row.token_id === null ? null : Number(row.token_id),
      scopes: row.scopes,
      sites: row.sites?.map(Number) ?? null,
      expiresAtMs: row.expires_at.getTime(),
    }
  );
}

export async function deleteSession(db: Pool, workspaceId: number, id: number): Promise<void> {
  await db.query('DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    id,
  ]);
}

/** Deletes all sessions and unused links of the workspace. */
export async function deleteSessionsOfWorkspace(db: Pool, workspaceId: number): Promise<void> {
  await db.query('DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1', [workspaceId]);
}

/** Deletes the sessions and unused links with the same token, scopes and sites as one session, and that session. */
export async function deleteSessionsWithSameRights(db: Pool, workspaceId: number, id: number): Promise<void> {
  await db.query(
    `DELETE FROM gateway.dashboard_sessions other USING gateway.dashboard_sessions own
     WHERE own.workspace_id = $1 AND own.id = $2 AND other.workspace_id = $1
       AND (other.token_id, other.scopes, other.sites) IS NOT DISTINCT FROM (own.token_id, own.scopes, own.sites)`,
    [workspaceId, id],
  );
}

/** Deletes expired sessions and links. @param now Unix milliseconds */
export async function deleteExpiredSessions(db: Pool, now: number): Promise<void> {
  await db.query('DELETE FROM gateway.dashboard_sessions WHERE expires_at <= $1', [new Date(now)]);
}
