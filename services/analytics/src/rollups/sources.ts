import { localMidnight, type CalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Window } from '@headwater/kit/calendar/window';
import { firstInstantOf } from '@headwater/kit/calendar/zone-offsets';
import { BOUNCE_MARGIN_HOURS } from '../query/compile';

/** A half-open time range, in Unix milliseconds. */
export interface TimeRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** A roll-up of the events of a time range: a day or an hour. */
export interface Segment extends TimeRange {
  readonly build: string;
}

/** Which parts of a window's events are read from roll-ups, and which from the events. */
export interface Sources {
  /** Segments within the window. */
  readonly counted: readonly Segment[];
  /** Segments of the days beside the window: their crossing sessions decide about bounces. */
  readonly beside: readonly Segment[];
  /** The rest of the window and of the margins for bounces. */
  readonly raw: readonly TimeRange[];
  /** Weeks of counted segments, whose merged counts are read instead. */
  readonly weeks: readonly Week[];
  /** The counted segments, and those beside the window, with late events. */
  readonly late: readonly LateSegment[];
}

/**
 * A segment that lacks the events received after some time. All events of their visitors are read, and the stored counts of these visitors
 * are subtracted: a late event can change the duration, the bounce and the pages of a session.
 */
export interface LateSegment extends Segment {
  /** Unix milliseconds. */
  readonly receivedUntilMs: number;
  /** The number of these events. */
  readonly arrived: number;
  /** Their visitors by id, with the visitor's number or 0. */
  readonly visitors: ReadonlyMap<string, number>;
}

/** Identifies the late events of a segment. */
export const lateKeyOf = ({ build, arrived }: Pick<LateSegment, 'build' | 'arrived'>): string =>
  `${build} ${arrived}`;

/** The merged counts of the builds of a week. */
export interface Week {
  readonly build: string;
  /** The builds of its days. Their rows and those of the week never change. */
  readonly parts: readonly string[];
}

const HOUR_MS = 3_600_000;
const MARGIN_MS = BOUNCE_MARGIN_HOURS * HOUR_MS;
/** More ranges make a statement long and slow. Events before the last ones are then read without roll-ups. */
const MAX_RAW_RANGES = 40;

/** The days of a window, with a day before and a day after it. A day that the zone skipped is absent. */
export function daysAround(window: Window): readonly TimeRange[] {
  return daysBetween(window, window.from - 1, window.to + 1);
}

/** The days from one date to another; both are at most a day before or after the window. */
export function daysBetween(
  { offsets }: Window,
  first: CalendarDate,
  last: CalendarDate,
): readonly TimeRange[] {
  const days: TimeRange[] = [];
  for (let date = first; date <= last; date++) {
    const [startMs, endMs] = [date, date + 1].map((day) => firstInstantOf(offsets, localMidnight(day)));
    if (startMs !== undefined && endMs !== undefined && startMs < endMs) days.push({ startMs, endMs });
  }
  return days;
}

/** The hours of a day from its start; the last one ends with the day. */
export function hoursOf({ startMs, endMs }: TimeRange): readonly TimeRange[] {
  const hours: TimeRange[] = [];
  for (let at = startMs; at < endMs; at += HOUR_MS)
    hours.push({ startMs: at, endMs: Math.min(at + HOUR_MS, endMs) });
  return hours;
}

/**
 * Chooses the sources of a window. A day is read from its roll-up, otherwise from those of its hours. Two segments never overlap,
 * and none contains an instant of two days: each belongs to one bucket of a day, week or month.
 */
export function chooseSources(window: Window, segments: readonly Segment[], weeks: readonly Week[]): Sources {
  const covered = withMargins(window);
  const chosen = daysAround(window).flatMap((day) => segmentsOfDay(day, segments));
  const raw: TimeRange[] = [];
  const used: Segment[] = [];
  let { endMs } = covered;
  for (const segment of chosen.toReversed()) {
    if (raw.length === MAX_RAW_RANGES) break;
    if (segment.startMs >= covered.endMs || segment.endMs <= covered.startMs) continue;
    if (segment.endMs < endMs) raw.unshift({ startMs: segment.endMs, endMs });
    used.unshift(segment);
    endMs = segment.startMs;
  }
  if (covered.startMs < endMs) raw.unshift({ startMs: covered.startMs, endMs });
  const isInside = ({ startMs, endMs: end }: TimeRange) => startMs >= window.startMs && end <= window.endMs;
  const counted = used.filter(isInside);
  const beside = used.filter((segment) => !isInside(segment));
  return { counted, beside, raw, weeks: chooseWeeks(weeks, counted), late: [] };
}

/** A window with the events around it that decide about bounces. */
export const withMargins = ({ startMs, endMs }: TimeRange): TimeRange => ({
  startMs: startMs - MARGIN_MS,
  endMs: endMs + MARGIN_MS,
});

function segmentsOfDay(day: TimeRange, segments: readonly Segment[]): readonly Segment[] {
  const within = segments
    .filter(({ startMs, endMs }) => startMs >= day.startMs && endMs <= day.endMs)
    .sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
  const chosen: Segment[] = [];
  for (const segment of within)
    if (segment.startMs >= (chosen.at(-1)?.endMs ?? day.startMs)) chosen.push(segment);
  return chosen;
}

/** The weeks of which all builds are counted. No two of them contain the same build. */
function chooseWeeks(weeks: readonly Week[], counted: readonly Segment[]): readonly Week[] {
  const free = new Set(counted.map(({ build }) => build));
  return weeks
    .toSorted((a, b) => b.parts.length - a.parts.length)
    .filter(({ parts }) => {
      const isFree = parts.every((part) => free.has(part));
      if (isFree) for (const part of parts) free.delete(part);
      return isFree;
    });
}

/** The number of days of a window that are read from roll-ups only, and of all others. */
export function countDays(window: Window, counted: readonly Segment[]): { rollup: number; raw: number } {
  const days = daysAround(window).slice(1, -1);
  const rollup = days.filter(({ startMs, endMs }) => {
    const covered = counted
      .filter((segment) => segment.startMs >= startMs && segment.endMs <= endMs)
      .reduce((ms, segment) => ms + segment.endMs - segment.startMs, 0);
    return covered === endMs - startMs;
  }).length;
  return { rollup, raw: days.length - rollup };
}
