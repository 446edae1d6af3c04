import { Temporal } from 'temporal-polyfill';
import type { Random, Weighted } from './random';

/** A calendar day in the time zone of the site. */
export interface CalendarDay {
  /** `2026-10-25` */
  readonly date: string;
  /** Index in the history, from 0. */
  readonly index: number;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** Start of the local hours 0 … 23, Unix ms. An hour that a clock change skips starts with the next hour. */
  readonly hours: readonly number[];
}

/** The days from `daysBefore` days before `anchor` to `now`, in the time zone of the site. */
export function* calendarDays(
  zone: string,
  anchor: number,
  now: number,
  daysBefore: number,
): Generator<CalendarDay> {
  const last = dateOf(now, zone);
  let date = dateOf(anchor, zone).subtract({ days: daysBefore });
  for (let index = 0; Temporal.PlainDate.compare(date, last) <= 0; index++) {
    yield { date: date.toString(), index, weekday: date.dayOfWeek, hours: hoursOf(date, zone) };
    date = date.add({ days: 1 });
  }
}

function dateOf(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

function hoursOf(date: Temporal.PlainDate, zone: string): number[] {
  return Array.from(
    { length: 24 },
    (_, hour) => date.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds,
  );
}

/** Relative visits from Monday to Sunday, with a mean of 1. */
const WEEKDAYS: readonly number[] = [1.17, 1.24, 1.22, 1.18, 1.03, 0.55, 0.61];

/** Relative visits per hour, in the time zone of the visitor. */
const HOURS: readonly Weighted<number>[] = [
  1.4, 0.8, 0.5, 0.4, 0.4, 0.7, 1.6, 3.1, 5.2, 6.8, 7.3, 7.1, 6.0, 6.4, 7.0, 6.9, 6.4, 5.6, 4.8, 4.7, 4.9,
  4.6, 3.7, 2.5,
].map((weight, hour) => [hour, weight]);

/** Growth of first visits, relative to their mean over the first 90 days. */
const GROWTH = { start: 0.78, perDay: 0.005, max: 2 } as const;

/** Long-term share of new visitors per day. */
const NEW_SHARE = 0.6;

/**
 * Number of new visitors on a day.
 *
 * @param visitorsPerDay mean of all visitors per day, over the first 90 days
 * @param lift factor of the campaigns; 1 without campaigns
 */
export function newVisitors(day: CalendarDay, visitorsPerDay: number, lift: number, random: Random): number {
  const weekday = WEEKDAYS[day.weekday - 1] ?? 1;
  const growth = Math.min(GROWTH.start + GROWTH.perDay * day.index, GROWTH.max);
  return Math.round(random.around(visitorsPerDay * NEW_SHARE * weekday * growth * lift, 0.06));
}

/**
 * A random time of the day, Unix ms.
 *
 * @param hoursAhead offset of the visitor's time zone to that of the site
 */
export function visitStart(day: CalendarDay, hoursAhead: number, random: Random): number {
  const hour = (random.draw(HOURS) - hoursAhead + 24) % 24;
  return (day.hours[hour] ?? 0) + random.whole(0, 3_599_999);
}

/** Probability that an expected visitor returns on this day: 1 on the busiest day of the week. */
export function returnProbability(day: CalendarDay): number {
  return (WEEKDAYS[day.weekday - 1] ?? 1) / Math.max(...WEEKDAYS);
}
