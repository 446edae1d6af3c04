import type { QueryEventResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryEventResponse';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { bucketJson, bucketKeys, notAdditive } from './series-bucket';

const count = z.int().nonnegative();
const rate = z.number().nonnegative().meta({ description: 'Events per hundred pageviews, two decimals' });

/** The answer of the event analysis. */
export const eventAnalysisSchema = z
  .strictObject({
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    grain: z.enum(GRAINS),
    data: z.strictObject({
      name: z.string(),
      events: count,
      uniqueVisitors: count,
      pageviews: count,
      eventRate: rate.exactOptional(),
      series: z.array(
        z.strictObject({
          ...bucketKeys,
          events: count,
          visitors: count,
        }),
      ),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z.array(
        z.strictObject({
          key: z.string(),
          events: count,
          visitors: count,
          pageviews: count.exactOptional(),
          eventRate: rate.exactOptional(),
        }),
      ),
      other: count.exactOptional().meta({ description: 'Events of rows beyond `limit`' }),
      note: z.string().exactOptional().meta({ description: 'Why `eventRate` is left out' }),
    }),
  })
  .meta({ id: 'EventAnalysis' });

export function eventAnalysisJson(answer: QueryEventResponse__Output): z.infer<typeof eventAnalysisSchema> {
  const grain = answer.grain as Grain;
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain,
    data: {
      name: answer.name,
      events: answer.events,
      uniqueVisitors: answer.uniqueVisitors,
      pageviews: answer.pageviews,
      ...present('eventRate', answer.eventRate),
      series: answer.series.map(({ bucket, events, visitors }) => ({
        ...bucketJson(grain, bucket),
        events,
        visitors,
      })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map(({ key, events, visitors, pageviews, eventRate }) => ({
        key,
        events,
        visitors,
        ...present('pageviews', pageviews),
        ...present('eventRate', eventRate),
      })),
      ...present('other', answer.other),
      ...present('note', answer.note),
    },
  };
}

function present<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}
