import type { Pool } from '@headwater/kit/pg/pool';

/**
 * Records when the snippet was first seen live; a later call changes nothing. Knows no workspace: its caller has checked
 * the site key of the event. A site that went to the bin meanwhile is marked too: its event came while it was active.
 *
 * @param at Unix milliseconds.
 */
export async function markInstalled(pool: Pool, id: number, at: number): Promise<void> {
  await pool.query('UPDATE sites.sites SET installed_at = $2 WHERE id = $1 AND installed_at IS NULL', [
    id,
    new Date(at),
  ]);
}
