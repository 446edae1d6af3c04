import { Temporal } from 'temporal-polyfill';

/** One calendar day in the site's time zone. */
export interface CalendarDay {
  /** `2026-10-25` */
  readonly date: string;
  /** Days since the first day of the history, from 0. */
  readonly index: number;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** When each hour 0 … 23 of the wall clock begins, Unix ms. An hour that a clock change skips begins with the next. */
  readonly hours: readonly number[];
}

/** The days of the site's zone from the first, `lookBack` days before the one of `anchor`, to the one of `now`. */
export function* calendarDays(
  zone: string,
  anchor: number,
  now: number,
  lookBack: number,
): Generator<CalendarDay> {
  const last = dateOf(now, zone);
  let date = dateOf(anchor, zone).subtract({ days: lookBack });
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
