import {
  firstOfMonth,
  formatCalendarDate,
  localMidnight,
  mondayOf,
  type CalendarDate,
} from './calendar-date';
import type { Window } from './window';
import { firstInstantOf, offsetAt } from './zone-offsets';

/** The length of a bucket. */
export type Grain = 'hour' | 'day' | 'week' | 'month';

/** One interval of a series. It ends where the next one starts, the last one at the window's end. */
export interface Bucket {
  /** By grain `2026-10-25T02:00:00+01:00`, `2026-10-25`, the Monday `2026-10-19`, `2026-10`. */
  readonly key: string;
  /** Unix milliseconds. */
  readonly startMs: number;
}

const HOUR_MS = 3_600_000;

/** The function that splits a window, by grain. */
const CUTS: Readonly<Record<Grain, (window: Window) => readonly Bucket[]>> = {
  hour: hours,
  day: (window) => calendarBuckets(window, (date) => date, formatCalendarDate),
  week: (window) => calendarBuckets(window, mondayOf, formatCalendarDate),
  month: (window) => calendarBuckets(window, firstOfMonth, (date) => formatCalendarDate(date).slice(0, 7)),
};

/**
 * Cuts the window into the buckets of a grain, without gaps and in order. The first and the last week or month are cut
 * off at the window but keep their calendar name. A day that the zone skipped (Apia, 2011-12-30) is an empty bucket: it
 * starts at the same instant as the next.
 */
export function bucketsOf(window: Window, grain: Grain): readonly Bucket[] {
  return CUTS[grain](window);
}

/** One bucket for each name that the window's days have. */
function calendarBuckets(
  window: Window,
  firstDayOf: (date: CalendarDate) => CalendarDate,
  name: (firstDay: CalendarDate) => string,
): readonly Bucket[] {
  const buckets: Bucket[] = [];
  for (let date = window.from; date <= window.to; date++) {
    const key = name(firstDayOf(date));
    if (buckets.at(-1)?.key === key) continue;
    buckets.push({ key, startMs: firstInstantOf(window.offsets, localMidnight(date)) });
  }
  return buckets;
}

/** A new bucket at each full hour of the local clock and at each of its jumps, which some zones make at half past. */
function hours(window: Window): readonly Bucket[] {
  const buckets: Bucket[] = [];
  let at = window.startMs;
  while (at < window.endMs) {
    const now = at;
    const offset = offsetAt(window.offsets, now);
    buckets.push({ key: localTime(now, offset), startMs: now });
    const sinceFullHour = (((now + offset) % HOUR_MS) + HOUR_MS) % HOUR_MS;
    const jump = window.offsets.find(({ startMs }) => startMs > now)?.startMs ?? Infinity;
    at = Math.min(now + HOUR_MS - sinceFullHour, jump);
  }
  return buckets;
}

/** `2026-10-25T02:00:00+01:00` */
export function localTime(atMs: number, offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const offset = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${new Date(atMs + offsetMs).toISOString().slice(0, 19)}${offsetMs < 0 ? '-' : '+'}${offset}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
