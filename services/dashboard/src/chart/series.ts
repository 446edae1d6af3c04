import type { Grain } from '@headwater/protos/vocabulary';

/** One line or row of bars. */
export interface ChartSeries {
  readonly label: string;
  /** As many as there are buckets; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** `before` is the earlier window: a thin dashed line behind the others. */
  readonly kind?: 'area' | 'line' | 'bars' | 'before';
  /** The earlier window has buckets of its own, for the tooltip. */
  readonly buckets?: readonly string[];
}

/** What a chart draws. */
export interface ChartData {
  /** Bucket keys as the API gives them. */
  readonly buckets: readonly string[];
  readonly grain: Grain;
  /** The zone of the buckets. */
  readonly timezone: string;
  readonly series: readonly ChartSeries[];
}

/** The bucket's key in a row of a series, whatever the grain. */
export const bucketOf = (row: { readonly [Key in Grain]?: string }, grain: Grain): string => row[grain] ?? '';

/** Positions for at most `most` labels of an axis, evenly apart. */
export function evenly(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
