import type { Comparison } from '@headwater/protos/vocabulary';
import {
  formatCalendarDate,
  parseCalendarDate,
  type CalendarDate,
} from '@headwater/kit/calendar/calendar-date';
import type { Period, Window } from '@headwater/kit/calendar/window';

/** Which days each comparison looks at. */
const PERIODS: Readonly<Record<Comparison, (window: Window) => Period>> = {
  previous_period: ({ from, to }) => ({ kind: 'dates', from: from - (to - from + 1), to: from - 1 }),
  previous_year: ({ from, to }) => ({ kind: 'dates', from: yearBefore(from), to: yearBefore(to) }),
};

/** The days that a window is compared with: as many days just before it, or the same dates a year earlier. */
export function comparedPeriod(window: Window, comparison: Comparison): Period {
  return PERIODS[comparison](window);
}

/** 29 February becomes 28 February. */
function yearBefore(date: CalendarDate): CalendarDate {
  const text = formatCalendarDate(date);
  const year = String(Number(text.slice(0, 4)) - 1).padStart(4, '0');
  return parseCalendarDate(`${year}${text.slice(4)}`) ?? parseCalendarDate(`${year}-02-28`) ?? date;
}
