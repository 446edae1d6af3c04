import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Pool } from '@headwater/kit/pg/pool';

/** The tokens and share links that worked at a time. Contains ids, pages and times, nothing that gives access. */
export interface LiveAccess {
  /** ISO 8601, from the clock of the database. */
  readonly at: string;
  readonly tokens: readonly { readonly publicId: string; readonly expiresAt: string | null }[];
  readonly shareLinks: readonly {
    readonly id: number;
    /** Null: in a list of an earlier version. */
    readonly page: string | null;
    readonly expiresAt: string | null;
  }[];
}

/** Numbers of ended tokens, share links and dashboard sessions. */
export interface EndedAccess {
  readonly tokens: number;
  readonly shareLinks: number;
  readonly sessions: number;
  /** The workspaces whose access changed. */
  readonly workspaceIds: readonly number[];
}

/** Lists the tokens and share links of all workspaces that work now. */
export async function listLiveAccess(db: Pool): Promise<LiveAccess> {
  const { rows } = await db.query<{ live: LiveAccess }>(
    `SELECT json_build_object(
       'at', to_json(now()),
       'tokens', (SELECT coalesce(json_agg(json_build_object('publicId', public_id, 'expiresAt', expires_at) ORDER BY id), '[]')
                    FROM gateway.tokens WHERE revoked_at IS NULL AND coalesce(expires_at > now(), true)),
       'shareLinks', (SELECT coalesce(json_agg(json_build_object('id', id, 'page', page, 'expiresAt', expires_at) ORDER BY id), '[]')
                        FROM gateway.share_links)) AS live`,
  );
  if (!rows[0]) throw new Error('Postgres returned no list.');
  return rows[0].live;
}

/** Whether the database has a token of the list. Otherwise it may belong to another installation. */
export async function sharesToken(db: Pool, live: LiveAccess): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM gateway.tokens WHERE public_id = ANY ($1::text[]) LIMIT 1',
    [live.tokens.map(({ publicId }) => publicId)],
  );
  return rowCount === 1;
}

/**
 * Ends access that a restored backup contains although it had ended: tokens and share links that are older than the list and not
 * on it, and all dashboard sessions and sign-in links. Tokens and links get the expiry of the list, if it is earlier, and links its page. A repeat
 * changes nothing, unless a link has another page by then.
 */
export function endOtherAccess(db: Pool, live: LiveAccess): Promise<EndedAccess> {
  return inTransaction(db, async (client) => {
    const ids = live.tokens.map(({ publicId }) => publicId);
    const tokens = await client.query<Owned>(
      `UPDATE gateway.tokens SET revoked_at = now()
       WHERE created_at <= $1 AND revoked_at IS NULL AND public_id <> ALL ($2::text[]) RETURNING workspace_id`,
      [live.at, ids],
    );
    const shortened = await client.query<Owned>(
      `UPDATE gateway.tokens AS t SET expires_at = live.expires_at
         FROM unnest($1::text[], $2::timestamptz[]) AS live (public_id, expires_at)
        WHERE t.public_id = live.public_id AND live.expires_at < coalesce(t.expires_at, 'infinity') RETURNING t.workspace_id`,
      [ids, live.tokens.map(({ expiresAt }) => expiresAt)],
    );
    const shareLinks = await client.query<Owned>(
      'DELETE FROM gateway.share_links WHERE created_at <= $1 AND id <> ALL ($2::bigint[]) RETURNING workspace_id',
      [live.at, live.shareLinks.map(({ id }) => id)],
    );
    const changed = await client.query<Owned>(
      `UPDATE gateway.share_links AS l
          SET page = coalesce(live.page, l.page),
              view = CASE WHEN live.page <> l.page THEN '' ELSE l.view END,
              expires_at = least(l.expires_at, live.expires_at)
         FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS live (id, page, expires_at)
        WHERE l.id = live.id AND (live.page <> l.page OR live.expires_at < coalesce(l.expires_at, 'infinity'))
       RETURNING l.workspace_id`,
      [
        live.shareLinks.map(({ id }) => id),
        live.shareLinks.map(({ page }) => page),
        live.shareLinks.map(({ expiresAt }) => expiresAt),
      ],
    );
    const sessions = await client.query<Owned>(
      'DELETE FROM gateway.dashboard_sessions RETURNING workspace_id',
    );
    const ended = [tokens, shortened, shareLinks, changed, sessions].flatMap(({ rows }) => rows);
    return {
      tokens: tokens.rowCount ?? 0,
      shareLinks: shareLinks.rowCount ?? 0,
      sessions: sessions.rowCount ?? 0,
      workspaceIds: [...new Set(ended.map((row) => Number(row.workspace_id)))],
    };
  });
}

interface Owned {
  readonly workspace_id: string;
}
