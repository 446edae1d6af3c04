import type { Pool } from '@headwater/kit/pg/pool';

/** A link, and what analytics calls its visitor. */
export interface KeyedLink {
  /** A bigint, as pg gives it. */
  readonly profileId: string;
  readonly anonymousId: string;
  readonly visitorKey: Buffer;
}

/** Fills in the keys of links from before there were any. They are locked in the order of ids, as everywhere. */
export async function putVisitorKeys(
  pool: Pool,
  workspaceId: number,
  links: readonly KeyedLink[],
): Promise<void> {
  if (links.length === 0) return;
  await pool.query({
    name: 'put-visitor-keys',
    text: `WITH locked AS (
             SELECT l.profile_id, l.anonymous_id, told.visitor_key
               FROM unnest($2::bigint[], $3::text[], $4::bytea[]) AS told (profile_id, anonymous_id, visitor_key)
               JOIN identity.links AS l USING (profile_id, anonymous_id)
              WHERE l.workspace_id = $1 AND l.visitor_key IS NULL
              ORDER BY l.profile_id, l.anonymous_id FOR NO KEY UPDATE OF l)
           UPDATE identity.links SET visitor_key = locked.visitor_key
             FROM locked
            WHERE links.workspace_id = $1 AND links.profile_id = locked.profile_id
              AND links.anonymous_id = locked.anonymous_id`,
    values: [
      workspaceId,
      links.map(({ profileId }) => profileId),
      links.map(({ anonymousId }) => anonymousId),
      links.map(({ visitorKey }) => visitorKey),
    ],
  });
}
