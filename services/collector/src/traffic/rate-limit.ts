import { LRUCache } from 'lru-cache';
import type { IsTooFast } from '../domain/step';

export interface RateLimitOptions {
  /** Sustained rate per key; 0: no limit. */
  readonly perSecond: number;
  /** Burst size: the maximum cost of one call and of several immediate ones. */
  readonly burst: number;
  /** Max cached keys; the least recently used ones get a full budget again. */
  readonly capacity: number;
  /** Monotonic milliseconds: a wall clock that is set back would block everyone. */
  readonly now: () => number;
}

/** Spends from a key's budget. Returns 0 on success. Otherwise nothing is spent, and it returns the wait in milliseconds. */
export type RateLimit = (key: string, cost: number) => number;

/** Rounding tolerance: ten tenths are less than one. */
const EPSILON_MS = 1e-6;

/**
 * Returns a rate limit by key, in memory, with one number per key: the theoretical arrival time of the generic cell rate
 * algorithm (ITU-T I.371).
 */
export function createRateLimit({ perSecond, burst, capacity, now }: RateLimitOptions): RateLimit {
  if (perSecond === 0) return () => 0;
  const intervalMs = 1_000 / perSecond;
  const burstMs = burst * intervalMs;
  const arrivals = new LRUCache<string, number>({ max: capacity });

  return (key, cost) => {
    const at = now();
    const arrival = Math.max(at, arrivals.get(key) ?? 0) + cost * intervalMs;
    const wait = arrival - at - burstMs;
    if (wait > EPSILON_MS) return wait;
    arrivals.set(key, arrival);
    return 0;
  };
}

const MINUTE_MS = 60_000;

export interface VisitorRateOptions {
  /** Events that a person can cause immediately and in every minute; 0: no limit. */
  readonly eventsPerMinute: number;
  /** Max cached visitors. */
  readonly capacity: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/**
 * Returns a check for visitors that are faster than a person. It works like `createRateLimit`, but events over the limit count,
 * too, up to twice the limit: a visitor that continues stays a bot, and is a person again after a minute without events. Each
 * process counts by itself, by the stored keys of visitors.
 */
export function createVisitorRates({ eventsPerMinute, capacity, now }: VisitorRateOptions): IsTooFast {
  if (eventsPerMinute === 0) return () => false;
  const intervalMs = MINUTE_MS / eventsPerMinute;
  const arrivals = new LRUCache<string, number>({ max: capacity });
  return (visitorKey) => {
    const at = now();
    const arrival = Math.max(at, arrivals.get(visitorKey) ?? 0) + intervalMs;
    arrivals.set(visitorKey, Math.min(arrival, at + 2 * MINUTE_MS));
    return arrival - at > MINUTE_MS + EPSILON_MS;
  };
}
