/** So many times as long as the last batch took to arrive … */
const SHARE = 4;
/** … but no longer … */
const LONGEST_MS = 1_000;
/** … and within this an event is to be counted that came as an insert began: it waits for that one, for company and for its own. */
const COUNTED_WITHIN_MS = 1_900;

/**
 * How long a batch waits for company, in milliseconds: longer than it must while the event store is busy. An insert costs by
 * itself, whatever it holds, and so does what is merged of it later: a busy store gets few large ones.
 *
 * @param leastMs what it waits anyhow; 0: it never waits
 * @param lastTookMs how long the last one took to arrive
 */
export function batchWait(leastMs: number, lastTookMs: number): number {
  if (leastMs === 0) return 0;
  return Math.max(leastMs, Math.min(lastTookMs * SHARE, LONGEST_MS, COUNTED_WITHIN_MS - 2 * lastTookMs));
}
