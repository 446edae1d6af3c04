import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import type { MaybePromise } from '@headwater/kit/fast/maybe-promise';
import { failure } from '@headwater/protos/error-codes';
import { LRUCache } from 'lru-cache';
import {
  accountAt,
  BUDGETS,
  leftOf,
  shareOf,
  unreported,
  type Account,
  type Budget,
  type BudgetPolicy,
} from '../domain/budget';
import type { Spending } from '../store/budgets';

export interface RateLimitOptions {
  readonly policies: Readonly<Record<Budget, BudgetPolicy>>;
  readonly clock: Clock;
  /** Adds points to the shared sum and returns the sum over all gateways. */
  readonly spend: (spending: Spending) => Promise<number>;
  /** Called when a sync fails. Until the next sync, each gateway counts on its own. */
  readonly onSyncFailure: (error: unknown) => void;
}

/** The result of counting a request. */
export interface Allowance {
  readonly allowed: boolean;
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole seconds until the next window. */
  readonly resetSeconds: number;
}

/**
 * Rate limits per token and budget, shared by all gateways. Each gateway counts in memory and syncs through Postgres
 * after every 1/20 of the quota; it never spends more than twice that unreported. So R gateways together allow at least
 * the quota and at most 1 + R/10 times the quota. While Postgres is unreachable, each gateway counts on its own.
 *
 * The gateway's README explains why this is not rate-limiter-flexible.
 */
export interface RateLimit {
  /** Counts a request if the budget has points left. */
  take(tokenId: number, budget: Budget): MaybePromise<Allowance>;
  /** Counts a request if that needs no sync. @returns the headers; undefined, and nothing is counted, if it needs one or no point is left */
  takeNow(tokenId: number, budget: Budget): Allowance['headers'] | undefined;
  /** Deducts additional points. Points beyond the quota are deducted from the following windows. */
  charge(tokenId: number, budget: Budget, points: number): Allowance['headers'];
}

/** Max time that a request waits for a sync, and time without syncs after such a timeout or a failed sync. */
const SYNC_TIMEOUT_MS = 250;
const SYNC_PAUSE_MS = 1_000;
/**
 * Max accounts of one budget. An evicted account loses at most the points of its gateway that are not yet reported. Each
 * budget has its own accounts, so that a flood of keys in one budget evicts no account of another.
 */
const MAX_ACCOUNTS = 20_000;

interface Entry {
  account: Account;
  sync?: Promise<void>;
}

export function createRateLimit({ policies, clock, spend, onSyncFailure }: RateLimitOptions): RateLimit {
  const entries = Object.fromEntries(
    BUDGETS.map((budget) => [budget, new LRUCache<number, Entry>({ max: MAX_ACCOUNTS })]),
  ) as Record<Budget, LRUCache<number, Entry>>;
  let skipSyncUntil = 0;

  const find = (tokenId: number, budget: Budget): Entry => {
    const now = clock.now();
    const existing = entries[budget].get(tokenId);
    if (existing) {
      existing.account = accountAt(now, policies[budget], existing.account);
      return existing;
    }
    const created = { account: accountAt(now, policies[budget], undefined) };
    entries[budget].set(tokenId, created);
    return created;
  };

  /** Adds the unreported points to the shared sum and reads the points of the other gateways. Never rejects. */
  const sync = async (tokenId: number, budget: Budget, account: Account): Promise<void> => {
    const points = unreported(account);
    try {
      const sum = await spend({ tokenId, budget, windowStart: account.windowStart, points });
      account.reported += points;
      account.others = Math.max(account.others, sum - account.reported);
    } catch (error) {
      skipSyncUntil = performance.now() + SYNC_PAUSE_MS;
      onSyncFailure(error);
    }
  };
  /** Starts a sync if needed. @returns the sync that the request must wait for; undefined if it may continue. */
  const syncIfNeeded = (tokenId: number, budget: Budget, entry: Entry): Promise<void> | undefined => {
    const share = shareOf(policies[budget]);
    if (unreported(entry.account) < share || performance.now() < skipSyncUntil) return undefined;
    entry.sync ??= sync(tokenId, budget, entry.account).finally(() => delete entry.sync);
    return unreported(entry.account) < 2 * share ? undefined : entry.sync;
  };
  const waitForSync = async (running: Promise<void>): Promise<void> => {
    const synced = running.then(() => true);
    if (!(await Promise.race([synced, pause(SYNC_TIMEOUT_MS, false, { ref: false })])))
      skipSyncUntil = performance.now() + SYNC_PAUSE_MS;
  };

  const headersOf = (budget: Budget, account: Account) => {
    const { quota, windowSeconds } = policies[budget];
    const restMs = account.windowStart + windowSeconds * 1_000 - clock.now();
    const resetSeconds = Math.max(1, Math.ceil(restMs / 1_000));
    const left = leftOf(account, policies[budget]);
    const headers = {
      'RateLimit-Policy': `"${budget}";q=${quota};w=${windowSeconds}`,
      RateLimit: `"${budget}";r=${left};t=${resetSeconds}`,
    };
    return { headers, resetSeconds };
  };

  const take = (tokenId: number, budget: Budget): MaybePromise<Allowance> => {
    const entry = find(tokenId, budget);
    const running = syncIfNeeded(tokenId, budget, entry);
    // Checks again after the wait, because many requests wait for the same sync.
    if (running) return waitForSync(running).then(() => take(tokenId, budget));
    const { account } = entry;
    const allowed = leftOf(account, policies[budget]) > 0;
    if (allowed) account.own += 1;
    const { headers, resetSeconds } = headersOf(budget, account);
    return { allowed, headers, resetSeconds };
  };

  return {
    take,
    takeNow: (tokenId, budget) => {
      const { account } = find(tokenId, budget);
      const isSyncDue = unreported(account) >= shareOf(policies[budget]);
      if (isSyncDue || leftOf(account, policies[budget]) <= 0) return undefined;
      account.own += 1;
      return headersOf(budget, account).headers;
    },
    charge: (tokenId, budget, points) => {
      const { account } = find(tokenId, budget);
      account.own += points;
      return headersOf(budget, account).headers;
    },
  };
}

/** @throws AppError `rate_limited` if the allowance was refused. @param subject such as "requests for this token" */
export function requireAllowance({ allowed, resetSeconds }: Allowance, subject: string): void {
  if (allowed) return;
  throw failure('rate_limited', `Too many ${subject}. Retry in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** Counts the opening of a share link in the link's own budget. @throws AppError `rate_limited`. */
export async function limitOpening(rateLimit: Pick<RateLimit, 'take'>, linkId: number): Promise<void> {
  requireAllowance(await rateLimit.take(linkId, 'read'), 'requests for this shared page');
}

/**
 * Counts an event of a payment provider in the workspace's own budget. Called after the signature is verified: anyone can send to the
 * endpoint, and must not use up the budget of genuine events. Providers retry rejected events.
 *
 * @throws AppError `rate_limited`.
 */
export async function limitWebhook(rateLimit: Pick<RateLimit, 'take'>, workspaceId: number): Promise<void> {
  requireAllowance(await rateLimit.take(workspaceId, 'webhook'), 'payment events for this workspace');
}
