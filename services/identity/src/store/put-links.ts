import type { PoolClient } from '@headwater/kit/pg/pool';

/** A visitor that is to be linked to an account. */
export interface NewLink {
  /** A bigint, as pg gives it. Its profile is locked by the caller's transaction. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** What analytics calls the visitor; absent where it was not asked: a link that is there keeps what it has. */
  readonly visitorKey?: Buffer;
  /** Whether a session of the visitor was observed; else the link is pending. */
  readonly linked: boolean;
}

/** A link's place in the order of all links, and its age. */
export interface LinkPlace {
  /** A bigint, as pg gives it. */
  readonly ordinal: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

/**
 * Links visitors to profiles. A pending link settles, a settled one stays as it is.
 *
 * @param links of each profile at most one
 * @param put.now Unix milliseconds
 * @returns the places, by profile id.
 */
export async function putLinks(
  client: PoolClient,
  links: readonly NewLink[],
  put: { readonly workspaceId: number; readonly now: number },
): Promise<ReadonlyMap<string, LinkPlace>> {
  if (links.length === 0) return new Map();
  // In the order of ids, as everywhere: two calls with the same links can't wait for each other.
  const result = await client.query<{ profile_id: string; ordinal: string; created_at: Date }>({
    name: 'put-links',
    text: `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
           SELECT $1, profile_id, anonymous_id, visitor_key, $2, CASE WHEN linked THEN $2::timestamptz END
             FROM unnest($3::bigint[], $4::text[], $5::bytea[], $6::boolean[])
                  AS sent (profile_id, anonymous_id, visitor_key, linked)
            ORDER BY profile_id
           ON CONFLICT (workspace_id, profile_id, anonymous_id)
           DO UPDATE SET linked_at = coalesce(links.linked_at, excluded.linked_at),
                         visitor_key = coalesce(excluded.visitor_key, links.visitor_key)
           RETURNING profile_id, ordinal, created_at`,
    values: [
      put.workspaceId,
      new Date(put.now),
      links.map(({ profileId }) => profileId),
      links.map(({ anonymousId }) => anonymousId),
      links.map(({ visitorKey }) => storedKey(visitorKey)),
      links.map(({ linked }) => linked),
    ],
  });
  return new Map(
    result.rows.map((row) => [
      row.profile_id,
      { ordinal: row.ordinal, createdAtMs: row.created_at.getTime() },
    ]),
  );
}

/** The key as it is stored: empty from an analytics of the release before. */
export function storedKey(visitorKey: Buffer | undefined): Buffer | null {
  return visitorKey?.length ? visitorKey : null;
}
