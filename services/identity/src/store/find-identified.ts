import type { Pool } from '@headwater/kit/pg/pool';
import type { EmailDigest } from '../domain/digest-email';
import { PROFILE_COLUMNS, storedProfileOf, type ProfileRow, type StoredProfile } from './profile-row';

/** An account as an earlier identify left it. */
export interface Identified {
  readonly stored: StoredProfile;
  /** The recorded channel, where the visitor is linked to the account and the link has settled. */
  readonly channel: string | undefined;
}

/** The account of this digest, and what is known of it and the visitor; undefined when there is none. Locks nothing. */
export async function findIdentified(
  pool: Pool,
  workspaceId: number,
  { digest, anonymousId }: Pick<EmailDigest, 'digest'> & { readonly anonymousId: string },
): Promise<Identified | undefined> {
  const result = await pool.query<ProfileRow & { channel: string | null }>({
    name: 'find-identified',
    text: `SELECT ${PROFILE_COLUMNS},
                  (SELECT a.channel
                     FROM identity.links AS l
                     JOIN identity.attributions AS a USING (workspace_id, profile_id)
                    WHERE l.workspace_id = p.workspace_id AND l.profile_id = p.id AND l.anonymous_id = $3
                      AND l.linked_at IS NOT NULL) AS channel
             FROM identity.profiles AS p
            WHERE workspace_id = $1 AND email_digest = $2`,
    values: [workspaceId, digest, anonymousId],
  });
  const row = result.rows[0];
  return row && { stored: storedProfileOf(row), channel: row.channel ?? undefined };
}
