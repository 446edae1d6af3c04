import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';

export interface ClaimProfiles {
  readonly workspaceId: number;
  /** One entry an account, without repeats. */
  readonly accounts: readonly EmailDigests[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Makes an empty profile for each account that has none under any key. Of two calls that claim one account at once, the
 * second waits for the first and then leaves its row alone.
 */
export async function claimProfiles(client: PoolClient, claim: ClaimProfiles): Promise<void> {
  const pairs = claim.accounts.flatMap((digests) =>
    digests.map(({ digest }) => ({ current: digests[0].digest, candidate: digest })),
  );
  // Each candidate is looked up by itself, as in PROFILE_IDS_OF_DIGESTS.
  // Inserted in the order of their digests: two calls with the same new accounts can't wait for each other.
  await client.query({
    name: 'claim-profiles',
    text: `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
           SELECT $1, current, $2, $3, $3
             FROM (SELECT $1::bigint AS workspace_id, current, candidate
                     FROM unnest($4::bytea[], $5::bytea[]) AS sent (current, candidate)
                   OFFSET 0) AS account
             LEFT JOIN identity.profiles AS known
               ON known.workspace_id = account.workspace_id AND known.email_digest = account.candidate
            GROUP BY current
           HAVING count(known.id) = 0
            ORDER BY current
           ON CONFLICT (workspace_id, email_digest) DO NOTHING`,
    values: [
      claim.workspaceId,
      claim.accounts[0]?.[0].keyId,
      new Date(claim.now),
      pairs.map(({ current }) => current),
      pairs.map(({ candidate }) => candidate),
    ],
  });
}
