import type { PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigest } from '../domain/digest-email';
import type { Profile } from '../domain/profile';
import { profileArrays } from './profile-row';

export interface InsertProfiles {
  readonly workspaceId: number;
  /** Under their current digests, each of which comes once. */
  readonly profiles: readonly (EmailDigest & { readonly profile: Profile })[];
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether somebody needs the ids: a bulk call does not, and would read a thousand. */
  readonly ids: boolean;
}

export interface InsertedProfiles {
  readonly made: number;
  /** By `digestKey`; of none where nobody needs them. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Makes profiles of accounts that have none. Of two calls that make one account's at once, the second waits for the first
 * and then leaves its row alone.
 */
export async function insertProfiles(client: PoolClient, insert: InsertProfiles): Promise<InsertedProfiles> {
  if (insert.profiles.length === 0) return { made: 0, ids: new Map() };
  // In the order of their digests: two calls with the same new accounts can't wait for each other.
  const result = await client.query<{ id: string; email_digest: Buffer }>({
    name: insert.ids ? 'insert-profiles' : 'insert-profiles-of-bulk',
    text: `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, traits,
                                          created_at, updated_at)
           SELECT $1, email_digest, key_id, user_id, plan, company, mrr::numeric, traits::jsonb, $2, $2
             FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
                  AS sent (email_digest, key_id, user_id, plan, company, mrr, traits)
            ORDER BY email_digest
           ON CONFLICT (workspace_id, email_digest) DO NOTHING
           ${insert.ids ? 'RETURNING id, email_digest' : ''}`,
    values: [insert.workspaceId, new Date(insert.now), ...profileArrays(insert.profiles)],
  });
  return {
    made: result.rowCount ?? 0,
    ids: new Map(result.rows.map(({ id, email_digest }) => [digestKey(email_digest), id])),
  };
}
