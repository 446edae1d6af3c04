import type { Pool } from '@headwater/kit/pg/pool';
import { digestKey } from '../domain/digest-email';
import type { Profile } from '../domain/profile';
import { ATTRIBUTION_COLUMNS, attributionArrays, attributionParameters } from './attribution-row';
import { profileArrays } from './profile-row';
import { storedKey } from './put-links';
import type { IdentifiedAccount } from './identified-account';

export interface InsertIdentified {
  readonly workspaceId: number;
  /** Each account once, with its profile to be. */
  readonly accounts: readonly { readonly account: IdentifiedAccount; readonly profile: Profile }[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Makes the profiles of accounts, their links to visitors and the records of their channels, in one statement.
 *
 * @returns the accounts that had no profile: nothing was written of others. Where another call makes one at the moment, this
 * one waits to see.
 */
export async function insertIdentified(
  pool: Pool,
  { workspaceId, accounts, now }: InsertIdentified,
): Promise<ReadonlySet<IdentifiedAccount>> {
  if (accounts.length === 0) return new Set();
  const profiles = accounts.map(({ account, profile }) => ({ ...account.digests[0], profile }));
  // In the order of their digests, as everywhere: two calls with the same new accounts can't wait for each other.
  const result = await pool.query<{ email_digest: Buffer }>({
    name: 'insert-identified',
    text: `WITH sent AS (
             SELECT * FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                                  $10::text[], $11::bytea[], ${attributionParameters(12)})
                           AS one (email_digest, key_id, user_id, plan, company, mrr, traits,
                                   anonymous_id, visitor_key, ${ATTRIBUTION_COLUMNS})),
           made AS (
             INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, traits,
                                            created_at, updated_at)
             SELECT $1, email_digest, key_id, user_id, plan, company, mrr::numeric, traits::jsonb, $2, $2
               FROM sent ORDER BY email_digest
             ON CONFLICT (workspace_id, email_digest) DO NOTHING
             RETURNING id AS profile_id, email_digest),
           linked AS (
             INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
             SELECT $1, profile_id, anonymous_id, visitor_key, $2, CASE WHEN channel IS NOT NULL THEN $2::timestamptz END
               FROM made JOIN sent USING (email_digest)
             RETURNING profile_id, ordinal),
           recorded AS (
             INSERT INTO identity.attributions (workspace_id, profile_id, recorded_at, decided_by, ${ATTRIBUTION_COLUMNS})
             SELECT $1, profile_id, $2, ordinal, ${ATTRIBUTION_COLUMNS}
               FROM linked JOIN made USING (profile_id) JOIN sent USING (email_digest)
              WHERE channel IS NOT NULL)
           SELECT email_digest FROM made`,
    values: [
      workspaceId,
      new Date(now),
      ...profileArrays(profiles),
      accounts.map(({ account }) => account.anonymousId),
      accounts.map(({ account }) => storedKey(account.visitorKey)),
      ...attributionArrays(accounts.map(({ account }) => account.attribution)),
    ],
  });
  const made = new Set(result.rows.map(({ email_digest }) => digestKey(email_digest)));
  return new Set(
    accounts.flatMap(({ account }) => (made.has(digestKey(account.digests[0].digest)) ? [account] : [])),
  );
}
