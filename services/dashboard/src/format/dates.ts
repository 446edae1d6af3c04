import type { Grain } from '@headwater/protos/vocabulary';
import { t } from '../strings/text';
import { LOCALES } from './locale';

/** Bucket keys are dates in the time zone of the response. Formatting them as UTC leaves them unchanged. */
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

/** The local time of `2026-10`, `2026-10-25` or `2026-10-25T02:00:00+01:00`, as if it were UTC. */
function wallTime(bucket: string): Date {
  const [date = '', time = '00:00'] = bucket.split('T');
  return new Date(`${date.length === 7 ? `${date}-01` : date}T${time.slice(0, 5)}:00Z`);
}

/** Label of a bucket on an axis. Hours of several days are labelled with their date. */
export function formatBucketShort(bucket: string, grain: Grain, manyDays = false): string {
  return SHORT[grain === 'hour' && manyDays ? 'day' : grain].format(wallTime(bucket));
}

/** Label of a bucket in a tooltip or table. */
export function formatBucketLong(bucket: string, grain: Grain): string {
  const text = LONG[grain].format(wallTime(bucket));
  return grain === 'week' ? t('Week of {date}', { date: text }) : text;
}

/** Label of a week in a table whose heading says that it is one: its first day. */
export const formatWeek = (bucket: string): string => LONG.week.format(wallTime(bucket));

/** Formats `2026-10-01 to 2026-10-30`, as in responses, in the user's language. */
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

/** Clocks of this computer and of the server may differ by as much. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** `3 minutes ago`, `yesterday`, `in 12 days`; `now` for a time that only different clocks can put into the future. */
export function formatAgo(iso: string, now: Date): string {
  const ahead = Date.parse(iso) - now.getTime();
  const ms = ahead > 0 && ahead < CLOCK_DIFFERENCE_MS ? 0 : ahead;
  const [unit, length] = STEPS.find(([, step]) => Math.abs(ms) >= step) ?? ['second', 1_000];
  return relative.format(Math.trunc(ms / length), unit);
}

const moment = new Intl.DateTimeFormat(LOCALES, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a time in the user's time zone. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
