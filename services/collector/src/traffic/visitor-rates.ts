import type { IsTooFast } from '../domain/step';
import { RecentNumbers } from './recent-numbers';

const MINUTE_MS = 60_000;

export interface VisitorRatesOptions {
  /** What a person may do at once, and every minute for ever; 0: no bound. */
  readonly eventsPerMinute: number;
  /** Visitors remembered, about: between this and twice as many. */
  readonly capacity: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/**
 * Tells visitors that no person could be from the others, by their rate alone. It is counted as rate limits are, but what
 * is over the bound counts, too, up to twice the bound: who goes on sending stays a bot, and is believed again after a minute
 * of silence. Each process counts by itself, by the stored keys of visitors.
 */
export function visitorRates({ eventsPerMinute, capacity, now }: VisitorRatesOptions): IsTooFast {
  if (eventsPerMinute === 0) return () => false;
  const msEach = MINUTE_MS / eventsPerMinute;
  const done = new RecentNumbers({ keepMs: 2 * MINUTE_MS, capacity }, now());
  return (visitorKey) => {
    const at = now();
    const madeUpAt = Math.max(at, done.get(visitorKey, at)) + msEach;
    done.set(visitorKey, Math.min(madeUpAt, at + 2 * MINUTE_MS));
    // The tolerance is of rounding.
    return madeUpAt - at > MINUTE_MS + 1e-6;
  };
}
