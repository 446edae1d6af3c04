/** So many times as long as the last batch took to arrive … */
const SHARE = 4;
/** … but no longer: an event is to be counted within two seconds. */
const LONGEST_MS = 1_000;

/**
 * How long a batch waits for company, in milliseconds: longer than it must while the event store is busy. An insert costs by
 * itself, whatever it holds, and so does what is merged of it later: a busy store gets few large ones.
 *
 * @param leastMs what it waits anyhow; 0: it never waits
 * @param lastTookMs how long the last one took to arrive
 */
export function batchWait(leastMs: number, lastTookMs: number): number {
  return leastMs === 0 ? 0 : Math.max(leastMs, Math.min(lastTookMs * SHARE, LONGEST_MS));
}
