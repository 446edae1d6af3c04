import type { Pool } from '@headwater/kit/pg/pool';

/** What a sign-in is allowed, as its link has it. Times: Unix milliseconds. */
export interface NewSignInLink {
  readonly workspaceId: number;
  /** Null: made by the admin command. */
  readonly tokenId: number | null;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  readonly codeHash: Buffer;
  readonly expiresAtMs: number;
}

/** A session, with no more rights than its token has now. */
export interface StoredSession {
  readonly id: number;
  readonly workspaceId: number;
  readonly tokenId: number | null;
  readonly scopes: readonly string[];
  readonly sites: readonly number[] | null;
  /** Its own end or its token's, whichever comes first. */
  readonly expiresAtMs: number;
}

/** The one-time use of a link. */
export interface Redemption {
  readonly codeHash: Buffer;
  /** Of the code and of the page's attempt: with both the link works once more, until `retryUntilMs`. */
  readonly attemptHash: Buffer | undefined;
  readonly retryUntilMs: number;
  readonly secretHash: Buffer;
  readonly now: number;
  readonly expiresAtMs: number;
}

/** One-time links and the sessions that they become. */
export interface DashboardSessions {
  /** @returns its id, which the session will have too; undefined without such a workspace. */
  createLink(link: NewSignInLink): Promise<number | undefined>;
  /** Makes a link a session; of any number who try at once one succeeds. The same attempt again gets a new secret for it. */
  redeem(redemption: Redemption): Promise<StoredSession | undefined>;
  find(secretHash: Buffer, now: number): Promise<StoredSession | undefined>;
  end(workspaceId: number, id: number): Promise<void>;
  /** Ends every session and unused link of the workspace. */
  endAll(workspaceId: number): Promise<void>;
  /** Ends those that have the token, the scopes and the sites of one session, and so can not do more than it. */
  endAlike(workspaceId: number, id: number): Promise<void>;
  sweep(now: number): Promise<void>;
}

export function createDashboardSessions(pool: Pool): DashboardSessions {
  return {
    createLink: (link) => createSignInLink(pool, link),
    redeem: (redemption) => redeem(pool, redemption),
    find: (secretHash, now) => findSession(pool, secretHash, now),
    end: async (workspaceId, id) => {
      await pool.query('DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]);
    },
    endAll: async (workspaceId) => {
      await pool.query('DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1', [workspaceId]);
    },
    endAlike: async (workspaceId, id) => {
      await pool.query(
        `DELETE FROM gateway.dashboard_sessions other USING gateway.dashboard_sessions own
         WHERE own.workspace_id = $1 AND own.id = $2 AND other.workspace_id = $1
           AND (other.token_id, other.scopes, other.sites) IS NOT DISTINCT FROM (own.token_id, own.scopes, own.sites)`,
        [workspaceId, id],
      );
    },
    sweep: async (now) => {
      await pool.query('DELETE FROM gateway.dashboard_sessions WHERE expires_at <= $1', [new Date(now)]);
    },
  };
}

async function redeem(
  pool: Pool,
  { codeHash, attemptHash, secretHash, now, expiresAtMs, retryUntilMs }: Redemption,
): Promise<StoredSession | undefined> {
  const attempt = attemptHash ? [attemptHash, new Date(retryUntilMs)] : [null, null];
  const { rowCount } = await pool.query(
    `UPDATE gateway.dashboard_sessions SET code_hash = NULL, secret_hash = $2, expires_at = $3,
       attempt_hash = $5, attempt_until = coalesce(attempt_until, $6)
     WHERE (code_hash = $1 AND expires_at > $4) OR (attempt_hash = $5 AND attempt_until > $4)`,
    [codeHash, secretHash, new Date(expiresAtMs), new Date(now), ...attempt],
  );
  return rowCount === 1 ? findSession(pool, secretHash, now) : undefined;
}

/** Stores a link's hash. @returns its id; undefined without such a workspace. */
export async function createSignInLink(
  pool: Pool,
  { workspaceId, tokenId, scopes, sites, codeHash, expiresAtMs }: NewSignInLink,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO gateway.dashboard_sessions (workspace_id, token_id, scopes, sites, code_hash, expires_at)
     SELECT id, $2, $3, $4, $5, $6 FROM gateway.workspaces WHERE id = $1 RETURNING id`,
    [workspaceId, tokenId, scopes, sites, codeHash, new Date(expiresAtMs)],
  );
  return rows[0] && Number(rows[0].id);
}

/** The session of a cookie, unless it or its token has ended. Without a workspace, as `findToken` is and for its reason. */
async function findSession(pool: Pool, secretHash: Buffer, now: number): Promise<StoredSession | undefined> {
  const { rows } = await pool.query<{
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
