import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import { accountAt, leftOf, shareOf, untold, type Account } from '../domain/account';
import type { Budget, BudgetPolicy } from '../domain/budget';
import type { Spending } from '../store/spend-budget';
import type { Soon } from './soon';

export interface RateLimitOptions {
  readonly policies: Readonly<Record<Budget, BudgetPolicy>>;
  readonly clock: Clock;
  /** Adds to what was spent and gives the sum over all gateways. */
  readonly spend: (spending: Spending) => Promise<number>;
  /** Told when the others can not be heard; each gateway then counts by itself. */
  readonly onDeaf: (error: unknown) => void;
}

/** What is left of a budget after a request. */
export interface Allowance {
  readonly allowed: boolean;
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole seconds until the next window. */
  readonly resetSeconds: number;
}

/**
 * Counts each token's requests against its budgets, over all gateways and without a query a request: each counts in
 * memory, tells the others through Postgres after every twentieth of the quota, and never spends more than two of these
 * untold. So R gateways together let through at most 1 + R/10 times the quota, and never less than the quota.
 * While Postgres can not be asked each gateway counts by itself.
 */
export interface RateLimit {
  /** Counts a request, unless nothing is left. */
  take(tokenId: number, budget: Budget): Soon<Allowance>;
  /** Counts what an answer cost besides; its own window bears it, and those that follow what is beyond the quota. */
  charge(tokenId: number, budget: Budget, points: number): Allowance['headers'];
}

/** How long a request waits for the others to be heard, and how long a gateway does without them after it waited in vain. */
const PATIENCE_MS = 250;
const DEAF_MS = 1_000;
/** Accounts kept; beyond it those of past windows go. */
const MOST_ACCOUNTS = 20_000;

interface Kept {
  account: Account;
  telling?: Promise<void>;
}

export function createRateLimit({ policies, clock, spend, onDeaf }: RateLimitOptions): RateLimit {
  const kept = new Map<string, Kept>();
  let deafUntil = 0;

  const find = (tokenId: number, budget: Budget): Kept => {
    const name = `${tokenId}:${budget}`;
    const now = clock.now();
    const known = kept.get(name);
    if (known) {
      known.account = accountAt(now, policies[budget], known.account);
      return known;
    }
    if (kept.size >= MOST_ACCOUNTS) forgetPast(now);
    const fresh = { account: accountAt(now, policies[budget], undefined) };
    kept.set(name, fresh);
    return fresh;
  };
  const forgetPast = (now: number): void => {
    const longest = Math.max(...Object.values(policies).map(({ windowSeconds }) => windowSeconds));
    for (const [name, { account }] of kept)
      if (account.windowStart < now - longest * 1_000) kept.delete(name);
  };

  /** Tells the others what was spent here, and hears what they spent. Never rejects. */
  const tell = async (tokenId: number, budget: Budget, account: Account): Promise<void> => {
    const points = untold(account);
    try {
      const sum = await spend({ tokenId, budget, windowStart: account.windowStart, points });
      account.told += points;
      account.others = Math.max(account.others, sum - account.told);
    } catch (error) {
      deafUntil = performance.now() + DEAF_MS;
      onDeaf(error);
    }
  };
  /** Sees to it that the others are told. @returns what a request has to wait for, undefined when it may go on. */
  const mustWait = (tokenId: number, budget: Budget, entry: Kept): Promise<void> | undefined => {
    const share = shareOf(policies[budget]);
    if (untold(entry.account) < share || performance.now() < deafUntil) return undefined;
    entry.telling ??= tell(tokenId, budget, entry.account).finally(() => delete entry.telling);
    return untold(entry.account) < 2 * share ? undefined : entry.telling;
  };
  const patiently = async (telling: Promise<void>): Promise<void> => {
    const heard = telling.then(() => true);
    if (!(await Promise.race([heard, pause(PATIENCE_MS, false, { ref: false })])))
      deafUntil = performance.now() + DEAF_MS;
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

  const take = (tokenId: number, budget: Budget): Soon<Allowance> => {
    const entry = find(tokenId, budget);
    const telling = mustWait(tokenId, budget, entry);
    // Looked at anew after each wait: many wait for one telling.
    if (telling) return patiently(telling).then(() => take(tokenId, budget));
    const { account } = entry;
    const allowed = leftOf(account, policies[budget]) > 0;
    if (allowed) account.own += 1;
    const { headers, resetSeconds } = headersOf(budget, account);
    return { allowed, headers, resetSeconds };
  };

  return {
    take,
    charge: (tokenId, budget, points) => {
      const { account } = find(tokenId, budget);
      account.own += points;
      return headersOf(budget, account).headers;
    },
  };
}
