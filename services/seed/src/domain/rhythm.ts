import type { CalendarDay } from './calendar';
import type { Random, Weighted } from './random';

/** Monday to Sunday, the mean is 1: tools for work are looked for at work. */
const WEEKDAYS: readonly number[] = [1.17, 1.24, 1.22, 1.18, 1.03, 0.55, 0.61];

/** Visits by hour of the visitor's own day. */
const HOURS: readonly Weighted<number>[] = [
  1.4, 0.8, 0.5, 0.4, 0.4, 0.7, 1.6, 3.1, 5.2, 6.8, 7.3, 7.1, 6.0, 6.4, 7.0, 6.9, 6.4, 5.6, 4.8, 4.7, 4.9,
  4.6, 3.7, 2.5,
].map((weight, hour) => [hour, weight]);

/** Of first visits, relative to their mean over the first 90 days. */
const GROWTH = { start: 0.78, perDay: 0.005, most: 2 } as const;

/** New visitors make this share of a day's visitors in the long run, the others have been there before. */
const NEW_SHARE = 0.6;

/**
 * How many visitors come for the first time on a day.
 *
 * @param visitorsPerDay mean of all visitors a day, over the first 90 days
 * @param lift 1 on an ordinary day, more while campaigns run
 */
export function newVisitors(day: CalendarDay, visitorsPerDay: number, lift: number, random: Random): number {
  const weekday = WEEKDAYS[day.weekday - 1] ?? 1;
  const growth = Math.min(GROWTH.start + GROWTH.perDay * day.index, GROWTH.most);
  return Math.round(random.around(visitorsPerDay * NEW_SHARE * weekday * growth * lift, 0.06));
}

/**
 * A moment of the day, Unix ms.
 *
 * @param hoursAhead how far the visitor's clock is ahead of the site's; negative in the west
 */
export function visitStart(day: CalendarDay, hoursAhead: number, random: Random): number {
  const hour = (random.draw(HOURS) - hoursAhead + 24) % 24;
  return (day.hours[hour] ?? 0) + random.whole(0, 3_599_999);
}

/** How likely somebody who would come back on this day does: 1 on the busiest day of the week. */
export function weekdayPull(day: CalendarDay): number {
  return (WEEKDAYS[day.weekday - 1] ?? 1) / Math.max(...WEEKDAYS);
}
