import { noteRowsRead, rowsReadFor } from '../rows-read';
import type { RunOptions } from './run-statement';

/** Runs statements side by side. When one fails, the others are ended. What they read is noted of the options' signal. */
export async function allOrNone<T extends readonly unknown[]>(
  options: RunOptions,
  start: (options: RunOptions) => { readonly [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  const oneFailed = new AbortController();
  const signal = AbortSignal.any([oneFailed.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    return await Promise.all(start({ ...options, signal }));
  } catch (error) {
    oneFailed.abort();
    throw error;
  } finally {
    noteRowsRead(options.signal, rowsReadFor(signal));
  }
}
