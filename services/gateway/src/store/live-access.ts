import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Pool } from '@headwater/kit/pg/pool';

/** The tokens and share links that worked at a time. Contains ids only, nothing that gives access. */
export interface LiveAccess {
  /** ISO 8601, from the clock of the database. */
  readonly at: string;
  readonly tokens: readonly { readonly publicId: string; readonly expiresAt: string | null }[];
  readonly shareLinks: readonly number[];
}

/** Numbers of ended tokens, share links and dashboard sessions. */
export interface EndedAccess {
  readonly tokens: number;
  readonly shareLinks: number;
  readonly sessions: number;
}

/** Lists the tokens and share links of all workspaces that work now. */
export async function listLiveAccess(db: Pool): Promise<LiveAccess> {
  const { rows } = await db.query<{ live: LiveAccess }>(
    `SELECT json_build_object(
       'at', to_json(now()),
       'tokens', (SELECT coalesce(json_agg(json_build_object('publicId', public_id, 'expiresAt', expires_at) ORDER BY id), '[]')
                    FROM gateway.tokens WHERE revoked_at IS NULL AND coalesce(expires_at > now(), true)),
       'shareLinks', (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM gateway.share_links)) AS live`,
  );
  if (!rows[0]) throw new Error('Postgres returned no list.');
  return rows[0].live;
}

/**
 * Ends access that a restored backup contains although it had ended: tokens and share links that are older than the list and not
 * on it, and all dashboard sessions and sign-in links. Tokens get the expiry of the list, if it is earlier. A repeat changes nothing.
 *
 * @returns undefined, without a change, if the database has none of the tokens of the list: it belongs to another installation.
 */
export function endOtherAccess(db: Pool, live: LiveAccess): Promise<EndedAccess | undefined> {
  return inTransaction(db, async (client) => {
    const ids = live.tokens.map(({ publicId }) => publicId);
    const shared = await client.query(
      'SELECT 1 FROM gateway.tokens WHERE public_id = ANY ($1::text[]) LIMIT 1',
      [ids],
    );
    if (shared.rowCount === 0) return undefined;
    const tokens = await client.query(
      `UPDATE gateway.tokens SET revoked_at = now()
       WHERE created_at <= $1 AND revoked_at IS NULL AND public_id <> ALL ($2::text[])`,
      [live.at, ids],
    );
    await client.query(
      `UPDATE gateway.tokens AS t SET expires_at = live.expires_at
         FROM unnest($1::text[], $2::timestamptz[]) AS live (public_id, expires_at)
        WHERE t.public_id = live.public_id AND live.expires_at < coalesce(t.expires_at, 'infinity')`,
      [ids, live.tokens.map(({ expiresAt }) => expiresAt)],
    );
    const shareLinks = await client.query(
      'DELETE FROM gateway.share_links WHERE created_at <= $1 AND id <> ALL ($2::bigint[])',
      [live.at, live.shareLinks],
    );
    const sessions = await client.query('DELETE FROM gateway.dashboard_sessions');
    return {
      tokens: tokens.rowCount ?? 0,
      shareLinks: shareLinks.rowCount ?? 0,
      sessions: sessions.rowCount ?? 0,
    };
  });
}
