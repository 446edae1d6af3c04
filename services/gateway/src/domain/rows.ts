/** A checked row of a bulk request with its index in the caller's list. */
export type CheckedRow<T, P> =
  { readonly index: number; readonly value: T } | { readonly index: number; readonly problem: P };

export interface Partition<T, P> {
  readonly good: readonly { readonly index: number; readonly value: T }[];
  readonly bad: readonly { readonly index: number; readonly problem: P }[];
}

/** Separates valid from invalid rows. Keeps their order. */
export function partitionRows<T, P>(rows: readonly CheckedRow<T, P>[]): Partition<T, P> {
  return {
    good: rows.filter((row) => 'value' in row),
    bad: rows.filter((row) => 'problem' in row),
  };
}

/** Max items and max size of a batch. */
export interface BatchLimits {
  readonly maxItems: number;
  readonly maxSize: number;
}

/** Splits a stream into non-empty batches. The last item of a batch may exceed `maxSize`. */
export async function* splitIntoBatches<T>(
  items: AsyncIterable<T>,
  { maxItems, maxSize }: BatchLimits,
  sizeOf: (item: T) => number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for await (const item of items) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < maxItems && size < maxSize) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
