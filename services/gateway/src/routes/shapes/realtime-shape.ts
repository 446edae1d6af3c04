import type { QueryRealtimeResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryRealtimeResponse';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import { notAdditive } from './series-bucket';

const count = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });
const counts = { visitors: count, sessions: count, pageviews: count };

/** The answer about the last half hour. */
export const realtimeSchema = z
  .strictObject({
    from: time.meta({ description: 'Start of the first of 30 whole minutes' }),
    to: time.meta({ description: 'End of the last one, which is under way' }),
    timezone: z.string(),
    data: z.strictObject({
      ...counts,
      series: z.array(
        z.strictObject({ minute: z.string().meta({ example: '2026-10-25T02:07:00+01:00' }), ...counts }),
      ),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z
        .array(z.strictObject({ key: z.string(), ...counts }))
        .meta({ description: 'By visitors downwards, then by key' }),
    }),
  })
  .meta({ id: 'Realtime' });

interface Counts {
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
}

const countsOf = ({ visitors, sessions, pageviews }: Counts): Counts => ({ visitors, sessions, pageviews });

export function realtimeJson(answer: QueryRealtimeResponse__Output): z.infer<typeof realtimeSchema> {
  return {
    from: isoTime(answer.fromMs),
    to: isoTime(answer.toMs),
    timezone: answer.timezone,
    data: {
      ...countsOf(answer),
      series: answer.series.map((bucket) => ({ minute: bucket.bucket, ...countsOf(bucket) })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map((row) => ({ key: row.key, ...countsOf(row) })),
    },
  };
}
