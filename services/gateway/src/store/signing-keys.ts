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
export async function listSigningKeys(db: Pool): Promise<PublicKey[]> {
  const { rows } = await db.query<PublicKey>(
    'SELECT kid, x FROM gateway.signing_keys ORDER BY created_at DESC, kid',
  );
  return rows;
}
