/** A row's place in the caller's list, with what became of it. */
export type CheckedRow<T, P> =
  { readonly index: number; readonly value: T } | { readonly index: number; readonly problem: P };

export interface Partition<T, P> {
  readonly good: readonly { readonly index: number; readonly value: T }[];
  readonly bad: readonly { readonly index: number; readonly problem: P }[];
}

/** Sorts checked rows into good and bad ones, each in its order. */
export function partitionRows<T, P>(rows: readonly CheckedRow<T, P>[]): Partition<T, P> {
  return {
    good: rows.filter((row) => 'value' in row),
    bad: rows.filter((row) => 'problem' in row),
  };
}
