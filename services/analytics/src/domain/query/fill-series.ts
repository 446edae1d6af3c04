import type { FramePlan } from './plan';

/** Each bucket of the plan with its row, in order; undefined where ClickHouse found nothing. */
export function fillSeries<Row extends { readonly bucket: number }>(
  { buckets }: FramePlan,
  rows: readonly Row[],
): readonly { readonly bucket: string; readonly row: Row | undefined }[] {
  const byStart = new Map(rows.map((row) => [row.bucket * 1_000, row]));
  return buckets.map(({ key, startMs }, index) => ({
    bucket: key,
    // A bucket that starts where the next one does is empty: the zone skipped it.
    row: buckets[index + 1]?.startMs === startMs ? undefined : byStart.get(startMs),
  }));
}
