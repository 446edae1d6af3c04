const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, … failed attempt: three days in all. */
const PAUSES: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];

/** How often a notice is sent before it is given up. */
export const MOST_ATTEMPTS = PAUSES.length + 1;

/**
 * When to try again after `attempts` failed ones (Unix milliseconds), or undefined to give up.
 *
 * @param random from 0 to below 1: up to a tenth sooner or later, so that what failed together does not come back together.
 */
export function nextAttempt(attempts: number, now: number, random: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : now + Math.round(pause * (0.9 + random * 0.2));
}
