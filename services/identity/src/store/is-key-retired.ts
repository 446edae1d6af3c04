import type { Pool } from '@headwater/kit/pg/pool';

/** Whether no profile may be hashed under this key any more. */
export async function isKeyRetired(pool: Pool, keyId: string): Promise<boolean> {
  const result = await pool.query('SELECT FROM identity.retired_keys WHERE key_id = $1', [keyId]);
  return result.rowCount === 1;
}
