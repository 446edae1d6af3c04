import type { QueryImportedResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryImportedResponse';
import type { QueryStatsResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryStatsResponse';
import type { StatsTotals__Output } from '@headwater/protos/gen/headwater/analytics/v1/StatsTotals';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { VisitRevenue } from '../read-visit-revenue';
import { importedJson, importedSchema } from './imported-shape';
import { bucketJson, bucketKeys, notAdditive } from './series-bucket';
import { visitRevenueJson, visitRevenueSchema } from './visit-revenue-shape';

const count = z.int().nonnegative();
const counts = {
  visitors: count.meta({ description: 'Distinct visitors with any event' }),
  sessions: count.meta({
    description: 'Distinct sessions with any event; 30 minutes without one end a session',
  }),
  pageviews: count,
};
const bounceRate = z.number().meta({
  description:
    'Percent of the sessions, two decimals, that have at most one event in the window beside `engagement`. ' +
    'A session is judged by all of its events in the window, also those that a filter leaves out',
});
const totals = {
  ...counts,
  bounceRate: bounceRate.nullable().meta({ description: 'As in `breakdown`; null without sessions' }),
  visitDuration: z.number().nullable().meta({
    description:
      'Mean seconds of a session from its first event in the window to its last, bounces included; null without sessions',
  }),
  viewsPerVisit: z.number().nullable().meta({
    description: 'Pageviews per session, two decimals; null without sessions',
  }),
};
const range = z.string().meta({ example: '2026-10-01 to 2026-10-30' });

/** The answer of the stats. */
export const statsSchema = z
  .strictObject({
    range,
    timezone: z.string(),
    grain: z.enum(GRAINS),
    data: z.strictObject({
      ...totals,
      revenue: visitRevenueSchema.exactOptional(),
      imported: importedSchema.exactOptional(),
      series: z.array(z.strictObject({ ...bucketKeys, ...counts })),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z
        .array(
          z.strictObject({
            key: z.string(),
            ...counts,
            bounceRate,
            revenue: visitRevenueSchema.exactOptional(),
          }),
        )
        .meta({ description: 'By visitors downwards, then by key' }),
      comparison: z
        .strictObject({ range, ...totals })
        .exactOptional()
        .meta({ description: 'The earlier window, when `compare` was given' }),
    }),
  })
  .meta({ id: 'Stats' });

/** What was asked for beside. */
interface StatsExtras {
  readonly revenue?: VisitRevenue | undefined;
  readonly imported?: QueryImportedResponse__Output | undefined;
}

export function statsJson(
  answer: QueryStatsResponse__Output,
  { revenue, imported }: StatsExtras = {},
): z.infer<typeof statsSchema> {
  const { comparison } = answer;
  const paid = (visitors: number, key?: string) => {
    const sums = revenue && visitRevenueJson(revenue, visitors, key);
    return sums ? { revenue: sums } : {};
  };
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain: answer.grain as Grain,
    data: {
      ...totalsJson(answer.totals),
      ...paid(answer.totals?.visitors ?? 0),
      series: answer.series.map(({ bucket, visitors, sessions, pageviews }) => ({
        ...bucketJson(answer.grain, bucket),
        visitors,
        sessions,
        pageviews,
      })),
      ...(imported ? { imported: importedJson(imported, answer.grain) } : {}),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map(({ key, visitors, sessions, pageviews, bounceRate }) => ({
        key,
        visitors,
        sessions,
        pageviews,
        bounceRate,
        ...paid(visitors, key),
      })),
      ...(comparison
        ? {
            comparison: { range: `${comparison.from} to ${comparison.to}`, ...totalsJson(comparison.totals) },
          }
        : {}),
    },
  };
}

function totalsJson(totals: StatsTotals__Output | null) {
  return {
    visitors: totals?.visitors ?? 0,
    sessions: totals?.sessions ?? 0,
    pageviews: totals?.pageviews ?? 0,
    bounceRate: totals?.bounceRate ?? null,
    visitDuration: totals?.visitDuration ?? null,
    viewsPerVisit: totals?.viewsPerVisit ?? null,
  };
}
