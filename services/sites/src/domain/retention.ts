import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { accepted, refused, type Checked } from './checked';

/** For how long a site stores events. Times are Unix milliseconds. */
export interface Retention {
  /** Days before today; null: all days. */
  readonly days: number | null;
  /** Until then `previousDays` apply; null: `days` apply. */
  readonly appliesAt: number | null;
  readonly previousDays: number | null;
  /** Events before this time are removed, or their removal has begun; null: none. */
  readonly removedBefore: number | null;
  /** Events before this time are removed; null: none. */
  readonly finishedBefore: number | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long a shorter retention waits, in days of 24 hours. */
export const RETENTION_GRACE_MS = SITE_LIMITS.retentionGraceDays * DAY_MS;

/** The number of days for which a site stores events. */
export function checkRetentionDays(days: number): Checked<number> {
  const { minRetentionDays: min, maxRetentionDays: max } = SITE_LIMITS;
  if (Number.isInteger(days) && days >= min && days <= max) return accepted(days);
  return refused(`must be a whole number from ${min} to ${max}, or null to store all days`);
}

/** A calendar day of a site. */
export interface SiteDay {
  /** `2026-03-01` */
  readonly day: string;
  /** Unix milliseconds. */
  readonly startMs: number;
}

/** The first day that the retention stores at `now`; undefined: it stores all days. */
export function firstStoredDay(
  { days, appliesAt, previousDays }: Retention,
  timezone: string,
  now: number,
): SiteDay | undefined {
  const applied = appliesAt !== null && now < appliesAt ? previousDays : days;
  if (applied === null) return undefined;
  const { from, startMs } = resolveWindow({ kind: 'range', days: applied + 1 }, timezone, now);
  return { day: formatCalendarDate(from), startMs };
}

/** The first day of which no event is removed: a later time zone may cut a day. */
export function firstCompleteDay(removedBefore: number, timezone: string): string {
  const { from, startMs } = resolveWindow({ kind: 'range', days: 1 }, timezone, removedBefore);
  return formatCalendarDate(startMs < removedBefore ? from + 1 : from);
}

/** The first day that stays, if a site has earlier days that are not removed yet. */
export function dueRetention(retention: Retention, timezone: string, now: number): SiteDay | undefined {
  const first = firstStoredDay(retention, timezone, now);
  if (!first || first.startMs <= (retention.finishedBefore ?? -Infinity)) return undefined;
  return first;
}

/** When the retention became due: the first day that is not removed expired, or the retention began to apply. Unix milliseconds. */
export function retentionDueSince(
  retention: Retention,
  {
    timezone,
    createdAt,
    now,
  }: { readonly timezone: string; readonly createdAt: number; readonly now: number },
): number | undefined {
  const first = dueRetention(retention, timezone, now);
  if (!first) return undefined;
  const { finishedBefore, appliesAt } = retention;
  const today = resolveWindow({ kind: 'range', days: 1 }, timezone, now).startMs;
  if (finishedBefore === null) return appliesAt ?? createdAt;
  // A day expires each midnight: the last one today.
  return Math.min(today, today - (first.startMs - finishedBefore) + DAY_MS);
}
