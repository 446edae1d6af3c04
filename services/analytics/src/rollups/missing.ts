import { resolveWindow, type Window } from '@headwater/kit/calendar/window';
import { mondayOf, type CalendarDate } from '@headwater/kit/calendar/calendar-date';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import type { RunStatement } from '../clickhouse/run';
import type { FindLateVisitors } from './late-visitors';
import {
  begunMsOf,
  compileVersions,
  isLate,
  readBuilds,
  ROLLUP_FORMAT,
  versionOf,
  type Build,
  type VersionRow,
} from './segments';
import { daysAround, daysBetween, hoursOf, type TimeRange } from './sources';
import { findMissingWeeks, readWeeks } from './weeks';

/** A site whose queries need roll-ups, and the days that they need. */
export interface WantedSite {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly zone: string;
  readonly firstDay: CalendarDate;
}

const QUARTER_MS = 900_000;
/** Late events of a day or an hour arrive mostly within this time after its end. */
const COMPLETE_AFTER_MS = 600_000;
/** Ranges with fewer events are read as fast without a roll-up. */
const MIN_EVENTS = 1_000;

/** A build with at most as many late events is built again a day after it was begun: each query reads these events. */
const FEW_LATE_EVENTS = 500;
const LATE_FOR_MS = 86_400_000;

interface MissingRange extends TimeRange {
  /** Whether it has a build that lacks late events only. */
  readonly isLate: boolean;
}

interface Missing {
  /** Time ranges without a roll-up, the latest first: ended days of the site's zone, and ended hours of today. */
  readonly ranges: readonly MissingRange[];
  /** The builds of each week without merged counts. */
  readonly weeks: readonly (readonly Build[])[];
}

interface MissingOptions {
  readonly nowMs: number;
  readonly findLateVisitors: FindLateVisitors;
  /** Number of events from which a roll-up pays. */
  readonly minEvents?: number;
}

/** Returns what a site lacks. */
export async function findMissing(
  run: RunStatement,
  { zone, firstDay, ...site }: WantedSite,
  { nowMs, findLateVisitors, minEvents = MIN_EVENTS }: MissingOptions,
): Promise<Missing> {
  const today = resolveWindow({ kind: 'range', days: 1 }, zone, nowMs);
  // No earlier event is accepted, and ClickHouse accepts parameters of up to 128 KiB.
  const from = Math.max(firstDay, today.from - EVENT_LIMITS.maxImportAgeDays);
  const window = resolveWindow({ kind: 'dates', from, to: today.to }, zone, nowMs);
  const isComplete = ({ endMs }: TimeRange): boolean => endMs <= nowMs - COMPLETE_AFTER_MS;
  const ranges = [...daysAround(window), ...hoursOf(today)].filter(isComplete).filter(isAligned);
  if (ranges.length === 0) return { ranges: [], weeks: [] };
  const around = {
    startMs: Math.min(...ranges.map(({ startMs }) => startMs)),
    endMs: Math.max(...ranges.map(({ endMs }) => endMs)),
  };
  const current = (await readBuilds(run, site, around)).builds.filter(
    ({ format }) => format === ROLLUP_FORMAT,
  );
  const lateVisitors = await findLateVisitors(
    run,
    site,
    current.filter((build) => isLateRecently(build, nowMs)),
  );
  const built = current.filter(({ isValid, build }) => isValid || lateVisitors.has(build));
  const starts = [...new Set(ranges.flatMap(({ startMs, endMs }) => [startMs, endMs]))]
    .sort((a, b) => a - b)
    .map((ms) => ms / 1_000);
  const versions = (await run<VersionRow>(compileVersions(site, starts))).data;
  const buildOf = (builds: readonly Build[], range: TimeRange) =>
    builds.find(({ startMs, endMs }) => startMs === range.startMs && endMs === range.endMs);
  const missing = ranges
    .filter((range) => versionOf(range, versions) >= minEvents && !buildOf(built, range))
    .map((range) => {
      const build = buildOf(current, range);
      return { ...range, isLate: build !== undefined && isLate(build) };
    })
    .sort((a, b) => b.startMs - a.startMs);
  const weeks = weeksOf(window).filter((days) => days.every(isComplete));
  const stored = await readWeeks(run, site, around);
  return { ranges: missing, weeks: findMissingWeeks(weeks, { built, missing, stored }) };
}

const isLateRecently = (build: Build, nowMs: number): boolean =>
  isLate(build) && (build.arrived ?? 0) <= FEW_LATE_EVENTS && nowMs - begunMsOf(build) < LATE_FOR_MS;

/** The days of each calendar week within a window that ended before its last day. */
function weeksOf(window: Window): readonly (readonly TimeRange[])[] {
  const weeks: (readonly TimeRange[])[] = [];
  for (let monday = mondayOf(window.from + 6); monday + 7 <= window.to; monday += 7)
    weeks.push(daysBetween(window, monday, monday + 6));
  return weeks;
}

/** Versions exist for quarters of an hour. Some zones of the past had other offsets. */
const isAligned = ({ startMs, endMs }: TimeRange): boolean =>
  startMs % QUARTER_MS === 0 && endMs % QUARTER_MS === 0;
