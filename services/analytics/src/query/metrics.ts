import { PAGEVIEW } from '@headwater/protos/vocabulary';

/**
 * Metrics of an event analysis: one aggregate each, over the rows of the event or over pageviews. A new metric needs a row
 * here, a field in the result of `queries/event-analysis.ts` and a test.
 */
export const EVENT_METRICS = {
  events: { counts: 'event', sql: (condition: string) => `countIf(${condition})` },
  // Exact: with estimates, two reports of the same window would differ.
  visitors: { counts: 'event', sql: (condition: string) => `uniqExactIf(visitor_id, ${condition})` },
  pageviews: { counts: 'pageview', sql: (condition: string) => `countIf(${condition})` },
} as const satisfies Record<string, { counts: 'event' | 'pageview'; sql: (condition: string) => string }>;

export type EventMetric = keyof typeof EVENT_METRICS;

/** Metrics of the queries about visits, by the name of their column. */
const VISIT_METRICS = {
  visitors: 'uniqExact(visitor_id)',
  sessions: 'uniqExact(session_id)',
  pageviews: `countIf(name = '${PAGEVIEW}')`,
} as const;

/** One row of visit metrics. */
export type VisitCounts = { readonly [Metric in keyof typeof VISIT_METRICS]: number };

/** The SELECT list of the visit metrics. */
export const VISIT_METRICS_SQL = Object.entries(VISIT_METRICS)
  .map(([metric, sql]) => `${sql} AS ${metric}`)
  .join(', ');
