/** How large a batch may get. */
export interface BatchLimits {
  readonly maxItems: number;
  readonly maxSize: number;
}

/** Cuts a stream into batches, none empty; the last item of a batch may take it beyond its size. */
export async function* cutBatches<T>(
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
