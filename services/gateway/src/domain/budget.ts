import { scopeOf, type RequiredRights } from './authorise';

/**
 * Separate rate-limit budgets, so that a busy importer does not block a dashboard. `password` counts attempts to open a
 * share link, `webhook` counts events of a workspace's payment providers.
 */
export const BUDGETS = ['read', 'write', 'import', 'export', 'password', 'webhook'] as const;
export type Budget = (typeof BUDGETS)[number];

/** Points per fixed window. Windows start at multiples of their length since 1970. */
export interface BudgetPolicy {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The budget that an endpoint's requests are counted in. */
export function budgetOf(
  endpoint: RequiredRights & { readonly file?: object; readonly budget?: Budget },
): Budget {
  if (endpoint.budget) return endpoint.budget;
  if (endpoint.file) return 'import';
  if (scopeOf(endpoint) === 'export') return 'export';
  return endpoint.method === 'get' ? 'read' : 'write';
}

/** Rows of the event store that cost one point. */
const ROWS_PER_POINT = 1_000_000;

/** Additional points of a query that was cancelled because it reads too much: the number of rows is unknown. */
export const COST_OF_TOO_HEAVY = 50;

/** Additional points of an answer: one for each million rows, at most those of a query that reads too much. @param rows read by the event store */
export function costOf(rows: number): number {
  return Math.min(COST_OF_TOO_HEAVY, Math.floor(rows / ROWS_PER_POINT));
}

/**
 * Items of a request that cost one point, in the budgets of calls with many items. Measured in `deploy/SIZING.md`: a call with one item
 * takes about 0.7 ms of a core, an account in a call with many 0.015 ms. With a point per second, the budget `import` admits more rows of
 * files than one core stores.
 */
export const ITEMS_PER_POINT = { write: 50, import: 50_000 } as const satisfies Partial<
  Record<Budget, number>
>;

/** Points of a request with items, at least one. */
export function pointsOfItems(budget: Budget, items: number): number {
  return Math.max(1, Math.ceil(items / itemsPerPoint(budget)));
}

/** Infinity for the budgets of calls without items. */
export function itemsPerPoint(budget: Budget): number {
  return budget === 'write' || budget === 'import' ? ITEMS_PER_POINT[budget] : Infinity;
}

/** Time of a call that costs one point, if the call is charged by its time. */
export const MS_PER_POINT = 100;

/** Additional points of a call that is charged by its time: as many as a query of events that takes this time. */
export function costOfTime(ms: number): number {
  return Math.min(COST_OF_TOO_HEAVY, Math.max(0, Math.floor(ms / MS_PER_POINT)));
}

/** One gateway's count for one token and budget in the current window. Points: requests and the cost of answers. */
export interface Account {
  /** Unix milliseconds. */
  readonly windowStart: number;
  /** Points spent at this gateway. */
  own: number;
  /** Part of `own` that was added to the shared sum. */
  reported: number;
  /** Points spent at the other gateways, as of the last sync. */
  others: number;
}

/** Points that a gateway spends before it syncs (1/20 of the quota). It never exceeds twice this number unreported. */
export function shareOf({ quota }: BudgetPolicy): number {
  return Math.max(1, Math.floor(quota / 20));
}

/** Start of the window that contains `now`. Both in Unix milliseconds. */
export function startOfWindow(now: number, { windowSeconds }: BudgetPolicy): number {
  const ms = windowSeconds * 1_000;
  return Math.floor(now / ms) * ms;
}

/** Max windows that an expensive answer is deducted from. */
const MAX_DEBT_WINDOWS = 15;

/** The account of the current window: `current`, or a new account that starts with the points spent beyond earlier quotas. */
export function accountAt(now: number, policy: BudgetPolicy, current: Account | undefined): Account {
  const windowStart = startOfWindow(now, policy);
  if (current?.windowStart === windowStart) return current;
  const passed = current ? (windowStart - current.windowStart) / (policy.windowSeconds * 1_000) : 0;
  const debt = current && passed > 0 ? current.own - policy.quota * passed : 0;
  const own = Math.min(Math.max(0, debt), policy.quota * MAX_DEBT_WINDOWS);
  return { windowStart, own, reported: 0, others: 0 };
}

/** Points that the other gateways don't know of yet. */
export function unreported({ own, reported }: Account): number {
  return own - reported;
}

/** Remaining points, at least 0. */
export function leftOf({ own, others }: Account, { quota }: BudgetPolicy): number {
  return Math.max(0, quota - own - others);
}
