import type { QueryGoalResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryGoalResponse';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { goalSchema } from './goal-shape';
import { bucketJson, bucketKeys, notAdditive } from './series-bucket';

const count = z.int().nonnegative();
const counts = {
  conversions: count.meta({ description: 'Events that reach the goal' }),
  visitors: count.meta({ description: 'Distinct visitors who reached it' }),
};

/** What reading a goal answers. */
export const goalResultSchema = z
  .strictObject({
    goal: goalSchema,
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    grain: z.enum(GRAINS),
    data: z.strictObject({
      ...counts,
      conversionRate: z.number().nullable().meta({
        description:
          'Percent of all visitors of the window under the same filters by columns, two decimals; null without visitors',
      }),
      series: z.array(z.strictObject({ ...bucketKeys, ...counts })),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z
        .array(
          z.strictObject({
            key: z.string(),
            ...counts,
            conversionRate: z
              .number()
              .exactOptional()
              .meta({ description: "Percent of the row's visitors; left out when grouped by `props.<key>`" }),
          }),
        )
        .meta({ description: 'By conversions downwards, then by key' }),
    }),
  })
  .meta({ id: 'GoalResult' });

export function goalResultJson(
  answer: QueryGoalResponse__Output,
): Omit<z.infer<typeof goalResultSchema>, 'goal'> {
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain: answer.grain as Grain,
    data: {
      conversions: answer.conversions,
      visitors: answer.visitors,
      conversionRate: answer.conversionRate ?? null,
      series: answer.series.map(({ bucket, conversions, visitors }) => ({
        ...bucketJson(answer.grain, bucket),
        conversions,
        visitors,
      })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map(({ key, conversions, visitors, conversionRate }) => ({
        key,
        conversions,
        visitors,
        ...(conversionRate === undefined ? {} : { conversionRate }),
      })),
    },
  };
}
