import { EVENT_LIMITS } from '@headwater/protos/limits';

export const DAY_MS = 86_400_000;

/** Maximum age of an imported event or day. */
export const MAX_IMPORT_AGE_MS = EVENT_LIMITS.maxImportAgeDays * DAY_MS;

/** RFC 3339 with an offset, to at most nanoseconds. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** Parses an ISO 8601 timestamp with a zone to Unix ms. Undefined for any other text and for a day that does not exist. */
export function parseTimestamp(text: string): number | undefined {
  if (!TIMESTAMP.test(text)) return undefined;
  const ms = Date.parse(text);
  const day = Number(text.slice(8, 10));
  // Date.parse turns February 30 into March 2: its day must be the one written.
  if (Number.isNaN(ms) || (day > 28 && day > daysInMonth(text))) return undefined;
  return ms;
}

function daysInMonth(text: string): number {
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

/** `2026-03-01 10:00:00.123+00`, as databases write it: fraction, zone and the zone's minutes are optional. */
const DATABASE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Parses a time as databases write it to Unix ms, in UTC without a zone. Undefined for any other text. */
export function parseDatabaseTime(text: string): number | undefined {
  const [, date, time, zone = 'Z'] = DATABASE_TIME.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  return parseTimestamp(`${date}T${time}${offset}`);
}

/** The day of the previous call with its text: successive events are nearly always of the same day. */
const last = { day: Number.NaN, text: '' };

/** Formats a time like `Date.toISOString`, three times as fast. @param ms whole Unix ms, from the year 0 to 9999 */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== last.day) {
    last.text = new Date(day * DAY_MS).toISOString().slice(0, 11);
    last.day = day;
  }
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(1_000 + (rest % 1_000)).slice(1);
  return `${last.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${fraction}Z`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
