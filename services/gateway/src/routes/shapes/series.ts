import type { Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';

const bucketKey = (description: string) => z.string().exactOptional().meta({ description });

/** The time key of a series bucket. Its field is named after the grain. */
export const bucketKeys = {
  hour: bucketKey('With grain hour: `2026-10-25T02:00:00+01:00`'),
  day: bucketKey('With grain day: `2026-10-25`'),
  week: bucketKey('With grain week: its Monday, `2026-10-19`'),
  month: bucketKey('With grain month: `2026-10`'),
};

/** Marks a series whose buckets do not add up to the total. */
export const notAdditive = z.literal(false).meta({
  description:
    'Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once',
});

/** The time key of a bucket, such as `{day: '2026-10-25'}`. */
export function bucketJson(grain: string, bucket: string): Partial<Record<Grain, string>> {
  return { [grain]: bucket };
}
