import type { QueryImportedResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryImportedResponse';
import type { Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { bucketJson, bucketKeys } from './series-bucket';

const count = z.int().nonnegative();
const counts = {
  dailyVisitors: count.meta({
    description: "The sum of each day's visitors: whoever came on two days counts twice",
  }),
  sessions: count,
  pageviews: count,
};

/** What other products counted on days of the window: beside our own numbers, never among them. */
export const importedSchema = z
  .strictObject({
    days: count.meta({ description: 'Days of the window that have imported totals' }),
    ...counts,
    bounceRate: z.number().nullable().meta({ description: 'Percent of the sessions; null without sessions' }),
    visitDuration: z.number().nullable().meta({ description: 'Mean seconds; null without sessions' }),
    series: z
      .array(z.strictObject({ ...bucketKeys, ...counts }))
      .meta({ description: 'Only buckets with imported days; none by the hour' }),
    breakdown: z.array(z.strictObject({ key: z.string(), ...counts })).meta({
      description:
        'By `pathname`, `entry_page`, `exit_page`, `source`, `country`, `region`, `device`, `browser` or `os`; else empty',
    }),
    events: z
      .array(z.strictObject({ name: z.string(), events: count, dailyVisitors: count }))
      .meta({ description: 'Custom events' }),
  })
  .meta({ id: 'ImportedStats' });

export function importedJson(
  answer: QueryImportedResponse__Output,
  grain: string,
): z.infer<typeof importedSchema> {
  const { days, totals, series, breakdown, events } = answer;
  return {
    days,
    dailyVisitors: totals?.dailyVisitors ?? 0,
    sessions: totals?.sessions ?? 0,
    pageviews: totals?.pageviews ?? 0,
    bounceRate: totals?.bounceRate ?? null,
    visitDuration: totals?.visitDuration ?? null,
    series: series.map(({ bucket, dailyVisitors, sessions, pageviews }) => ({
      ...bucketJson(grain as Grain, bucket),
      dailyVisitors,
      sessions,
      pageviews,
    })),
    breakdown: breakdown.map(({ key, dailyVisitors, sessions, pageviews }) => ({
      key,
      dailyVisitors,
      sessions,
      pageviews,
    })),
    events: events.map(({ name, events: number, dailyVisitors }) => ({
      name,
      events: number,
      dailyVisitors,
    })),
  };
}
