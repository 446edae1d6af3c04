import type { Clock } from '@headwater/kit/clock';

/** A revocation must work everywhere within 5 s; a second less leaves room for the request under way. */
const KEPT_MS = 4_000;
const MOST = 10_000;

/** Remembers what was read from the store for a few seconds. */
export interface BriefMemory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

/** A memory of at most ten thousand values, each for 4 seconds. */
export function createBriefMemory<T>(clock: Clock): BriefMemory<T> {
  const kept = new Map<string, { readonly value: T; readonly at: number }>();
  return {
    get: (key) => {
      const known = kept.get(key);
      const now = clock.now();
      // A clock that was set back must not prolong what was kept.
      if (known && now >= known.at && now - known.at < KEPT_MS) return known.value;
      kept.delete(key);
      return undefined;
    },
    set: (key, value) => {
      // A Map lists in order of insertion: the first is the oldest.
      if (kept.size >= MOST) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
      kept.set(key, { value, at: clock.now() });
    },
    delete: (key) => void kept.delete(key),
  };
}
