/**
 * How many rows ClickHouse has read for each call that is under way, by the call's signal: the one thing that goes with a
 * call from its door to its statements.
 */
const READ = new WeakMap<AbortSignal, number>();

/** Notes rows that a statement of a call has read. */
export function noteRowsRead(signal: AbortSignal | undefined, rows: number): void {
  if (signal) READ.set(signal, rowsReadFor(signal) + rows);
}

/** Rows read for a call so far. */
export function rowsReadFor(signal: AbortSignal): number {
  return READ.get(signal) ?? 0;
}
