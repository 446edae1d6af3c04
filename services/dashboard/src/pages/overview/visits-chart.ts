import type { Schemas } from '@headwater/client/client';
import { bucketOf, type ChartData } from '../../chart/series';
import type { Metric } from './metrics';

type Stats = Schemas['Stats'];

/** One count by time, over that of the earlier window where there is one; the n-th buckets of both stand together. */
export function visitsChart(
  { grain, timezone, data }: Stats,
  { key, label }: Metric,
  before?: Stats,
): ChartData {
  const earlier = before?.data.series;
  return {
    grain,
    timezone,
    buckets: data.series.map((row) => bucketOf(row, grain)),
    series: [
      { label, kind: 'area', values: data.series.map((row) => row[key]) },
      ...(earlier
        ? [
            {
              label: `${label} before`,
              kind: 'before' as const,
              values: data.series.map((_, index) => earlier[index]?.[key] ?? null),
              buckets: earlier.map((row) => bucketOf(row, grain)),
            },
          ]
        : []),
    ],
  };
}
