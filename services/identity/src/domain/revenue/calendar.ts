import type { Grain } from '@headwater/protos/vocabulary';
import { Temporal } from 'temporal-polyfill';

/** One step of the series. It ends where the next one starts, the last one at the window's end. */
export interface Bucket {
  /** By grain `2026-10-25T02:00:00+01:00`, `2026-10-25`, the Monday `2026-10-19`, `2026-10`. */
  readonly key: string;
  /** Unix milliseconds. */
  readonly startMs: number;
}

/** True for an IANA zone that this runtime knows; offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // how Intl says that it knows no such zone
  }
}

/** The last days up to today in the zone. @param nowMs Unix milliseconds */
export function lastDays(days: number, zone: string, nowMs: number): { from: string; to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
  return { from: today.subtract({ days: days - 1 }).toString(), to: today.toString() };
}

/** How many days lie from one date to the other, both counted; 0 or less when they are in the wrong order. */
export function countDays(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1;
}

/** True for `YYYY-MM-DD` of a day that the calendar has. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false; // how Temporal refuses 31 February
  }
}

/** Where the days from `from` to `to` begin and end in the zone, half-open, in Unix milliseconds. */
export function spanOf(from: string, to: string, zone: string): { startMs: number; endMs: number } {
  return { startMs: startOfDay(from, zone), endMs: startOfDay(nextDay(to), zone) };
}

/**
 * The days from `from` to `to` cut into the buckets of a grain, without gaps and in order. A week or month that is cut off
 * keeps its calendar name.
 */
export function bucketsOf(
  from: string,
  to: string,
  { zone, grain }: { zone: string; grain: Grain },
): Bucket[] {
  if (grain === 'hour') return hoursOf(spanOf(from, to, zone), zone);
  const buckets: Bucket[] = [];
  for (
    let date = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(date, to) <= 0;
    date = date.add({ days: 1 })
  ) {
    const key = NAMES[grain](date);
    if (buckets.at(-1)?.key !== key) buckets.push({ key, startMs: startOfDay(date.toString(), zone) });
  }
  return buckets;
}

/** What each grain calls the bucket of a day. */
const NAMES: Readonly<Record<Exclude<Grain, 'hour'>, (date: Temporal.PlainDate) => string>> = {
  day: (date) => date.toString(),
  week: (date) => date.subtract({ days: date.dayOfWeek - 1 }).toString(),
  month: (date) => date.toString().slice(0, 7),
};

/** A new bucket at each full hour of the local clock and at each of its jumps, which some zones make at half past. */
function hoursOf({ startMs, endMs }: { startMs: number; endMs: number }, zone: string): Bucket[] {
  const buckets: Bucket[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone);
  while (at.epochMilliseconds < endMs) {
    buckets.push({
      key: at.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
      startMs: at.epochMilliseconds,
    });
    const sinceFullHour = { minutes: at.minute, seconds: at.second };
    const nextHour = at.add({ hours: 1 }).subtract(sinceFullHour);
    const jump = at.getTimeZoneTransition('next');
    at = jump && Temporal.ZonedDateTime.compare(jump, nextHour) < 0 ? jump : nextHour;
  }
  return buckets;
}

function nextDay(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}
