import type { BudgetPolicy } from './budget';

/** What one gateway knows of one token's budget in the window under way. Points: requests, and costs of answers. */
export interface Account {
  /** Unix milliseconds. */
  readonly windowStart: number;
  /** Spent here. */
  own: number;
  /** Of these, how many the other gateways have been told. */
  told: number;
  /** Spent at the other gateways, as last heard. */
  others: number;
}

/** How much each gateway may spend untold; twice that at the most. A tenth of the quota in all: see `RateLimit`. */
export function shareOf({ quota }: BudgetPolicy): number {
  return Math.max(1, Math.floor(quota / 20));
}

export function startOfWindow(now: number, { windowSeconds }: BudgetPolicy): number {
  const ms = windowSeconds * 1_000;
  return Math.floor(now / ms) * ms;
}

/** The longest debt, in windows: an answer may cost more than a window has. */
const LONGEST_DEBT = 15;

/** The account of the window under way: the known one, or a new one, which inherits what was spent beyond the quota. */
export function accountAt(now: number, policy: BudgetPolicy, known: Account | undefined): Account {
  const windowStart = startOfWindow(now, policy);
  if (known?.windowStart === windowStart) return known;
  const passed = known ? (windowStart - known.windowStart) / (policy.windowSeconds * 1_000) : 0;
  const debt = known && passed > 0 ? known.own - policy.quota * passed : 0;
  const own = Math.min(Math.max(0, debt), policy.quota * LONGEST_DEBT);
  return { windowStart, own, told: 0, others: 0 };
}

export function untold({ own, told }: Account): number {
  return own - told;
}

/** Points left; never less than none. */
export function leftOf({ own, others }: Account, { quota }: BudgetPolicy): number {
  return Math.max(0, quota - own - others);
}
