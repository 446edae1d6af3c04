import { drop, KEEP, type Step } from '../step';
import { TOLERATED_LEAD_MS } from './drop-in-future';

const MINUTE_MS = 60_000;
/** Beyond a day it is no wrong clock or time zone any more: the time was made up. */
const MAX_LEAD_MS = 24 * 60 * MINUTE_MS;

/**
 * Rights the time of a browser event by what the browser's clock said when it sent it, where that is more than five minutes
 * off. By whole minutes, so that each try of one event is stored under one time: a repeat is recognised by its id and the
 * UTC day of its time.
 *
 * An event that is still more than five minutes ahead, as of a sender that does not tell its clock, gets the time of its
 * arrival; one that is more than a day ahead ends here. Any other time stays as stamped.
 */
export const correctClock: Step = (draft, { now }) => {
  const { time, sentAt } = draft.sent;
  const lag = time === undefined || sentAt === undefined ? 0 : now - sentAt;
  if (Math.abs(lag) > TOLERATED_LEAD_MS) draft.ts += Math.round(lag / MINUTE_MS) * MINUTE_MS;
  if (draft.ts > now + MAX_LEAD_MS) return drop('in_future');
  if (draft.ts > now + TOLERATED_LEAD_MS) draft.ts = now;
  return KEEP;
};
