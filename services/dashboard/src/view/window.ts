import type { Grain } from '@headwater/protos/vocabulary';
import type { View } from './view';

const DAY_MS = 86_400_000;
const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Number of calendar days in a time range. */
export function daysOf(window: View['window']): number {
  return 'range' in window
    ? Number.parseInt(window.range, 10)
    : Math.round((utc(window.to) - utc(window.from)) / DAY_MS) + 1;
}

/** Grains for a readable series of that many days. The API refuses hours beyond 31 days. */
export function grainsFor(days: number): readonly Grain[] {
  if (days <= 1) return ['hour'];
  if (days <= 7) return ['hour', 'day'];
  if (days <= 31) return ['hour', 'day', 'week'];
  return ['day', 'week', 'month'];
}

/** The grain of the view, or the default of its time range. */
export function grainOf({ window, grain }: Pick<View, 'window' | 'grain'>): Grain {
  const days = daysOf(window);
  if (grain && grainsFor(days).includes(grain)) return grain;
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 366 ? 'week' : 'month';
}

/** Parses `2026-10-01 to 2026-10-30`, the time range of a response. */
export function datesOf(range: string): { readonly from: string; readonly to: string } {
  const [from = '', to = from] = range.split(' to ');
  return { from, to };
}

/** A time range in the form of responses. */
export const rangeOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  [from, to].join(' to ');

/** Adds days to a date. */
export const addDays = (date: string, days: number): string => dateOf(utc(date) + days * DAY_MS);

/** The current date in a time zone; in UTC if the browser does not know the zone. */
export function todayIn(timezone: string, nowMs = Date.now()): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(nowMs);
  } catch {
    return new Date(nowMs).toISOString().slice(0, 10);
  }
}
