/** What the chart can show: the counts that the API gives by time. */
export const METRICS = [
  { key: 'visitors', label: 'Visitors' },
  { key: 'sessions', label: 'Sessions' },
  { key: 'pageviews', label: 'Pageviews' },
] as const;
export type Metric = (typeof METRICS)[number];

/** The one that an address names, else visitors. */
export const metricOf = (key: string | null): Metric =>
  METRICS.find((metric) => metric.key === key) ?? METRICS[0];
