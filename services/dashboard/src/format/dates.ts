import type { Grain } from '@headwater/protos/vocabulary';
import { LOCALES } from './locale';

/** Bucket keys are calendar dates of the answer's zone already: they are formatted as if that were UTC. */
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES, { ...options, timeZone: 'UTC' });

const SHORT: Readonly<Record<Grain, Intl.DateTimeFormat>> = {
  hour: inUtc({ hour: 'numeric', minute: '2-digit' }),
  day: inUtc({ day: 'numeric', month: 'short' }),
  week: inUtc({ day: 'numeric', month: 'short' }),
  month: inUtc({ month: 'short', year: 'numeric' }),
};
const LONG: Readonly<Record<Grain, Intl.DateTimeFormat>> = {
  hour: inUtc({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
  day: inUtc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  week: inUtc({ day: 'numeric', month: 'short', year: 'numeric' }),
  month: inUtc({ month: 'long', year: 'numeric' }),
};

/** `2026-10`, `2026-10-25` or `2026-10-25T02:00:00+01:00` as its wall time. */
function wallTime(bucket: string): Date {
  const [date = '', time = '00:00'] = bucket.split('T');
  return new Date(`${date.length === 7 ? `${date}-01` : date}T${time.slice(0, 5)}:00Z`);
}

/** For an axis. An hour of more than a day is named by its date. */
export function formatBucketShort(bucket: string, grain: Grain, manyDays = false): string {
  return SHORT[grain === 'hour' && manyDays ? 'day' : grain].format(wallTime(bucket));
}

/** For a tooltip or a table row. */
export function formatBucketLong(bucket: string, grain: Grain): string {
  const text = LONG[grain].format(wallTime(bucket));
  return grain === 'week' ? `Week of ${text}` : text;
}

/** `2026-10-01 to 2026-10-30` in the reader's way. */
export function formatWindow(range: string): string {
  const [from = '', to = from] = range.split(' to ');
  return inUtc({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(wallTime(from), wallTime(to));
}

const relative = new Intl.RelativeTimeFormat(LOCALES, { numeric: 'auto' });

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 minutes ago`, `yesterday`, `in 12 days`. */
export function formatAgo(iso: string, now: Date): string {
  const ms = Date.parse(iso) - now.getTime();
  const [unit, length] = STEPS.find(([, step]) => Math.abs(ms) >= step) ?? ['second', 1_000];
  return relative.format(Math.trunc(ms / length), unit);
}

const moment = new Intl.DateTimeFormat(LOCALES, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's own zone; its title should say so. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
