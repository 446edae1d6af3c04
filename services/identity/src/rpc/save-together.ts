import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';

/**
 * Batching of concurrent calls, per workspace. With two batches, the statement of one runs while the responses of the other are
 * sent.
 */
export const BATCHING = { maxBatchSize: 100, maxConcurrentBatches: 2 } as const;

/** SQLSTATE `query_canceled`: the statement timed out, maybe because it waited for the lock of one account. */
const STATEMENT_TIMEOUT = '57014';

/**
 * Saves all items together, and each item separately if that fails, so that an invalid item fails only its own call. An outage
 * fails all items without a second attempt.
 *
 * @param save all or nothing; returns one result for each item
 */
export function saveTogetherOrSeparately<T, R>(
  items: readonly T[],
  save: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<R>[] {
  const together = save(items);
  return items.map(async (item, index) => {
    try {
      return (await together)[index] as R;
    } catch (error) {
      if (items.length === 1 || isOutage(error)) throw error;
      return (await save([item]))[0] as R;
    }
  });
}

function isOutage(error: unknown): boolean {
  return isPostgresUnavailable(error) && (error as { code?: unknown }).code !== STATEMENT_TIMEOUT;
}
