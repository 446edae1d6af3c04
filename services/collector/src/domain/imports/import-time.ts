import { parseTimestamp } from '../event-limits';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How old an imported event may be: five years. Each day is a partition of the event table. */
export const MAX_IMPORT_AGE_MS = 1_827 * DAY_MS;

/** `2026-03-01 10:00:00.123+00`, as databases write it: fraction and zone may lack, and the zone's minutes too. */
const DATABASE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Unix ms of a time as databases write it, in UTC where it tells no zone; undefined when it is none. */
export function parseDatabaseTime(text: string): number | undefined {
  const [, date, time, zone = 'Z'] = DATABASE_TIME.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  return parseTimestamp(`${date}T${time}${offset}`);
}
