import type { PoolClient } from '@headwater/kit/pg/pool';

export interface PutLink {
  readonly workspaceId: number;
  /** Locked by the caller's transaction. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** What analytics calls the visitor; absent where it was not asked: a link that is there keeps what it has. */
  readonly visitorKey?: Buffer;
  /** Whether a session of the visitor was observed; else the link is pending. */
  readonly linked: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** A link's place in the order of all links, and its age. */
export interface LinkPlace {
  /** A bigint, as pg gives it. */
  readonly ordinal: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

/** Links the visitor to the profile. A pending link settles, a settled one stays as it is. */
export async function putLink(client: PoolClient, link: PutLink): Promise<LinkPlace> {
  const now = new Date(link.now);
  const result = await client.query<{ ordinal: string; created_at: Date }>({
    name: 'put-link',
    text: `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (workspace_id, profile_id, anonymous_id)
           DO UPDATE SET linked_at = coalesce(links.linked_at, excluded.linked_at),
                         visitor_key = coalesce(excluded.visitor_key, links.visitor_key)
           RETURNING ordinal, created_at`,
    values: [
      link.workspaceId,
      link.profileId,
      link.anonymousId,
      // Empty from an analytics of the release before.
      link.visitorKey?.length ? link.visitorKey : null,
      now,
      link.linked ? now : null,
    ],
  });
  const row = result.rows[0];
  if (!row) throw new Error('A link was not written.');
  return { ordinal: row.ordinal, createdAtMs: row.created_at.getTime() };
}
