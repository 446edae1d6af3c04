import type { Pool } from '@headwater/kit/pg/pool';

/** A link, and what analytics calls its visitor. */
export interface KeyedLink {
  /** A bigint, as pg gives it. */
  readonly profileId: string;
  readonly anonymousId: string;
  readonly visitorKey: Buffer;
}

/** Fills in the keys of links from before there were any. */
export async function putVisitorKeys(
  pool: Pool,
  workspaceId: number,
  links: readonly KeyedLink[],
): Promise<void> {
  if (links.length === 0) return;
  await pool.query({
    name: 'put-visitor-keys',
    text: `UPDATE identity.links
              SET visitor_key = told.visitor_key
             FROM unnest($2::bigint[], $3::text[], $4::bytea[]) AS told (profile_id, anonymous_id, visitor_key)
            WHERE links.workspace_id = $1 AND links.profile_id = told.profile_id
              AND links.anonymous_id = told.anonymous_id AND links.visitor_key IS NULL`,
    values: [
      workspaceId,
      links.map(({ profileId }) => profileId),
      links.map(({ anonymousId }) => anonymousId),
      links.map(({ visitorKey }) => visitorKey),
    ],
  });
}
