import { drop, KEEP, type Step } from '../step';

/** How far back an event may lie: a device that was offline, or a server's backfill. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

/** Ends an event that is more than 30 days old. */
export const dropTooOld: Step = (draft, { now }) => (draft.ts < now - MAX_AGE_MS ? drop('too_old') : KEEP);
