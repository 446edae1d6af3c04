import { RecentNumbers } from './recent-numbers';

export interface RateLimitOptions {
  /** What a key may spend a second for ever; 0: no limit. */
  readonly perSecond: number;
  /** What it may spend at once; no more can ever be spent in one go. */
  readonly burst: number;
  /** Keys remembered, about: between this and twice as many. */
  readonly capacity: number;
  /** Monotonic milliseconds: a clock that is set back would lock everybody out. */
  readonly now: () => number;
}

/** Spends from a key's budget. 0 when it was spent, else nothing was and it is there in so many milliseconds. */
export type RateLimit = (key: string, cost: number) => number;

/**
 * Budgets by key, in memory, each a single number: the time at which all that was spent is made up for (the "generic cell
 * rate algorithm", ITU-T I.371). A budget is full again once nothing was spent for the time of a burst: then its key may be
 * forgotten.
 */
export function createRateLimit({ perSecond, burst, capacity, now }: RateLimitOptions): RateLimit {
  if (perSecond === 0) return () => 0;
  const msEach = 1_000 / perSecond;
  const burstMs = burst * msEach;
  const spent = new RecentNumbers({ keepMs: burstMs, capacity }, now());

  return (key, cost) => {
    const at = now();
    const madeUpAt = Math.max(at, spent.get(key, at)) + cost * msEach;
    const wait = madeUpAt - at - burstMs;
    // The tolerance is of rounding: ten tenths are less than one.
    if (wait > 1e-6) return wait;
    spent.set(key, madeUpAt);
    return 0;
  };
}
