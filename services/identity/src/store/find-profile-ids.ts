import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import { PROFILE_IDS_OF_DIGESTS } from './profile-ids';

/** The id of each account's profile, in the order of `accounts`; undefined where there is none under any live key. */
export async function findProfileIds(
  client: PoolClient,
  workspaceId: number,
  accounts: readonly EmailDigests[],
): Promise<(string | undefined)[]> {
  if (accounts.length === 0) return [];
  const result = await client.query<{ id: string; digest: string }>({
    name: 'find-profile-ids',
    text: `SELECT id, encode(email_digest, 'hex') AS digest
             FROM identity.profiles
            WHERE workspace_id = $1 AND id = ANY (${PROFILE_IDS_OF_DIGESTS})`,
    values: [workspaceId, accounts.flatMap((digests) => digests.map(({ digest }) => digest))],
  });
  const byDigest = new Map(result.rows.map(({ id, digest }) => [digest, id]));
  return accounts.map((digests) =>
    digests.map(({ digest }) => byDigest.get(digest.toString('hex'))).find((id) => id !== undefined),
  );
}
