import type { Db } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';

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
  readonly browser: string;
  /** Unix milliseconds; null: the session began before they were recorded. */
  readonly signedInAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** When sessions are read. */
export interface SessionsAt {
  /** Unix milliseconds. */
  readonly now: number;
  /** A session that is unused for so long has ended. */
  readonly idleMs: number;
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
  readonly browser: string;
}

/** Stores a link's hash. @returns its id, which the session keeps; undefined if the workspace does not exist. */
export async function insertSignInLink(
  db: Db,
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
  db: Db,
  { codeHash, attemptHash, secretHash, now, expiresAtMs, retryUntilMs, browser }: Redemption,
): Promise<StoredSession | undefined> {
  const attempt = attemptHash ? [attemptHash, new Date(retryUntilMs)] : [null, null];
  const { rowCount } = await acrossWorkspaces(() =>
    db.query(
      `UPDATE gateway.dashboard_sessions SET code_hash = NULL, secret_hash = $2, expires_at = $3,
         attempt_hash = $5, attempt_until = coalesce(attempt_until, $6), signed_in_at = $4, last_used_at = $4, browser = $7
       WHERE (code_hash = $1 AND expires_at > $4) OR (attempt_hash = $5 AND attempt_until > $4)`,
      [codeHash, secretHash, new Date(expiresAtMs), new Date(now), ...attempt, browser],
    ),
  );
  return rowCount === 1 ? findSession(db, secretHash, { now, idleMs: Infinity }) : undefined;
}

/** Of sessions `s` with their tokens `t`: rights never exceed those of the token. */
const COLUMNS = `s.id, s.workspace_id, s.token_id, s.sites, least(s.expires_at, t.expires_at) AS expires_at, s.signed_in_at,
  s.last_used_at, s.browser, CASE WHEN t.id IS NULL THEN s.scopes
    ELSE ARRAY(SELECT scope FROM unnest(s.scopes) AS scope WHERE scope = ANY (t.scopes)) END AS scopes`;
const WITH_TOKEN = 'gateway.dashboard_sessions s LEFT JOIN gateway.tokens t ON t.id = s.token_id';
/** $2: now; $3: the last use of a session that has just ended. */
const IS_ACTIVE = `t.revoked_at IS NULL AND least(s.expires_at, t.expires_at) > $2
  AND (s.last_used_at IS NULL OR s.last_used_at > $3)`;

interface Row {
  readonly id: string;
  readonly workspace_id: string;
  readonly token_id: string | null;
  readonly scopes: string[];
  readonly sites: string[] | null;
  readonly expires_at: Date;
  readonly signed_in_at: Date | null;
  readonly last_used_at: Date | null;
  readonly browser: string | null;
}

function sessionOf(row: Row): StoredSession {
  return {
    id: Number(row.id),
    workspaceId: Number(row.workspace_id),
    tokenId: row.token_id === null ? null : Number(row.token_id),
    scopes: row.scopes,
    sites: row.sites?.map(Number) ?? null,
    expiresAtMs: row.expires_at.getTime(),
    browser: row.browser ?? 'Unknown browser',
    signedInAtMs: row.signed_in_at?.getTime() ?? null,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  };
}

function timesOf({ now, idleMs }: SessionsAt): [Date, Date] {
  return [new Date(now), new Date(Math.max(0, now - idleMs))];
}

/**
 * The session of a cookie, unless it is idle, or it or its token has expired or is revoked. Takes no workspace id: the cookie
 * determines the workspace.
 */
export async function findSession(
  db: Db,
  secretHash: Buffer,
  at: SessionsAt,
): Promise<StoredSession | undefined> {
  const { rows } = await acrossWorkspaces(() =>
    db.query<Row>({
      name: 'find-session',
      text: `SELECT ${COLUMNS} FROM ${WITH_TOKEN} WHERE s.secret_hash = $1 AND ${IS_ACTIVE}`,
      values: [secretHash, ...timesOf(at)],
    }),
  );
  return rows[0] && sessionOf(rows[0]);
}

/** The active sessions of a workspace, by id; without unused links. */
export async function findSessionsOfWorkspace(
  db: Db,
  workspaceId: number,
  at: SessionsAt,
): Promise<StoredSession[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM ${WITH_TOKEN}
     WHERE s.workspace_id = $1 AND s.secret_hash IS NOT NULL AND ${IS_ACTIVE} ORDER BY s.id`,
    [workspaceId, ...timesOf(at)],
  );
  return rows.map(sessionOf);
}

/** Records the use of a session at `now` (Unix milliseconds); keeps a later use. */
export async function updateSessionUsed(
  db: Db,
  { workspaceId, id, now }: { readonly workspaceId: number; readonly id: number; readonly now: number },
): Promise<void> {
  await db.query(
    `UPDATE gateway.dashboard_sessions SET last_used_at = greatest(last_used_at, $3)
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, new Date(now)],
  );
}

/** Ends a session or deletes an unused link. @returns 0 if the workspace has none with this id */
export async function deleteSession(db: Db, workspaceId: number, id: number): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  return rowCount ?? 0;
}

/** Deletes all sessions and unused links of the workspace, except one session. @returns their number. */
export async function deleteSessionsOfWorkspace(
  db: Db,
  workspaceId: number,
  exceptId?: number,
): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM gateway.dashboard_sessions WHERE workspace_id = $1 AND id IS DISTINCT FROM $2::bigint',
    [workspaceId, exceptId ?? null],
  );
  return rowCount ?? 0;
}

/** Deletes the sessions and unused links with the same token, scopes and sites as one session, and that session. */
export async function deleteSessionsWithSameRights(db: Db, workspaceId: number, id: number): Promise<void> {
  await db.query(
    `DELETE FROM gateway.dashboard_sessions other USING gateway.dashboard_sessions own
     WHERE own.workspace_id = $1 AND own.id = $2 AND other.workspace_id = $1
       AND (other.token_id, other.scopes, other.sites) IS NOT DISTINCT FROM (own.token_id, own.scopes, own.sites)`,
    [workspaceId, id],
  );
}

/** Deletes expired and idle sessions, and expired links. */
export async function deleteExpiredSessions(db: Db, at: SessionsAt): Promise<void> {
  await db.query(
    'DELETE FROM gateway.dashboard_sessions WHERE expires_at <= $1 OR last_used_at <= $2',
    timesOf(at),
  );
}
