import type { Pool } from '@headwater/kit/pg/pool';
import { profileArrays, type StoredProfile } from './profile-row';

export interface RewriteProfiles {
  readonly workspaceId: number;
  /** As they were read, each once, with what is to be told of them now. */
  readonly profiles: readonly StoredProfile[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Writes what is told of accounts, except of those that were written since they were read. They are locked in the order of
 * ids, as everywhere.
 *
 * @returns the ids of those that were written.
 */
export async function rewriteProfiles(
  pool: Pool,
  { workspaceId, profiles, now }: RewriteProfiles,
): Promise<ReadonlySet<string>> {
  if (profiles.length === 0) return new Set();
  const [, , ...told] = profileArrays(profiles);
  const result = await pool.query<{ id: string }>({
    name: 'rewrite-profiles',
    text: `WITH locked AS (
             SELECT id FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($3::bigint[])
              ORDER BY id FOR NO KEY UPDATE)
           UPDATE identity.profiles
              SET user_id = written.user_id, plan = written.plan, company = written.company,
                  mrr = written.mrr::numeric, traits = written.traits::jsonb, updated_at = $2
             FROM locked
             JOIN unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
                  AS written (id, version, user_id, plan, company, mrr, traits) USING (id)
            WHERE profiles.workspace_id = $1 AND profiles.id = locked.id AND profiles.xmin = written.version::xid
           RETURNING profiles.id`,
    values: [
      workspaceId,
      new Date(now),
      profiles.map(({ id }) => id),
      profiles.map(({ version }) => version),
      ...told,
    ],
  });
  return new Set(result.rows.map(({ id }) => id));
}
