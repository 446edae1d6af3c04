/** A calendar date without a zone, as days since 1970-01-01 (proleptic Gregorian). */
export type CalendarDate = number;

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Reads `YYYY-MM-DD`; undefined for anything else and for dates that no calendar has (2026-02-30). */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const date = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / DAY_MS;
  // Date.UTC rolls over invalid dates (2026-02-30 becomes 2026-03-02), so the result must format back to the input.
  return formatCalendarDate(date) === text ? date : undefined;
}

/** `YYYY-MM-DD`. */
export function formatCalendarDate(date: CalendarDate): string {
  return new Date(date * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the date's ISO week. */
export function mondayOf(date: CalendarDate): CalendarDate {
  const daysSinceMonday = (((date + 3) % 7) + 7) % 7; // day 0, 1970-01-01, was a Thursday
  return date - daysSinceMonday;
}

/** The first day of the date's month. */
export function firstOfMonth(date: CalendarDate): CalendarDate {
  const at = new Date(date * DAY_MS);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) / DAY_MS;
}

/** Midnight of the date on the local clock, in milliseconds counted as if the local clock were UTC. */
export function localMidnight(date: CalendarDate): number {
  return date * DAY_MS;
}

/** The date that a local clock shows. @param localMs milliseconds counted as if the local clock were UTC. */
export function dateOfLocal(localMs: number): CalendarDate {
  return Math.floor(localMs / DAY_MS);
}
