import type { Pool } from '@headwater/kit/pg/pool';

/** A key by its id; what it is made of, only the service knows. */
export interface KnownKey {
  readonly id: string;
  readonly profiles: number;
  /** ISO 8601; null while it is live. */
  readonly retiredAt: string | null;
}

/** All keys that profiles are hashed under or that were retired, by id. */
export async function listKeys(pool: Pool): Promise<KnownKey[]> {
  const result = await pool.query<{ id: string; profiles: number; retired_at: Date | null }>(
    `SELECT id, coalesce(used.profiles, 0)::int AS profiles, retired_at
       FROM (SELECT key_id AS id, count(*) AS profiles FROM identity.profiles GROUP BY key_id) AS used
       FULL JOIN (SELECT key_id AS id, retired_at FROM identity.retired_keys) AS retired USING (id)
      ORDER BY id COLLATE "C"`,
  );
  return result.rows.map(({ id, profiles, retired_at }) => ({
    id,
    profiles,
    retiredAt: retired_at === null ? null : retired_at.toISOString(),
  }));
}
