import type { Clock } from '@headwater/kit/clock';
import { failure } from '@headwater/protos/error-codes';
import { LRUCache } from 'lru-cache';

/**
 * Limits failed credentials per client network (see `CountedNetworks`), in the memory of each gateway. Valid requests don't
 * count. `undefined` is an exempt network.
 */
export interface FailureLimit {
  /** Called before a credential is checked. @throws AppError `rate_limited` if the network has failed too often. */
  check(network: string | undefined): void;
  /** Counts a failure. */
  record(network: string | undefined, points?: number): void;
}

/** Points per network and minute. */
const MAX_POINTS = 120;
const WINDOW_MS = 60_000;
/** The least recently used networks get a new window. */
const MAX_NETWORKS = 20_000;

export function createFailureLimit(clock: Clock): FailureLimit {
  const windows = new LRUCache<string, { readonly start: number; points: number }>({ max: MAX_NETWORKS });
  const startOfWindow = (): number => clock.now() - (clock.now() % WINDOW_MS);
  return {
    check: (network) => {
      const window = network === undefined ? undefined : windows.get(network);
      if (!window || window.start !== startOfWindow() || window.points < MAX_POINTS) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((window.start + WINDOW_MS - clock.now()) / 1_000));
      throw failure(
        'rate_limited',
        `Too many invalid credentials from your address. Check the credential and retry in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    },
    record: (network, points = 1) => {
      if (network === undefined) return;
      const start = startOfWindow();
      const window = windows.get(network);
      if (window?.start === start) window.points += points;
      else windows.set(network, { start, points });
    },
  };
}
