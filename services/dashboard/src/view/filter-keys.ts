import { DIMENSION_COLUMNS, REVENUE_DIMENSIONS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';

/** What a page's numbers can be filtered by. */
export interface FilterKeys {
  readonly keys: readonly string[];
  /** Whether by `props.<key>`, too. */
  readonly hasProperties: boolean;
}

/** By what is counted; goals and funnels are of visits. */
export const FILTER_KEYS = {
  visits: { keys: VISIT_DIMENSIONS, hasProperties: true },
  events: { keys: DIMENSION_COLUMNS, hasProperties: true },
  /** What a shared page may ask. */
  shared: { keys: VISIT_DIMENSIONS, hasProperties: false },
  revenue: { keys: REVENUE_DIMENSIONS, hasProperties: false },
} as const satisfies Readonly<Record<string, FilterKeys>>;
