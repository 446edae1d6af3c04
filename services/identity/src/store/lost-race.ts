import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { failure } from '@headwater/protos/error-codes';

/** An account's profile was made by another call meanwhile: to be tried again, in a transaction that sees it. */
export class LostRace extends Error {}

/** SQLSTATE of what Postgres ended because it and another waited for each other: the other goes on. */
const DEADLOCK = '40P01';

/** Each is lost to another call of the same accounts: more than a few can't follow each other. */
const ATTEMPTS = 5;

const BUSY = 'The same accounts are changed by many calls at this moment. Try again shortly.';

/**
 * Does `work`, and again when it lost a race or was ended for another that waited for it: accounts with one user id between them
 * share payments, which an erasure and the triggers of `0013_notices` lock as they find them.
 *
 * @param work all or nothing
 * @throws AppError `upstream_unavailable` once it has lost too many.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostRace) && (error as { code?: unknown }).code !== DEADLOCK) throw error;
      if (attempt === ATTEMPTS)
        throw failure('upstream_unavailable', BUSY, { retryAfterSeconds: 1, cause: error });
    }
}

/**
 * Runs `work` in a transaction, and `again` in another. Nothing is kept of the first, no lock either: whoever waits for a
 * profile that another call makes holds none of those that others may have to wait for.
 */
export function inTransactions<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return again(() => inTransaction(pool, work));
}
