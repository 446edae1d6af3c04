/** The current time. Passed as a parameter, so that tests control it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that changes only when it is set. */
export function fixedClock(at: string | number): Clock & { set(to: string | number): void } {
  let now = new Date(at).getTime();
  return {
    now: () => now,
    set: (to) => {
      now = new Date(to).getTime();
    },
  };
}
