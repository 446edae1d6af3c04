import { drop, KEEP, type Step } from '../step';

/** How far ahead of ours a sender's clock may be, without being corrected. */
export const TOLERATED_LEAD_MS = 5 * 60 * 1_000;

/** Ends an event of a server that is more than five minutes ahead: servers keep time, and backdating needs it right. */
export const dropInFuture: Step = (draft, { now }) =>
  draft.ts > now + TOLERATED_LEAD_MS ? drop('in_future') : KEEP;
