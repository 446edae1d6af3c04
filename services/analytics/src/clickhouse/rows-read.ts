/** Rows that ClickHouse has read for each call in flight, by the call's AbortSignal: the cost of the call. */
const rowsRead = new WeakMap<AbortSignal, number>();

/** Adds the rows that a statement of the call has read. */
export function addRowsRead(signal: AbortSignal | undefined, rows: number): void {
  if (signal) rowsRead.set(signal, rowsReadFor(signal) + rows);
}

/** Rows read for the call so far. */
export function rowsReadFor(signal: AbortSignal): number {
  return rowsRead.get(signal) ?? 0;
}
