import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import type { HmacKeys } from './domain/hmac-keys';
import { isKeyRetired } from './store/is-key-retired';
import { listKeysInUse } from './store/list-keys-in-use';

/**
 * Refuses keys that leave out one which stored profiles need: their accounts could not be found any more, and would be
 * made a second time. While Postgres can't be asked the start goes on, as it does with any outage.
 *
 * @throws naming the ids of the missing keys, or a current key that was retired.
 */
export async function refuseMissingKeys(pool: Pool, keys: HmacKeys, log: Logger): Promise<void> {
  const [current] = keys;
  const { inUse, retired } = await askOfKeys(pool, current.id).catch((error: unknown) => {
    if (!isPostgresUnavailable(error)) throw error;
    log.warn({ err: error }, 'whether HMAC_KEYS are complete could not be asked');
    return { inUse: [], retired: false };
  });
  if (retired)
    throw new Error(
      `HMAC_KEYS begins with ${current.id}, which is retired. Put a key before it that is not.`,
    );
  const missing = inUse.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new Error(
    `HMAC_KEYS lacks ${missing.join(', ')}, under which stored profiles are hashed. Add it after the current key; ` +
      'it may go once `keys retire` finds no profile left under it.',
  );
}

async function askOfKeys(pool: Pool, current: string): Promise<{ inUse: string[]; retired: boolean }> {
  return { inUse: await listKeysInUse(pool), retired: await isKeyRetired(pool, current) };
}
