import type { Schemas } from '@headwater/client/client';
import { bucketOf, earlierSeries, type ChartData } from '../../chart/series';
import type { Table } from '../../export/export-buttons';
import { formatGrain } from '../../format/names';
import { t } from '../../strings/text';
import type { RevenueBars } from './revenue-bars';

type Stats = Schemas['Stats'];

/** Metrics of the chart: those that the API returns as a time series. `imported`: the metric of imported history. */
export const METRICS = [
  { key: 'visitors', label: t('Visitors'), imported: { key: 'dailyVisitors', label: t('Daily visitors') } },
  { key: 'sessions', label: t('Sessions'), imported: { key: 'sessions', label: t('Sessions') } },
  { key: 'pageviews', label: t('Pageviews'), imported: { key: 'pageviews', label: t('Pageviews') } },
] as const;
type Metric = (typeof METRICS)[number];

/** The metric in the URL if it is valid, otherwise visitors. */
export const metricOf = (key: string | null): Metric =>
  METRICS.find((metric) => metric.key === key) ?? METRICS[0];

interface ChartParts {
  /** The comparison period. */
  readonly before: Stats | undefined;
  readonly bars: RevenueBars | undefined;
}

/**
 * The time series of a metric, with revenue, imported history and that of the comparison period. Aligns the n-th buckets of
 * both periods.
 */
export function visitsChart(
  { grain, timezone, data }: Stats,
  metric: Metric,
  { before, bars }: ChartParts,
): ChartData {
  const { key, label } = metric;
  const buckets = data.series.map((row) => bucketOf(row, grain));
  const imported = new Map(data.imported?.series.map((row) => [bucketOf(row, grain), row]));
  const lastImported = buckets.findLastIndex((bucket) => imported.has(bucket));
  // In the last bucket, the import may continue after the time range.
  const isEndShown = lastImported >= 0 && lastImported < buckets.length - 1;
  return {
    grain,
    timezone,
    buckets,
    ...(isEndShown ? { mark: { index: lastImported, label: t('Import ends') } } : {}),
    series: [
      { label, kind: 'area', values: data.series.map((row) => row[key]) },
      ...(bars
        ? [
            {
              label: t('Revenue'),
              kind: 'bars' as const,
              values: buckets.map((bucket) => bars.byBucket.get(bucket) ?? 0),
              format: bars.format,
            },
          ]
        : []),
      ...(imported.size > 0
        ? [
            {
              label: t('{metric} (imported)', { metric: metric.imported.label }),
              values: buckets.map((bucket) => imported.get(bucket)?.[metric.imported.key] ?? null),
            },
          ]
        : []),
      ...(before
        ? [
            earlierSeries(t('{metric} (previous)', { metric: label }), before, {
              count: buckets.length,
              valueOf: (row) => row[key],
            }),
          ]
        : []),
    ],
  };
}

/** The time series for the CSV. */
export function visitsTable({ grain, data }: Stats): Table {
  const imported = new Map(data.imported?.series.map((row) => [bucketOf(row, grain), row]));
  const importedMetrics = imported.size > 0 ? METRICS.map((metric) => metric.imported) : [];
  return {
    columns: [
      formatGrain(grain),
      ...METRICS.map(({ label }) => label),
      ...importedMetrics.map(({ label }) => t('{metric} (imported)', { metric: label })),
    ],
    rows: data.series.map((row) => {
      const bucket = bucketOf(row, grain);
      return [
        bucket,
        ...METRICS.map(({ key }) => row[key]),
        ...importedMetrics.map(({ key }) => imported.get(bucket)?.[key] ?? null),
      ];
    }),
  };
}
