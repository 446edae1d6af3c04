import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { HmacKeys } from '../domain/hmac-keys';
import { findErasedVisitors } from './erased-visitors';

/** A visitor to link to an account. */
export interface NewLink {
  /** A bigint, as pg returns it. The profile is locked by the caller's transaction. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** The key of the visitor in analytics. Absent when analytics was not called: an existing link keeps its key. */
  readonly visitorKey?: Buffer;
  /** Whether a session of the visitor was observed; otherwise the link is pending. */
  readonly resolved: boolean;
  /** When the event that resolves the link arrived, Unix milliseconds. A new link is not older, also by clocks that differ. */
  readonly arrivedAtMs?: number | null;
}

/** A link's position among all links, and its age. */
export interface StoredLink {
  /** A bigint, as pg returns it. */
  readonly ordinal: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

/**
 * Links visitors to profiles. Resolves a pending link if the new one is resolved; a resolved link stays unchanged. An erased
 * visitor keeps its links to other accounts and gets no new link. Lock 4 of `locks.ts`.
 *
 * @param links at most one per profile
 * @param put.now Unix milliseconds
 * @returns the stored links, by profile id.
 */
export async function putLinks(
  client: PoolClient,
  links: readonly NewLink[],
  put: { readonly workspaceId: number; readonly keys: HmacKeys; readonly now: number },
): Promise<ReadonlyMap<string, StoredLink>> {
  if (links.length === 0) return new Map();
  // A statement of its own after the lock of the profiles: it sees each erasure that this transaction waited for.
  const anonymousIds = links.map(({ anonymousId }) => anonymousId);
  const erased = await findErasedVisitors(client, { ...put, anonymousIds });
  const result = await client.query<{ profile_id: string; ordinal: string; created_at: Date }>({
    name: 'put-links',
    text: `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
           SELECT $1, profile_id, anonymous_id, visitor_key, greatest($2, arrived_at),
                  CASE WHEN resolved THEN $2::timestamptz END
             FROM unnest($3::bigint[], $4::text[], $5::bytea[], $6::boolean[], $7::boolean[], $8::timestamptz[])
                  AS sent (profile_id, anonymous_id, visitor_key, resolved, erased, arrived_at)
            WHERE NOT erased
               OR EXISTS (SELECT FROM identity.links AS l
                           WHERE l.workspace_id = $1 AND l.profile_id = sent.profile_id
                             AND l.anonymous_id = sent.anonymous_id)
            ORDER BY profile_id
           ON CONFLICT (workspace_id, profile_id, anonymous_id)
           DO UPDATE SET linked_at = coalesce(links.linked_at, excluded.linked_at),
                         visitor_key = coalesce(excluded.visitor_key, links.visitor_key)
           RETURNING profile_id, ordinal, created_at`,
    values: [
      put.workspaceId,
      new Date(put.now),
      links.map(({ profileId }) => profileId),
      anonymousIds,
      links.map(({ visitorKey }) => visitorKeyOrNull(visitorKey)),
      links.map(({ resolved }) => resolved),
      anonymousIds.map((anonymousId) => erased.has(anonymousId)),
      links.map(({ arrivedAtMs }) => (typeof arrivedAtMs === 'number' ? new Date(arrivedAtMs) : null)),
    ],
  });
  return new Map(
    result.rows.map((row) => [
      row.profile_id,
      { ordinal: row.ordinal, createdAtMs: row.created_at.getTime() },
    ]),
  );
}

/** The key as a column value. An analytics service of the previous release sends an empty key. */
export function visitorKeyOrNull(visitorKey: Buffer | undefined): Buffer | null {
  return visitorKey?.length ? visitorKey : null;
}

/** A link, and the key of its visitor in analytics. */
export interface KeyedLink {
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly anonymousId: string;
  readonly visitorKey: Buffer;
}

/** Sets the visitor keys of links that were created before there were keys. Lock 4 of `locks.ts`. */
export async function putVisitorKeys(
  pool: Pool,
  workspaceId: number,
  links: readonly KeyedLink[],
): Promise<void> {
  if (links.length === 0) return;
  await pool.query({
    name: 'put-visitor-keys',
    text: `WITH locked AS (
             SELECT l.profile_id, l.anonymous_id, sent.visitor_key
               FROM unnest($2::bigint[], $3::text[], $4::bytea[]) AS sent (profile_id, anonymous_id, visitor_key)
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
