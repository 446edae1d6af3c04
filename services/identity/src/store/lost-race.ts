import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { failure } from '@headwater/protos/error-codes';

/** An account's profile was made by another call meanwhile: to be tried again, in a transaction that sees it. */
export class LostRace extends Error {}

/** Each is lost to another new account's call: more than a few can't follow each other. */
const ATTEMPTS = 5;

const BUSY = 'The same accounts are made by many calls at this moment. Try again shortly.';

/**
 * Runs `work` in a transaction, and in another when it lost a race. Nothing is kept of the first, no lock either: whoever
 * waits for a profile that another call makes holds none of those that others may have to wait for.
 *
 * @throws AppError `upstream_unavailable` once it has lost too many.
 */
export async function inTransactions<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      if (attempt === ATTEMPTS)
        throw failure('upstream_unavailable', BUSY, { retryAfterSeconds: 1, cause: error });
    }
}
