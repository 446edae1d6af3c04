import { EVENT_LIMITS } from '@headwater/protos/limits';
import type { RetainedFrom } from '../draft-event';
import { drop, KEEP, type Step } from '../step';
import { DAY_MS, MAX_IMPORT_AGE_MS } from '../timestamps';

const MINUTE_MS = 60_000;

/** Maximum age of an event, for devices that were offline and for backfills. */
const MAX_AGE_MS = EVENT_LIMITS.maxAgeDays * DAY_MS;
/** Lead of a sender's clock that is not corrected. */
const TOLERATED_LEAD_MS = EVENT_LIMITS.maxLeadMinutes * MINUTE_MS;
/** Lead of a browser's clock that is corrected. */
const MAX_LEAD_MS = EVENT_LIMITS.maxCorrectedLeadHours * 60 * MINUTE_MS;

const TOO_OLD = {
  field: 'time',
  message: `is more than ${EVENT_LIMITS.maxAgeDays} days in the past when the event arrives`,
};
const IN_FUTURE = {
  field: 'time',
  message: `is more than ${EVENT_LIMITS.maxLeadMinutes} minutes in the future; check the clock of your server`,
};

const A_DAY_AHEAD = {
  field: 'time',
  message: `is more than ${EVENT_LIMITS.maxCorrectedLeadHours} hours in the future; check the clock of the device`,
};

/**
 * Corrects the time of a browser event when the browser's clock was more than five minutes off at the time of sending. The
 * correction is in whole minutes: every attempt to send an event then has the same time, and a repeat is recognised by its id
 * and the UTC day of its time.
 *
 * An event that is still more than five minutes ahead (a sender that does not report its clock) gets its arrival time. An
 * event that is more than a day ahead is dropped.
 */
export const correctClock: Step = (draft, { now }) => {
  const { time, sentAt } = draft.sent;
  const lag = time === undefined || sentAt === undefined ? 0 : now - sentAt;
  if (Math.abs(lag) > TOLERATED_LEAD_MS) draft.ts += Math.round(lag / MINUTE_MS) * MINUTE_MS;
  if (draft.ts > now + MAX_LEAD_MS) return drop('in_future', A_DAY_AHEAD);
  if (draft.ts > now + TOLERATED_LEAD_MS) draft.ts = now;
  return KEEP;
};

/** Drops an event that is more than 30 days old. */
export const dropTooOld: Step = (draft, { now }) =>
  draft.ts < now - MAX_AGE_MS ? drop('too_old', TOO_OLD) : KEEP;

/** Drops an imported event that is more than five years old, or of a day that the site's retention excludes. */
export const dropTooOldToImport: Step = (draft, { now, site: { retainedFrom } }) => {
  if (draft.ts < now - MAX_IMPORT_AGE_MS) return drop('too_old');
  if (!retainedFrom || draft.ts >= retainedFrom.startMs) return KEEP;
  return drop('too_old', { field: 'time', message: excludedBy(retainedFrom) });
};

/** The problem of an imported row with an earlier day. */
export function excludedBy({ day }: RetainedFrom): string {
  return `is before ${day}, the first day that retentionDays of the site stores`;
}

/** Drops a server or imported event that is more than five minutes ahead: its time is not corrected. */
export const dropInFuture: Step = (draft, { now }) =>
  draft.ts > now + TOLERATED_LEAD_MS ? drop('in_future', IN_FUTURE) : KEEP;
