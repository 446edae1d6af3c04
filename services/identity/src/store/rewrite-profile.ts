import type { Pool } from '@headwater/kit/pg/pool';
import { traitsJson } from '../domain/trait';
import type { StoredProfile } from './profile-row';

/** Writes what is told of an account, unless it was written since it was read. @returns whether it was written */
export async function rewriteProfile(
  pool: Pool,
  workspaceId: number,
  { id, version, profile, now }: Pick<StoredProfile, 'id' | 'version' | 'profile'> & { readonly now: number },
): Promise<boolean> {
  const result = await pool.query({
    name: 'rewrite-profile',
    text: `UPDATE identity.profiles
              SET user_id = $4, plan = $5, company = $6, mrr = $7, traits = $8, updated_at = $9
            WHERE workspace_id = $1 AND id = $2 AND xmin = $3::xid`,
    values: [
      workspaceId,
      id,
      version,
      profile.userId,
      profile.plan,
      profile.company,
      profile.mrr === null ? null : String(profile.mrr),
      traitsJson(profile.traits),
      new Date(now),
    ],
  });
  return result.rowCount === 1;
}
