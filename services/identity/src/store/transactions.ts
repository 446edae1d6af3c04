import { runOnce } from '@headwater/kit/pg/operations';
import type { Db, Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { CallContext } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';

/** Another call created the same profile or payment first. A new transaction finds it. */
export class LostRace extends Error {}

/** SQLSTATE `deadlock_detected`: Postgres ended this transaction so that the transaction it deadlocked with can continue. */
const DEADLOCK = '40P01';

/** Each lost race means that another call for the same accounts succeeded, so more than a few in a row are unlikely. */
const MAX_ATTEMPTS = 5;

const BUSY = 'Too many concurrent changes of the same accounts. Retry after 1 s.';

/**
 * Runs `work`, and repeats it after a `LostRace` or a deadlock. Deadlocks are possible on payments only; see the lock order in
 * `locks.ts`.
 *
 * @param work all or nothing
 * @throws AppError `upstream_unavailable` after `MAX_ATTEMPTS` failed attempts.
 */
export async function retryLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostRace) && (error as { code?: unknown }).code !== DEADLOCK) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw failure('upstream_unavailable', BUSY, { retryAfterSeconds: 1, cause: error });
    }
}

/**
 * Runs `work` in a transaction, and in a new one after each lost race. The rollback in between releases all locks: a
 * transaction that waits for another call's profile holds no lock that other calls may need. In a transaction of the caller, the
 * caller retries.
 */
export function inRetriedTransaction<T>(db: Db, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return 'release' in db ? work(db) : retryLostRaces(() => inTransaction(db, work));
}

/** `inRetriedTransaction` that also stores the response: a repeat of the call returns it, and has no effect. */
export function inRetriedOperation<T extends object | number | boolean>(
  db: Pool,
  { call, now }: { readonly call: CallContext; readonly now: number },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const operation = { workspaceId: call.workspaceId(), method: call.method, id: call.operationId, now };
  return retryLostRaces(() => runOnce(db, 'identity', operation, work));
}

/** Runs `work` in an open transaction with another timeout of each statement. `work` passes statements as objects. */
export async function withStatementTimeout<T>(
  client: PoolClient,
  timeoutMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  // pg stops waiting later than Postgres, whose error leaves the transaction usable. The types of pg lack this field.
  const query = (statement: { text: string }) =>
    client.query({ ...statement, query_timeout: timeoutMs + 10_000 } as { text: string });
  await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
  const result = await work(Object.assign(Object.create(client) as PoolClient, { query }));
  await client.query('SET LOCAL statement_timeout TO DEFAULT');
  return result;
}
