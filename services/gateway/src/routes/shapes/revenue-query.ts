import { ATTRIBUTION_MODELS, REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { eventAnalysisQuery } from './event-analysis-query';

const { from, to, range, grain, limit } = eventAnalysisQuery.shape;

/** What the revenue report takes beside filters. */
export const revenueQuery = z.object({
  from,
  to,
  range,
  grain,
  limit,
  timezone: z.string().exactOptional().meta({ description: 'IANA zone of days and buckets; default UTC' }),
  dimension: z
    .string()
    .exactOptional()
    .meta({
      description: `One of ${REVENUE_DIMENSIONS.join(', ')}`,
      example: 'channel',
    }),
  model: z
    .enum(ATTRIBUTION_MODELS)
    .exactOptional()
    .meta({ description: 'Which visit a payment is credited to; default first_touch' }),
});
