import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';

/** An HMAC key by its id. Its secret is stored nowhere in the database. */
export interface ListedKey {
  readonly id: string;
  readonly profiles: number;
  /** ISO 8601; null for a live key. */
  readonly retiredAt: string | null;
}

/** All keys that are retired or that profiles are hashed with, by id. */
export async function listKeys(pool: Pool): Promise<ListedKey[]> {
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

/** The ids of all keys that profiles of any workspace are hashed with. Reads one index entry per key. */
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

/** Whether the key is retired: no profile may be hashed with it. */
export async function isKeyRetired(pool: Pool, keyId: string): Promise<boolean> {
  const result = await pool.query('SELECT FROM identity.retired_keys WHERE key_id = $1', [keyId]);
  return result.rowCount === 1;
}

/**
 * The number of profiles and logged erasures that still need the key. Both 0: the key is retired. Erasures that an earlier release
 * logged count for each key, because their key is not stored.
 */
export interface RetiredKey {
  readonly profiles: number;
  readonly erasures: number;
}

/**
 * Retires a key unless a profile is hashed or a logged erasure is sealed with it. The table lock makes writers wait: each either writes first and is
 * counted, or finds the key retired.
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
    const logged = await client.query<{ erasures: number }>(
      `SELECT count(DISTINCT (workspace_id, erasure_id))::int AS erasures FROM identity.erasure_log
        WHERE key_id = $1 OR key_id IS NULL`,
      [keyId],
    );
    const erasures = logged.rows[0]?.erasures ?? 0;
    if (profiles === 0 && erasures === 0)
      await client.query(
        `INSERT INTO identity.retired_keys (key_id, retired_at) VALUES ($1, $2) ON CONFLICT (key_id) DO NOTHING`,
        [keyId, new Date(now)],
      );
    return { profiles, erasures };
  });
}

/** A key's id and its `keyCheck`. */
export interface KeyCheck {
  readonly id: string;
  readonly digest: Buffer;
}

/**
 * Stores the checks of the given keys, unless a key that profiles are hashed with has another secret than before. The secret of
 * an unused key may change.
 *
 * @param inUse ids of the keys that profiles are hashed with.
 * @returns the ids of the keys with another secret.
 */
export async function putKeyChecks(
  pool: Pool,
  checks: readonly KeyCheck[],
  inUse: readonly string[],
): Promise<string[]> {
  const values = [checks.map(({ id }) => id), checks.map(({ digest }) => digest)];
  const stored = await pool.query<{ key_id: string; digest: Buffer }>(
    'SELECT key_id, digest FROM identity.key_checks WHERE key_id = ANY ($1)',
    [values[0]],
  );
  const digests = new Map(stored.rows.map(({ key_id, digest }) => [key_id, digest]));
  const differs = ({ id, digest }: KeyCheck): boolean => digests.get(id)?.equals(digest) !== true;
  const wrong = checks.filter((check) => digests.has(check.id) && inUse.includes(check.id) && differs(check));
  // No write without a change: the database may be read-only.
  if (wrong.length === 0 && checks.some(differs))
    await pool.query(
      `INSERT INTO identity.key_checks (key_id, digest)
       SELECT * FROM unnest($1::text[], $2::bytea[])
       ON CONFLICT (key_id) DO UPDATE SET digest = excluded.digest`,
      values,
    );
  return wrong.map(({ id }) => id);
}
