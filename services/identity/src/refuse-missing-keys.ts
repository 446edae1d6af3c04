import type { Pool } from '@headwater/kit/pg/pool';
import type { HmacKeys } from './domain/hmac-keys';
import { keyCheck } from './domain/key-check';
import { isKeyRetired } from './store/is-key-retired';
import { listKeysInUse } from './store/list-keys-in-use';
import { putKeyChecks } from './store/put-key-checks';

/**
 * Refuses keys that leave out one which stored profiles need, or give another secret for it: their accounts could not be
 * found any more, and would be made a second time.
 *
 * @throws naming the ids of the missing keys, of those that changed, or a current key that was retired.
 */
export async function refuseMissingKeys(pool: Pool, keys: HmacKeys): Promise<void> {
  const [current] = keys;
  const { inUse, retired, changed } = await askOfKeys(pool, keys);
  if (retired)
    throw new Error(
      `HMAC_KEYS begins with ${current.id}, which is retired. Put a key before it that is not.`,
    );
  if (changed.length > 0)
    throw new Error(
      `HMAC_KEYS holds another secret under ${changed.join(', ')} than stored profiles are hashed with. Put back the right one.`,
    );
  const missing = inUse.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new Error(
    `HMAC_KEYS lacks ${missing.join(', ')}, under which stored profiles are hashed. Add it after the current key; ` +
      'it may go once `keys retire` finds no profile left under it.',
  );
}

interface Known {
  readonly inUse: string[];
  readonly retired: boolean;
  readonly changed: string[];
}

async function askOfKeys(pool: Pool, keys: HmacKeys): Promise<Known> {
  const inUse = await listKeysInUse(pool);
  const retired = await isKeyRetired(pool, keys[0].id);
  const checks = keys.map((key) => ({ id: key.id, digest: keyCheck(key) }));
  return { inUse, retired, changed: await putKeyChecks(pool, checks, inUse) };
}
