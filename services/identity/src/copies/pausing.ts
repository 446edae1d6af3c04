import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that pauses often, so that other calls need not wait for it. */
export type Pausing<T> = Generator<void, T, void>;

/** Rows to read between two pauses. */
export const ROWS_PER_STEP = 2_048;

/** Accounts and payers to read between two pauses, with all their payments. */
const OWNERS_PER_STEP = 512;

/**
 * Calls `sum` with ranges of owners, and pauses between them. The loops over payments are in `sum`: in a generator they take twice as long.
 */
export function* inSteps(owners: number, sum: (from: number, to: number) => void): Pausing<void> {
  for (let from = 0; from < owners; from += OWNERS_PER_STEP) {
    sum(from, Math.min(from + OWNERS_PER_STEP, owners));
    yield;
  }
}

/** Other calls wait about as long, and longer only for an owner with hundreds of thousands of payments. */
const STEP_MS = 8;

/** Runs the work to its end, and lets other work run in between. */
export async function run<T>(work: Pausing<T>): Promise<T> {
  for (let begin = performance.now(); ;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begin < STEP_MS) continue;
    await nextTurn();
    begin = performance.now();
  }
}
