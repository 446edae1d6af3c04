import { groupBy, type StoredEvent } from './stored-day';

/** The part of an event that decides retention. */
export type Visit = Pick<StoredEvent, 'time' | 'visitorId'>;

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** Days until the audited day. `from` is a Monday. */
export interface Weeks {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => dateAfter(date, -((new Date(date).getUTCDay() + 6) % 7));

/**
 * The weekly cohorts of the visitors whose first event is in these weeks.
 *
 * @param events of the days until `to`, from the first day on which the API searches first events
 */
export function expectedRetention(events: readonly Visit[], { from, to, timezone }: Weeks) {
  const dateOf = localDates(timezone);
  const visits = [...groupBy(events, ({ visitorId }) => visitorId).values()].map((own) => {
    const dates = own.map(dateOf).filter((date) => date <= to);
    return { first: dates.sort()[0] ?? '', weeks: new Set(dates.map(mondayOf)) };
  });
  const weeks: string[] = [];
  for (let week = from; week <= to; week = dateAfter(week, 7)) weeks.push(week);
  const count = (cohort: string, week: string): number =>
    visits.filter(({ first, weeks }) => first >= from && mondayOf(first) === cohort && weeks.has(week))
      .length;
  return {
    cohorts: weeks.map((cohort, index) => ({
      bucket: cohort,
      visitors: weeks.slice(index).map((week) => count(cohort, week)),
    })),
  };
}

/** The calendar date of an event in the zone. Each change of a clock is at a quarter of an hour of UTC. */
function localDates(timeZone: string): (event: Visit) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const dates = new Map<number, string>();
  return ({ time }) => {
    const quarter = Math.floor(Date.parse(time) / QUARTER_MS);
    const known = dates.get(quarter);
    if (known !== undefined) return known;
    const date = format.format(quarter * QUARTER_MS);
    dates.set(quarter, date);
    return date;
  };
}
