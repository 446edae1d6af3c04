/**
 * What can be counted. Each metric is one aggregate over the rows of its kind; adding one is a row here, a field in
 * the shape and a test.
 */
export const METRICS = {
  events: { of: 'event', sql: (condition: string) => `countIf(${condition})` },
  // Exact by decision: estimates would make two reports of one window disagree.
  visitors: { of: 'event', sql: (condition: string) => `uniqExactIf(visitor_id, ${condition})` },
  pageviews: { of: 'pageview', sql: (condition: string) => `countIf(${condition})` },
} as const satisfies Record<string, { of: 'event' | 'pageview'; sql: (condition: string) => string }>;

export type Metric = keyof typeof METRICS;
