import { AppError } from '@headwater/kit/errors';
import { runEachOnce, type Operations } from '@headwater/kit/pg/operations';
import type { PoolClient } from '@headwater/kit/pg/pool';
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

/** Or too many calls of the workspace: further statements would wait for a connection, too. */
function isOutage(error: unknown): boolean {
  if (error instanceof AppError && error.kind === 'rate_limited') return true;
  return isPostgresUnavailable(error) && (error as { code?: unknown }).code !== STATEMENT_TIMEOUT;
}

/** Answers with facts about accounts. Stored answers are sealed, so that an erasure could not find them. */
export interface CurrentAnswers<A, K extends object> {
  /** Runs the operations at these positions. Undefined where nothing was done. */
  readonly run: (positions: readonly number[]) => Promise<readonly (A | undefined)[]>;
  /** The part of an answer that is stored. */
  readonly stored: (answer: A) => K;
  /** Answers repeats from the accounts as they are now. */
  readonly answer: (repeats: readonly Repeat<K>[]) => Promise<readonly A[]>;
}

/** A repeated operation, with the stored part of its first answer. */
export interface Repeat<K> {
  readonly position: number;
  readonly stored: K;
}

/**
 * Runs each operation once, in a transaction of the caller. A repeat has no second effect, and its answer has no fact of an account
 * that was erased meanwhile.
 *
 * @returns an answer for each operation, in their order
 */
export async function answerEachOnce<A, K extends object>(
  client: PoolClient,
  operations: Operations,
  { run, stored, answer }: CurrentAnswers<A, K>,
): Promise<(A | undefined)[]> {
  const answers = new Map<number, A | undefined>();
  const kept = await runEachOnce(client, 'identity', operations, async (positions) => {
    const made = await run(positions);
    for (const [index, position] of positions.entries()) answers.set(position, made[index]);
    return made.map((one) => (one === undefined ? undefined : stored(one)));
  });
  const repeats = kept.flatMap((one, position) =>
    one === undefined || answers.has(position) ? [] : [{ position, stored: one }],
  );
  const repeated = repeats.length > 0 ? await answer(repeats) : [];
  for (const [index, { position }] of repeats.entries()) answers.set(position, repeated[index]);
  return kept.map((_, position) => answers.get(position));
}
