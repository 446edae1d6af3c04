import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that pauses often, so that other calls need not wait for it. */
export type Pausing<T> = Generator<void, T, void>;

/** Rows to read between two pauses. */
export const ROWS_PER_STEP = 2_048;

/** Other calls wait no longer than this. */
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
