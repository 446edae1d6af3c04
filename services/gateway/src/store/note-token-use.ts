import type { Pool } from '@headwater/kit/pg/pool';

const HOUR_MS = 3_600_000;

/** The hour of a moment, both in Unix milliseconds: as finely as the use of a token is recorded. */
export function hourOf(now: number): number {
  return now - (now % HOUR_MS);
}

/** Records that a token was used in the hour of `now`; a later hour stays. Knows no workspace: the token itself was shown. */
export async function noteTokenUse(pool: Pool, tokenId: number, now: number): Promise<void> {
  await pool.query(
    `UPDATE gateway.tokens SET last_used_at = $2
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`,
    [tokenId, new Date(hourOf(now))],
  );
}
