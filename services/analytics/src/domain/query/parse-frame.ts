import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import {
  formatCalendarDate,
  parseCalendarDate,
  type CalendarDate,
} from '@headwater/kit/calendar/calendar-date';
import type { Period } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';
import { dimensionOf, type Dimension, type KeyList } from './dimensions';
import { parseFilters } from './parse-filters';
import { invalid, isProblem, knownKeys, type Problem } from './problem';
import type { Frame, RawFrame } from './question';

/** A frame, or all that is wrong with its parts. Rules over several parts are validate.ts's. */
export type ParsedFrame =
  | { readonly ok: true; readonly frame: Frame }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const DEFAULT_PERIOD: Period = { kind: 'range', days: 30 };
const DEFAULT_GRAIN: Grain = 'day';
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const MAX_RANGE_DAYS = 730;
/** Unix seconds of bucket starts travel as UInt32; no event is older than Unix time. */
const [FIRST_DATE, LAST_DATE] = ['1971-01-01', '2100-12-31'];

/**
 * Turns what every question takes into closed kinds. Nothing is defaulted but what is absent.
 *
 * @param keys what may stand where a column is named.
 */
export function parseFrame(raw: RawFrame, keys: KeyList): ParsedFrame {
  const problems: Problem[] = [];
  const keep = <T>(part: T | Problem): T | undefined => {
    if (!isProblem(part)) return part;
    problems.push(part);
    return undefined;
  };
  const siteId = keep(parseSiteId(raw.siteId));
  const zone = keep(parseZone(raw.timezone));
  const period = keep(parsePeriod(raw));
  const grain = keep(parseGrain(raw.grain));
  const dimension = keep(parseDimension(raw.dimension, keys));
  const limit = keep(parseLimit(raw.limit));
  const filters = parseFilters(raw.filters, keys);
  problems.push(...filters.problems);
  if (
    problems.length > 0 ||
    siteId === undefined ||
    zone === undefined ||
    period === undefined ||
    grain === undefined ||
    limit === undefined
  )
    return { ok: false, problems };
  return {
    ok: true,
    frame: { siteId, zone, period, grain, dimension, filters: filters.filters, limit },
  };
}

function parseSiteId(value: number): number | Problem {
  return Number.isSafeInteger(value) && value > 0 ? value : invalid('siteId', 'must be a positive integer');
}

function parseZone(value: string): string | Problem {
  return isTimeZone(value) ? value : invalid('timezone', 'must be an IANA time zone, such as Europe/Berlin');
}

function parsePeriod(raw: RawFrame): Period | Problem {
  const { from, to, range } = raw;
  if (range !== undefined) {
    if (from !== undefined || to !== undefined)
      return invalid('range', 'goes without from and to: give one or the other');
    return parseRange(range);
  }
  if (from === undefined && to === undefined) return DEFAULT_PERIOD;
  if (from === undefined) return invalid('from', 'is missing: give from and to, or range');
  if (to === undefined) return invalid('to', 'is missing: give from and to, or range');
  const first = parseDate('from', from);
  if (typeof first !== 'number') return first;
  const last = parseDate('to', to);
  if (typeof last !== 'number') return last;
  return { kind: 'dates', from: first, to: last };
}

function parseRange(text: string): Period | Problem {
  const days = Number(/^([1-9]\d{0,2})d$/.exec(text)?.[1]);
  return days <= MAX_RANGE_DAYS
    ? { kind: 'range', days }
    : invalid('range', `must be 1d to ${MAX_RANGE_DAYS}d, such as 30d`);
}

function parseDate(field: 'from' | 'to', text: string): CalendarDate | Problem {
  const date = parseCalendarDate(text);
  if (date === undefined) return invalid(field, 'must be a real date, YYYY-MM-DD');
  const known = formatCalendarDate(date);
  return known >= FIRST_DATE && known <= LAST_DATE
    ? date
    : invalid(field, `must lie between ${FIRST_DATE} and ${LAST_DATE}`);
}

function parseGrain(text: string | undefined): Grain | Problem {
  if (text === undefined) return DEFAULT_GRAIN;
  return GRAINS.find((grain) => grain === text) ?? invalid('grain', `must be one of ${GRAINS.join(', ')}`);
}

function parseDimension(text: string | undefined, keys: KeyList): Dimension | undefined | Problem {
  if (text === undefined) return undefined;
  return (
    dimensionOf(text, keys) ?? {
      code: 'unknown_dimension',
      field: 'dimension',
      message: `must be one of ${knownKeys(keys)}`,
    }
  );
}

function parseLimit(value: number | undefined): number | Problem {
  if (value === undefined) return DEFAULT_LIMIT;
  return Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT
    ? value
    : invalid('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
}
