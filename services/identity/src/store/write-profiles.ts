import type { PoolClient } from '@headwater/kit/pg/pool';
import { profileArrays, type StoredProfile } from './profile-row';

export interface WriteProfiles {
  readonly workspaceId: number;
  readonly profiles: readonly Omit<StoredProfile, 'version'>[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Writes locked profiles, digest and key included. Each is looked up by itself, as in PROFILE_IDS_OF_DIGESTS. */
export async function writeProfiles(client: PoolClient, write: WriteProfiles): Promise<void> {
  const { profiles } = write;
  if (profiles.length === 0) return;
  await client.query({
    name: 'write-profiles',
    text: `UPDATE identity.profiles
              SET email_digest = written.email_digest, key_id = written.key_id, user_id = written.user_id,
                  plan = written.plan, company = written.company, mrr = written.mrr::numeric,
                  traits = written.traits::jsonb, updated_at = $2
             FROM (SELECT $1::bigint AS workspace_id, sent.*
                     FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                                 $10::bigint[])
                          AS sent (email_digest, key_id, user_id, plan, company, mrr, traits, id)
                   OFFSET 0) AS written
            WHERE profiles.workspace_id = written.workspace_id AND profiles.id = written.id`,
    values: [
      write.workspaceId,
      new Date(write.now),
      ...profileArrays(profiles),
      profiles.map(({ id }) => id),
    ],
  });
}
