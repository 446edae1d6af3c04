import type { QueryFunnelResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryFunnelResponse';
import { z } from 'zod';
import { percent } from '../../domain/percent';
import { funnelSchema } from './goal-shape';

const count = z.int().nonnegative();
const ofEntered = z
  .number()
  .nullable()
  .meta({ description: 'Percent of those who entered, two decimals; null when nobody did' });

/** What reading a funnel answers. */
export const funnelResultSchema = z
  .strictObject({
    funnel: funnelSchema,
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    data: z.strictObject({
      entered: count.meta({ description: 'Visitors who took the first step' }),
      completed: count.meta({ description: 'Visitors who took all' }),
      conversionRate: ofEntered,
      steps: z
        .array(
          z.strictObject({
            name: z.string(),
            visitors: count,
            dropOff: count.meta({ description: 'Visitors of the step before who did not come to this one' }),
            conversionRate: ofEntered,
          }),
        )
        .meta({
          description:
            'Visitors who took the steps up to this one, each strictly later than the one before, within `windowHours` ' +
            'of the first and all within the range. Filters hold for every step',
        }),
      dimension: z.string().nullable(),
      breakdown: z
        .array(
          z.strictObject({ key: z.string(), entered: count, completed: count, conversionRate: ofEntered }),
        )
        .meta({ description: "By entered downwards, then by key: the value at the visitor's first entry" }),
    }),
  })
  .meta({ id: 'FunnelResult' });

export function funnelResultJson(
  answer: QueryFunnelResponse__Output,
): Omit<z.infer<typeof funnelResultSchema>, 'funnel'> {
  const entered = answer.steps[0]?.visitors ?? 0;
  const completed = answer.steps.at(-1)?.visitors ?? 0;
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    data: {
      entered,
      completed,
      conversionRate: percent(completed, entered),
      steps: answer.steps.map(({ name, visitors }, index) => ({
        name,
        visitors,
        dropOff: (answer.steps[index - 1]?.visitors ?? visitors) - visitors,
        conversionRate: percent(visitors, entered),
      })),
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map((row) => ({
        key: row.key,
        entered: row.entered,
        completed: row.completed,
        conversionRate: percent(row.completed, row.entered),
      })),
    },
  };
}
