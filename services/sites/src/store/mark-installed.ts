import type { Pool } from '@headwater/kit/pg/pool';
import { tellOf } from './tell-of';

/**
 * Records when the snippet was first seen live; a later call changes nothing. Knows no workspace: its caller has checked
 * the site key of the event. A site that went to the bin meanwhile is marked too: its event came while it was active.
 *
 * @param at Unix milliseconds.
 */
export async function markInstalled(pool: Pool, id: number, at: number): Promise<void> {
  await pool.query(
    `WITH marked AS (
       UPDATE sites.sites SET installed_at = $2 WHERE id = $1 AND installed_at IS NULL RETURNING *
     )
     ${tellOf('marked', 'site.installed', 'installed_at')}`,
    [id, new Date(at)],
  );
}
