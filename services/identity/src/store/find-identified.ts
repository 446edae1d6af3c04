import type { Pool } from '@headwater/kit/pg/pool';
import { PROFILE_COLUMNS, storedProfileOf, type ProfileRow, type StoredProfile } from './profile-row';

/** An account, and a visitor that it may be linked with. */
export interface DigestOfVisitor {
  readonly digest: Buffer;
  readonly anonymousId: string;
}

/** An account as an earlier identify left it. */
export interface Identified {
  readonly stored: StoredProfile;
  /** The recorded channel, where the visitor is linked to the account and the link has settled. */
  readonly channel: string | undefined;
}

/**
 * The account of each digest, and what is known of it and the visitor, in their order; undefined where there is none. Locks
 * nothing. Each is looked up by itself, as in PROFILE_IDS_OF_DIGESTS.
 */
export async function findIdentified(
  pool: Pool,
  workspaceId: number,
  accounts: readonly DigestOfVisitor[],
): Promise<(Identified | undefined)[]> {
  const result = await pool.query<ProfileRow & { place: number; channel: string | null }>({
    name: 'find-identified',
    text: `SELECT ${PROFILE_COLUMNS}, sent.place,
                  (SELECT a.channel
                     FROM identity.links AS l
                     JOIN identity.attributions AS a USING (workspace_id, profile_id)
                    WHERE l.workspace_id = p.workspace_id AND l.profile_id = p.id
                      AND l.anonymous_id = sent.anonymous_id AND l.linked_at IS NOT NULL) AS channel
             FROM (SELECT $1::bigint AS workspace_id, one.email_digest, one.anonymous_id, one.place::int - 1 AS place
                     FROM unnest($2::bytea[], $3::text[]) WITH ORDINALITY AS one (email_digest, anonymous_id, place)
                   OFFSET 0) AS sent
             JOIN identity.profiles AS p USING (workspace_id, email_digest)`,
    values: [
      workspaceId,
      accounts.map(({ digest }) => digest),
      accounts.map(({ anonymousId }) => anonymousId),
    ],
  });
  const found: (Identified | undefined)[] = accounts.map(() => undefined);
  for (const row of result.rows)
    found[row.place] = { stored: storedProfileOf(row), channel: row.channel ?? undefined };
  return found;
}
