import type { QueryImportedResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryImportedResponse';
import type { Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { bucketJson, bucketKeys } from './shapes/series';

const count = z.int().nonnegative();
const counts = {
  dailyVisitors: count.meta({
    description: 'Sum of the daily visitors: a visitor active on two days counts twice',
  }),
  sessions: count,
  pageviews: count,
};

/** Daily totals imported from another product. They are never added to Headwater's own numbers. */
export const importedSchema = z
  .strictObject({
    days: count.meta({ description: 'Days in the window with imported totals' }),
    ...counts,
    bounceRate: z.number().nullable().meta({ description: 'Percent of sessions; null without sessions' }),
    visitDuration: z.number().nullable().meta({ description: 'Mean seconds; null without sessions' }),
    series: z
      .array(z.strictObject({ ...bucketKeys, ...counts }))
      .meta({ description: 'Only buckets with imported days. Empty with `grain=hour`' }),
    breakdown: z.array(z.strictObject({ key: z.string(), ...counts })).meta({
      description:
        'Available for `pathname`, `entry_page`, `exit_page`, `source`, `country`, `region`, `device`, `browser` and `os`; ' +
        'otherwise empty',
    }),
    events: z
      .array(z.strictObject({ name: z.string(), events: count, dailyVisitors: count }))
      .meta({ description: 'Custom events' }),
  })
  .meta({ id: 'ImportedStats' });

/** Maps imported totals to JSON. @param grain bucket size of the series */
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
