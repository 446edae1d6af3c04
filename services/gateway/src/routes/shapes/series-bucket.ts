import type { Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';

const bucketKey = (description: string) => z.string().exactOptional().meta({ description });

/** The key of a step of a series: named after the grain. */
export const bucketKeys = {
  hour: bucketKey('With grain hour: `2026-10-25T02:00:00+01:00`'),
  day: bucketKey('With grain day: `2026-10-25`'),
  week: bucketKey('With grain week: the Monday, `2026-10-19`'),
  month: bucketKey('With grain month: `2026-10`'),
};

/** Whether the steps of a series add up to its total. */
export const notAdditive = z.literal(false).meta({
  description:
    'Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window',
});

/** `{day: '2026-10-25'}`, or as the grain has it. */
export function bucketJson(grain: string, bucket: string): Partial<Record<Grain, string>> {
  return { [grain]: bucket };
}
