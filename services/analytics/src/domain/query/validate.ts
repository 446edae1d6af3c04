import { daysOf } from '@headwater/kit/calendar/window';
import { invalid, type Problem } from './problem';
import type { Frame } from './question';

const MAX_DAYS = 731;
const MAX_DAYS_BY_HOUR = 31;

/** The rules over several parts of a frame, each a function that tells what is wrong or nothing. */
const RULES: readonly ((frame: Frame) => Problem | undefined)[] = [
  function datesAreInOrder({ period }) {
    return daysOf(period) < 1 ? invalid('from', 'must not be after to') : undefined;
  },
  function windowIsNotTooLong({ period }) {
    return daysOf(period) > MAX_DAYS
      ? invalid('to', `must make a window of at most ${MAX_DAYS} days`)
      : undefined;
  },
  function hoursAreOfShortWindows({ period, grain }) {
    return grain === 'hour' && daysOf(period) > MAX_DAYS_BY_HOUR
      ? invalid(
          'grain',
          `must not be hour over more than ${MAX_DAYS_BY_HOUR} days; use day or shorten the window`,
        )
      : undefined;
  },
];

/** All that is wrong with a parsed frame as a whole; empty when it can be answered. */
export function validateFrame(frame: Frame): readonly Problem[] {
  return RULES.map((rule) => rule(frame)).filter((problem) => problem !== undefined);
}
