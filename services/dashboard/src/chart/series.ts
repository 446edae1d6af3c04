import type { Grain } from '@headwater/protos/vocabulary';
import { addDays, todayIn } from '../view/window';

/** One line or set of bars. */
export interface ChartSeries {
  readonly label: string;
  /** One value per bucket; null without data. */
  readonly values: readonly (number | null)[];
  /** `before` is the comparison period: a thin dashed line behind the others. */
  readonly kind?: 'area' | 'line' | 'bars' | 'before';
  /** Bucket keys of the comparison period, for the tooltip. */
  readonly buckets?: readonly string[];
  /** Formats values of another unit, such as money. They have an axis of their own on the right. */
  readonly format?: (value: number) => string;
}

/** The data of a chart. */
export interface ChartData {
  /** Bucket keys as the API returns them. */
  readonly buckets: readonly string[];
  readonly grain: Grain;
  /** Time zone of the buckets. */
  readonly timezone: string;
  readonly series: readonly ChartSeries[];
  /** A bucket with a labelled vertical line, such as the end of an import. */
  readonly mark?: ChartMark;
}

export interface ChartMark {
  /** Index of the bucket. */
  readonly index: number;
  readonly label: string;
}

/** The bucket key of a row of a series. */
export const bucketOf = (row: { readonly [Key in Grain]?: string }, grain: Grain): string => row[grain] ?? '';

/** The line of an earlier window. Aligns the n-th buckets of both windows. */
export function earlierSeries<Row extends Parameters<typeof bucketOf>[0]>(
  label: string,
  earlier: { readonly grain: Grain; readonly data: { readonly series: readonly Row[] } },
  { count, valueOf }: { readonly count: number; readonly valueOf: (row: Row) => number },
): ChartSeries {
  const rows = earlier.data.series;
  return {
    label,
    kind: 'before',
    values: Array.from({ length: count }, (_, index) => (rows[index] ? valueOf(rows[index]) : null)),
    buckets: rows.map((row) => bucketOf(row, earlier.grain)),
  };
}

/** Evenly spaced positions for at most `max` labels of an axis. */
export function evenly(count: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, max)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The indexes of values without a neighbour. A line does not show them. */
export function isolated(values: ArrayLike<number | null | undefined>): number[] {
  const has = (index: number): boolean => typeof values[index] === 'number';
  return Array.from(values, (_, index) => index).filter(
    (index) => has(index) && !has(index - 1) && !has(index + 1),
  );
}

const HOUR_MS = 3_600_000;

type Buckets = Pick<ChartData, 'buckets' | 'grain' | 'timezone'>;

/**
 * Index of the current bucket, whose counts are incomplete. Later buckets have no data yet.
 *
 * @returns undefined when all buckets are in the past or in the future
 */
export function presentBucket({ buckets, grain, timezone }: Buckets, now: Date): number | undefined {
  const today = todayIn(timezone, now.getTime());
  // Hour keys are timestamps; the other keys are dates in the time zone, cut to the month for months.
  const hasBegun = (key: string): boolean =>
    grain === 'hour' ? Date.parse(key) <= now.getTime() : key <= today.slice(0, key.length);
  const isCurrent: Readonly<Record<Buckets['grain'], (key: string) => boolean>> = {
    hour: (key) => Date.parse(key) + HOUR_MS > now.getTime(),
    day: (key) => key === today,
    week: (key) => addDays(key, 7) > today,
    month: (key) => key === today.slice(0, 7),
  };
  const index = buckets.findLastIndex(hasBegun);
  return index >= 0 && isCurrent[grain](buckets[index] ?? '') ? index : undefined;
}

/** A part of a series that is drawn in one style: its complete buckets, or the current one. */
export interface DrawnSeries extends ChartSeries {
  /** Index of the whole series. */
  readonly index: number;
  readonly isUnfinished: boolean;
}

/** Splits each series: the complete buckets, and the current bucket, which is drawn lighter. Bars are first: lines cover them. */
export function drawnSeries({ series }: ChartData, present: number | undefined): readonly DrawnSeries[] {
  const whole = series.map((each, index) => ({ ...each, index, isUnfinished: false }));
  if (present === undefined) return barsFirst(whole);
  const part = (each: DrawnSeries, includes: (index: number) => boolean) => ({
    ...each,
    values: each.values.map((value, index) => (includes(index) ? value : null)),
  });
  const counted = whole.filter(({ kind }) => kind !== 'before');
  return barsFirst([
    ...whole.map((each) => (each.kind === 'before' ? each : part(each, (index) => index < present))),
    ...counted.map((each) => ({
      ...part(each, (index) => index === present || (index === present - 1 && each.kind !== 'bars')),
      isUnfinished: true,
    })),
  ]);
}

const barsFirst = (drawn: DrawnSeries[]): readonly DrawnSeries[] =>
  drawn.sort((a, b) => Number(b.kind === 'bars') - Number(a.kind === 'bars'));
