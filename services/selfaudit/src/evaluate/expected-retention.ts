import type { RetentionGrain } from '@headwater/protos/vocabulary';
import { groupBy, type StoredEvent } from './stored-day';

/** The part of an event that decides retention. */
export type Visit = Pick<StoredEvent, 'time' | 'visitorId'>;

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** Days until the audited day. `from` is a Monday. */
export interface RetentionDays {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly grain: RetentionGrain;
}

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => dateAfter(date, -((new Date(date).getUTCDay() + 6) % 7));

/**
 * The cohorts of the visitors whose first event is in these days, by week or day.
 *
 * @param events of the days until `to`, from the first day on which the API searches first events
 */
export function expectedRetention(events: readonly Visit[], { from, to, timezone, grain }: RetentionDays) {
  const dateOf = localDates(timezone);
  const bucketOf = grain === 'week' ? mondayOf : (date: string) => date;
  const visits = [...groupBy(events, ({ visitorId }) => visitorId).values()].map((own) => {
    const dates = own.map(dateOf).filter((date) => date <= to);
    return { first: dates.sort()[0] ?? '', buckets: new Set(dates.map(bucketOf)) };
  });
  const cohorts = groupBy(
    visits.filter(({ first }) => first >= from),
    ({ first }) => bucketOf(first),
  );
  const buckets: string[] = [];
  for (let date = from; date <= to; date = dateAfter(date, grain === 'week' ? 7 : 1)) buckets.push(date);
  return {
    cohorts: buckets.map((cohort, index) => ({
      bucket: cohort,
      visitors: buckets
        .slice(index)
        .map((later) => (cohorts.get(cohort) ?? []).filter((visit) => visit.buckets.has(later)).length),
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
