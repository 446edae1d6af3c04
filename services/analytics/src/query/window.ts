import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { Comparison, Grain } from '@headwater/protos/vocabulary';
import {
  formatCalendarDate,
  parseCalendarDate,
  type CalendarDate,
} from '@headwater/kit/calendar/calendar-date';
import { daysOf, type Period, type Window } from '@headwater/kit/calendar/window';
import { invalid, type Problem } from './problem';

/** The window of a query as received: two dates, a range, or nothing. */
export interface RawWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly range?: string | undefined;
}

const { defaultDays, maxRangeDays, maxDays, maxHourlyDays } = QUERY_LIMITS;
const DEFAULT_PERIOD: Period = { kind: 'range', days: defaultDays };
/** Unix seconds of bucket starts are bound as UInt32. */
const [FIRST_DATE, LAST_DATE] = ['1971-01-01', '2100-12-31'];

/** The window's period: `from` and `to` before `range`; 30 days when the window is absent. */
export function parsePeriod({ from, to, range }: RawWindow): Period | Problem {
  if (from === undefined && to === undefined) return range === undefined ? DEFAULT_PERIOD : parseRange(range);
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
  return days <= maxRangeDays
    ? { kind: 'range', days }
    : invalid('range', `must be 1d to ${maxRangeDays}d, such as 30d`);
}

function parseDate(field: 'from' | 'to', text: string): CalendarDate | Problem {
  const date = parseCalendarDate(text);
  if (date === undefined) return invalid(field, 'must be a real date, YYYY-MM-DD');
  const formatted = formatCalendarDate(date);
  return formatted >= FIRST_DATE && formatted <= LAST_DATE
    ? date
    : invalid(field, `must be between ${FIRST_DATE} and ${LAST_DATE}`);
}

interface WindowAndGrain {
  readonly period: Period;
  readonly grain: Grain;
}

/** The rules for combinations of window and grain: each returns a problem or undefined. */
const RULES: readonly ((query: WindowAndGrain) => Problem | undefined)[] = [
  function datesAreInOrder({ period }) {
    return daysOf(period) < 1 ? invalid('from', 'must not be after to') : undefined;
  },
  function windowIsNotTooLong({ period }) {
    return daysOf(period) > maxDays
      ? invalid('to', `must make a window of at most ${maxDays} days`)
      : undefined;
  },
  function hourlyWindowIsShort({ period, grain }) {
    return grain === 'hour' && daysOf(period) > maxHourlyDays
      ? invalid(
          'grain',
          `must not be hour for more than ${maxHourlyDays} days; use day or shorten the window`,
        )
      : undefined;
  },
];

/** The problems of a query whose parameters are valid on their own. */
export function windowProblems(query: WindowAndGrain): readonly Problem[] {
  return RULES.map((rule) => rule(query)).filter((problem) => problem !== undefined);
}

/** The query with a range if it has no window. */
export function withDefaultRange<Q extends RawWindow>(query: Q, range: string): Q {
  const { from, to } = query;
  return from === undefined && to === undefined && query.range === undefined ? { ...query, range } : query;
}

const COMPARED_PERIODS: Readonly<Record<Comparison, (window: Window) => Period>> = {
  previous_period: ({ from, to }) => ({ kind: 'dates', from: from - (to - from + 1), to: from - 1 }),
  previous_year: ({ from, to }) => ({ kind: 'dates', from: yearBefore(from), to: yearBefore(to) }),
};

/** The period that a window is compared with: the preceding period of equal length, or the same dates a year earlier. */
export function comparedPeriod(window: Window, comparison: Comparison): Period {
  return COMPARED_PERIODS[comparison](window);
}

/** 29 February becomes 28 February. */
function yearBefore(date: CalendarDate): CalendarDate {
  const text = formatCalendarDate(date);
  const year = String(Number(text.slice(0, 4)) - 1).padStart(4, '0');
  return parseCalendarDate(`${year}${text.slice(4)}`) ?? parseCalendarDate(`${year}-02-28`) ?? date;
}
