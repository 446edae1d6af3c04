import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Plan } from './plan';

/** The window's first and last date and its time zone, as responses state them. */
export function windowFields({ window }: Pick<Plan, 'window'>): {
  from: string;
  to: string;
  timezone: string;
} {
  return {
    from: formatCalendarDate(window.from),
    to: formatCalendarDate(window.to),
    timezone: window.zone,
  };
}

/** Every bucket of the plan with its row, in order; the row is undefined where ClickHouse returned none. */
export function fillSeries<Row extends { readonly bucket: number }>(
  { buckets }: Pick<Plan, 'buckets'>,
  rows: readonly Row[],
): readonly { readonly bucket: string; readonly row: Row | undefined }[] {
  const byStart = new Map(rows.map((row) => [row.bucket * 1_000, row]));
  return buckets.map(({ key, startMs }, index) => ({
    bucket: key,
    // A bucket with the same start as the next one is empty: the zone skipped it.
    row: buckets[index + 1]?.startMs === startMs ? undefined : byStart.get(startMs),
  }));
}

/** `part` as a percentage of `whole`, two decimals, half up; undefined when the whole is 0. */
export function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((part * 10_000) / whole) / 100;
}
