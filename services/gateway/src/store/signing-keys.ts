import type { Clock } from '@headwater/kit/clock';
import type { Pool } from '@headwater/kit/pg/pool';
import type { PublicKey } from '../domain/signing-keys';

/** Stores public keys permanently: they verify certificates after their private keys are retired. */
export async function putSigningKeys(db: Pool, keys: readonly PublicKey[]): Promise<void> {
  await db.query(
    `INSERT INTO gateway.signing_keys (kid, x) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (kid) DO NOTHING`,
    [keys.map(({ kid }) => kid), keys.map(({ x }) => x)],
  );
}

/** Returns all public keys, newest first. */
export type ListSigningKeys = () => Promise<readonly PublicKey[]>;

/** The age up to which the list of keys is reused: anyone can call it. */
export const SIGNING_KEYS_MAX_AGE_MS = 5 * 60_000;

/** Creates a list that is read at most once per `SIGNING_KEYS_MAX_AGE_MS`, unless a read fails. */
export function createSigningKeyList(db: Pool, clock: Clock): ListSigningKeys {
  let cached: { readonly at: number; readonly keys: Promise<readonly PublicKey[]> } | undefined;
  return () => {
    const age = cached && clock.now() - cached.at;
    if (cached && age !== undefined && age >= 0 && age < SIGNING_KEYS_MAX_AGE_MS) return cached.keys;
    const read = { at: clock.now(), keys: listSigningKeys(db) };
    cached = read;
    read.keys.catch(() => {
      if (cached === read) cached = undefined;
    });
    return read.keys;
  };
}

async function listSigningKeys(db: Pool): Promise<PublicKey[]> {
  const { rows } = await db.query<PublicKey>(
    'SELECT kid, x FROM gateway.signing_keys ORDER BY created_at DESC, kid',
  );
  return rows;
}
