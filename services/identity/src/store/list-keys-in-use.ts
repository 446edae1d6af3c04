import type { Pool } from '@headwater/kit/pg/pool';

/** The ids of all keys that stored profiles are hashed under, of any workspace. Jumps through the index from key to key. */
export async function listKeysInUse(pool: Pool): Promise<string[]> {
  const result = await pool.query<{ key_id: string }>(
    `WITH RECURSIVE used AS (
       (SELECT key_id FROM identity.profiles ORDER BY key_id LIMIT 1)
       UNION ALL
       SELECT (SELECT p.key_id FROM identity.profiles AS p WHERE p.key_id > used.key_id ORDER BY p.key_id LIMIT 1)
         FROM used WHERE used.key_id IS NOT NULL)
     SELECT key_id FROM used WHERE key_id IS NOT NULL`,
  );
  return result.rows.map(({ key_id }) => key_id);
}
