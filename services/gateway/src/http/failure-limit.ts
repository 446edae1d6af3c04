import { hash } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import { failure } from '@headwater/protos/error-codes';
import { LRUCache } from 'lru-cache';

/**
 * Limits failed credentials per client network (see `CountedNetworks`), in the memory of each gateway. Valid requests don't
 * count. `undefined` is an unknown network: all of them together have one larger limit, because anyone can claim to be behind a proxy.
 */
export interface FailureLimit {
  /** Called before a credential is checked. @throws AppError `rate_limited` if the network has failed too often. */
  check(network: string | undefined): void;
  /** Counts a failure. @returns the points of the current window */
  record(network: string | undefined, points?: number): number;
}

/** Points per network and minute. */
const MAX_POINTS = 120;
/**
 * The networks that are unknown together get this many times the points of one: as many as a gateway can serve, so that one sender
 * can't lock out the others with less than that.
 */
const UNKNOWN = { key: 'unknown', factor: 500 };
const WINDOW_MS = 60_000;
/** The least recently used networks get a new window. */
const MAX_NETWORKS = 20_000;

/** @param maxPoints per key and minute */
export function createFailureLimit(clock: Clock, maxPoints = MAX_POINTS): FailureLimit {
  const windows = new LRUCache<string, { readonly start: number; points: number }>({ max: MAX_NETWORKS });
  const maxPointsOf = (key: string): number =>
    key.startsWith(UNKNOWN.key) ? UNKNOWN.factor * maxPoints : maxPoints;
  const startOfWindow = (): number => clock.now() - (clock.now() % WINDOW_MS);
  return {
    check: (network = UNKNOWN.key) => {
      const window = windows.get(network);
      if (!window || window.start !== startOfWindow() || window.points < maxPointsOf(network)) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((window.start + WINDOW_MS - clock.now()) / 1_000));
      throw failure(
        'rate_limited',
        `Too many invalid credentials from your address. Check the credential and retry in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    },
    record: (network = UNKNOWN.key, points = 1) => {
      const start = startOfWindow();
      const window = windows.get(network);
      if (window?.start === start) return (window.points += points);
      windows.set(network, { start, points });
      return points;
    },
  };
}

/**
 * Limits failed webhooks before they reach the database, in the memory of each gateway. A payment provider sends for all workspaces from
 * a few addresses: failures at the path of one workspace must not block the events of another. So each path counts on its own, and a
 * network can try only few unknown paths.
 */
export interface WebhookFailureLimit {
  /**
   * @throws AppError `rate_limited` if the network has failed too often at this path, or at too many unknown paths. Paths that were
   * found recently are exempt from the second limit.
   */
  check(network: string | undefined, path: string): void;
  recordFound(path: string): void;
  recordBadSignature(network: string | undefined, path: string): void;
  recordUnknownPath(network: string | undefined, path: string): void;
}

/** Per path, network and minute. */
const MAX_WEBHOOK_FAILURES = 20;
/** Per network and minute. A removed integration is one unknown path, however often the provider retries. */
const MAX_UNKNOWN_PATHS = 60;
const FOUND_PATHS = { max: 10_000, ttl: 3_600_000 };

export function createWebhookFailureLimit(clock: Clock): WebhookFailureLimit {
  const failures = createFailureLimit(clock, MAX_WEBHOOK_FAILURES);
  const unknownPaths = createFailureLimit(clock, MAX_UNKNOWN_PATHS);
  const found = new LRUCache<string, true>(FOUND_PATHS);
  // A digest: the sender chooses the length of the path.
  const digestOf = (path: string): string => hash('sha256', path, 'base64');
  const keyOf = (network: string = UNKNOWN.key, path: string) => `${network} ${digestOf(path)}`;
  return {
    check: (network, path) => {
      failures.check(keyOf(network, path));
      if (!found.has(digestOf(path))) unknownPaths.check(network);
    },
    recordFound: (path) => void found.set(digestOf(path), true),
    recordBadSignature: (network, path) => void failures.record(keyOf(network, path)),
    recordUnknownPath: (network, path) => {
      if (failures.record(keyOf(network, path)) === 1) unknownPaths.record(network);
    },
  };
}
