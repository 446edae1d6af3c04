import { scopeOf, type Demand } from './authorise';

/**
 * Each kind of request has a budget of its own: a busy importer must not lock a dashboard out. `password` counts the tries
 * to open a share link, `webhook` what is sent to a workspace in Stripe's name.
 */
export const BUDGETS = ['read', 'write', 'import', 'export', 'password', 'webhook'] as const;
export type Budget = (typeof BUDGETS)[number];

/** What a token may spend in each window; windows begin at whole multiples of their length since 1970. */
export interface BudgetPolicy {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The budget that an endpoint's requests are counted against. */
export function budgetOf(endpoint: Demand & { readonly file?: object }): Budget {
  if (endpoint.file) return 'import';
  if (scopeOf(endpoint) === 'export') return 'export';
  return endpoint.method === 'get' ? 'read' : 'write';
}

/** One point beyond the first for each million rows that an answer was made of. */
const ROWS_PER_POINT = 1_000_000;

/** What an answer costs beyond its request. @param rows that the event store read for it */
export function costOf(rows: number): number {
  return Math.floor(rows / ROWS_PER_POINT);
}

/** What a question costs that was given up for being too heavy: nobody knows how much of it was read. */
export const COST_OF_TOO_HEAVY = 50;
