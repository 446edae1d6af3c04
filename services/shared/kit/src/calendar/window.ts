import { dateOfLocal, localMidnight, type CalendarDate } from './calendar-date';
import { firstInstantOf, offsetAt, zoneOffsets, type OffsetSpan } from './zone-offsets';

/** The time range of a query: the last days up to today, or two inclusive dates. */
export type Period =
  | { readonly kind: 'range'; readonly days: number }
  | { readonly kind: 'dates'; readonly from: CalendarDate; readonly to: CalendarDate };

/** Calendar days of a zone and the instants that they cover. */
export interface Window {
  readonly zone: string;
  /** First and last day, inclusive. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Unix milliseconds, half-open: the start of `from`, the start of the day after `to`. */
  readonly startMs: number;
  readonly endMs: number;
  /** The zone's offsets from before `startMs` to `endMs`. */
  readonly offsets: readonly OffsetSpan[];
}

const DAY_MS = 86_400_000;

/** Resolves a period in a zone. @param nowMs Unix milliseconds; decides what today is. */
export function resolveWindow(period: Period, zone: string, nowMs: number): Window {
  const { from, to } = period.kind === 'dates' ? period : lastDays(period.days, todayIn(zone, nowMs));
  // No local clock is more than a day off UTC, so two days either side hold every instant of the window.
  const offsets = zoneOffsets(zone, localMidnight(from) - 2 * DAY_MS, localMidnight(to) + 3 * DAY_MS);
  return {
    zone,
    from,
    to,
    startMs: firstInstantOf(offsets, localMidnight(from)),
    endMs: firstInstantOf(offsets, localMidnight(to + 1)),
    offsets,
  };
}

/** How many calendar days a period has. */
export function daysOf(period: Period): number {
  return period.kind === 'range' ? period.days : period.to - period.from + 1;
}

function lastDays(days: number, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: today - days + 1, to: today };
}

function todayIn(zone: string, nowMs: number): CalendarDate {
  return dateOfLocal(nowMs + offsetAt(zoneOffsets(zone, nowMs, nowMs), nowMs));
}
