import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';

/** SQLSTATE of a statement that took too long: it may have waited for one account, which somebody holds. */
const TOOK_TOO_LONG = '57014';

/**
 * Saves all at once, and each by itself where that fails: so that what is wrong with one fails no other. An outage is told to
 * all of them at once.
 *
 * @param save all or nothing; one result for each of what it is given
 */
export function orOneByOne<T, R>(
  items: readonly T[],
  save: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<R>[] {
  const together = save(items);
  return items.map(async (item, place) => {
    try {
      return (await together)[place] as R;
    } catch (error) {
      if (items.length === 1 || isOutage(error)) throw error;
      return (await save([item]))[0] as R;
    }
  });
}

function isOutage(error: unknown): boolean {
  return isPostgresUnavailable(error) && (error as { code?: unknown }).code !== TOOK_TOO_LONG;
}
