import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';

/** How many profiles are still hashed under the key; 0: it is retired. */
export interface RetiredKey {
  readonly profiles: number;
}

/**
 * Retires a key unless a profile needs it. Writers wait meanwhile: each either comes before, and is counted, or finds the
 * key retired.
 *
 * @param now Unix milliseconds
 */
export async function retireKey(pool: Pool, keyId: string, now: number): Promise<RetiredKey> {
  return inTransaction(pool, async (client) => {
    await client.query('LOCK TABLE identity.profiles IN SHARE ROW EXCLUSIVE MODE');
    const result = await client.query<{ profiles: number }>(
      'SELECT count(*)::int AS profiles FROM identity.profiles WHERE key_id = $1',
      [keyId],
    );
    const profiles = result.rows[0]?.profiles ?? 0;
    if (profiles === 0)
      await client.query(
        `INSERT INTO identity.retired_keys (key_id, retired_at) VALUES ($1, $2) ON CONFLICT (key_id) DO NOTHING`,
        [keyId, new Date(now)],
      );
    return { profiles };
  });
}
