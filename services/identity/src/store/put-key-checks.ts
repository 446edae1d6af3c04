import type { Pool } from '@headwater/kit/pg/pool';

/** A key's id with what `keyCheck` gives for it. */
export interface KeyCheck {
  readonly id: string;
  readonly digest: Buffer;
}

/**
 * Notes what the given keys are, and tells which of them were another secret when profiles were hashed under them. A key
 * that no profile needs may have changed.
 *
 * @param inUse ids of the keys that profiles are hashed under.
 * @returns the ids of those that differ.
 */
export async function putKeyChecks(
  pool: Pool,
  checks: readonly KeyCheck[],
  inUse: readonly string[],
): Promise<string[]> {
  const values = [checks.map(({ id }) => id), checks.map(({ digest }) => digest)];
  const known = await pool.query<{ key_id: string; digest: Buffer }>(
    'SELECT key_id, digest FROM identity.key_checks WHERE key_id = ANY ($1)',
    [values[0]],
  );
  const digests = new Map(known.rows.map(({ key_id, digest }) => [key_id, digest]));
  const differs = ({ id, digest }: KeyCheck): boolean => digests.get(id)?.equals(digest) !== true;
  const wrong = checks.filter((check) => digests.has(check.id) && inUse.includes(check.id) && differs(check));
  // A start that finds all as it was writes nothing: it may be on a replica that can only be read.
  if (wrong.length === 0 && checks.some(differs))
    await pool.query(
      `INSERT INTO identity.key_checks (key_id, digest)
       SELECT * FROM unnest($1::text[], $2::bytea[])
       ON CONFLICT (key_id) DO UPDATE SET digest = excluded.digest`,
      values,
    );
  return wrong.map(({ id }) => id);
}
