import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import { PROFILE_IDS_OF_DIGESTS } from './profile-ids';
import { PROFILE_COLUMNS, storedProfileOf, type ProfileRow, type StoredProfile } from './profile-row';

/**
 * The profiles that any of the digests name, locked until the transaction ends. In the order of ids, which never change:
 * two calls with the same accounts can't wait for each other.
 */
export async function lockProfiles(
  client: PoolClient,
  workspaceId: number,
  accounts: readonly EmailDigests[],
): Promise<StoredProfile[]> {
  const result = await client.query<ProfileRow>({
    name: 'lock-profiles',
    text: `SELECT ${PROFILE_COLUMNS}
             FROM identity.profiles AS p
            WHERE workspace_id = $1 AND id = ANY (${PROFILE_IDS_OF_DIGESTS}) AND email_digest = ANY ($2::bytea[])
            ORDER BY id
              FOR UPDATE`,
    values: [workspaceId, accounts.flatMap((digests) => digests.map(({ digest }) => digest))],
  });
  return result.rows.map(storedProfileOf);
}
