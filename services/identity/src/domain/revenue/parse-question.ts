import { parseCalendarDate, type CalendarDate } from '@headwater/kit/calendar/calendar-date';
import { daysOf, resolveWindow, type Period } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';
import type { FieldError } from '@headwater/kit/errors';
import { ATTRIBUTION_MODELS, GRAINS, REVENUE_DIMENSIONS, type Grain } from '@headwater/protos/vocabulary';
import { parseFilters } from './parse-filters';
import type { RawRevenueQuestion, RevenueQuestion } from './question';

/** A question, or what is wrong with it: with which parts, and under which code. */
export type ParsedQuestion =
  | { readonly ok: true; readonly question: RevenueQuestion }
  | {
      readonly ok: false;
      readonly code: 'invalid_request' | 'unknown_dimension' | 'unknown_filter';
      readonly problems: readonly FieldError[];
    };

const DEFAULT_DAYS = 30;
const MAX_RANGE_DAYS = 730;
const MAX_DAYS = 731;
const MAX_HOURLY_DAYS = 31;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const KNOWN = `must be one of ${REVENUE_DIMENSIONS.join(', ')}`;

/** Turns a raw question into one of closed kinds. Nothing is defaulted but what is absent. @param nowMs decides today */
export function parseRevenueQuestion(raw: RawRevenueQuestion, nowMs: number): ParsedQuestion {
  const dimension = REVENUE_DIMENSIONS.find((known) => known === raw.dimension);
  if (raw.dimension !== undefined && dimension === undefined)
    return { ok: false, code: 'unknown_dimension', problems: [{ field: 'dimension', message: KNOWN }] };
  const filters = parseFilters(raw.filters);
  if (!filters.ok) return filters;

  const problems: FieldError[] = [];
  const check = (fine: boolean, field: string, message: string): void => {
    if (!fine) problems.push({ field, message });
  };
  const { timezone: zone = 'UTC', model = 'first_touch', limit = DEFAULT_LIMIT } = raw;
  check(isTimeZone(zone), 'timezone', 'must be an IANA time zone, such as Europe/Berlin');
  check(
    ATTRIBUTION_MODELS.some((known) => known === model),
    'model',
    `must be one of ${ATTRIBUTION_MODELS.join(', ')}`,
  );
  check(
    Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT,
    'limit',
    `must be a whole number from 1 to ${MAX_LIMIT}`,
  );
  const grain: Grain | undefined =
    raw.grain === undefined ? 'day' : GRAINS.find((known) => known === raw.grain);
  check(grain !== undefined, 'grain', `must be one of ${GRAINS.join(', ')}`);
  const period = parsePeriod(raw);
  if (Array.isArray(period)) problems.push(...period);
  if (problems.length > 0 || grain === undefined || Array.isArray(period))
    return { ok: false, code: 'invalid_request', problems };

  if (grain === 'hour' && daysOf(period) > MAX_HOURLY_DAYS) {
    const message = `must be day, week or month over more than ${MAX_HOURLY_DAYS} days`;
    return { ok: false, code: 'invalid_request', problems: [{ field: 'grain', message }] };
  }
  const window = resolveWindow(period, zone, nowMs);
  return { ok: true, question: { window, grain, dimension, filters: filters.filters, limit } };
}

/** The period, or what is wrong with it. */
function parsePeriod({ from, to, range }: RawRevenueQuestion): Period | FieldError[] {
  if (range !== undefined) {
    if (from !== undefined || to !== undefined)
      return [{ field: 'range', message: 'goes without from and to: give one or the other' }];
    const days = Number(/^([1-9]\d{0,2})d$/.exec(range)?.[1]);
    return days <= MAX_RANGE_DAYS
      ? { kind: 'range', days }
      : [{ field: 'range', message: `must be 1d to ${MAX_RANGE_DAYS}d, such as 30d` }];
  }
  if (from === undefined && to === undefined) return { kind: 'range', days: DEFAULT_DAYS };
  if (from === undefined || to === undefined)
    return [{ field: from === undefined ? 'from' : 'to', message: 'is missing: give from and to, or range' }];
  const dates = { from: parseDate(from), to: parseDate(to) };
  if (dates.from === undefined || dates.to === undefined)
    return (['from', 'to'] as const)
      .filter((field) => dates[field] === undefined)
      .map((field) => ({ field, message: 'must be a real date from 1971 to 2100, YYYY-MM-DD' }));
  const period: Period = { kind: 'dates', from: dates.from, to: dates.to };
  const days = daysOf(period);
  if (days < 1) return [{ field: 'from', message: 'must not be after to' }];
  return days > MAX_DAYS
    ? [{ field: 'from', message: `must lie at most ${MAX_DAYS} days before to` }]
    : period;
}

function parseDate(text: string): CalendarDate | undefined {
  return text < '1971' || text > '2101' ? undefined : parseCalendarDate(text);
}
