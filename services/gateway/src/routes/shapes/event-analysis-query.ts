import { GRAINS } from '@headwater/protos/vocabulary';
import { z } from 'zod';

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-10-25');
const limitMessage = 'must be a whole number from 1 to 500';

/** What the event analysis takes beside filters. Which dates, ranges and dimensions exist is analytics' to say. */
export const eventAnalysisQuery = z.object({
  from: date
    .exactOptional()
    .meta({ description: 'First day, with `to`; instead of `range`', format: 'date' }),
  to: date.exactOptional().meta({ description: 'Last day, inclusive', format: 'date' }),
  range: z
    .string()
    .exactOptional()
    .meta({ description: 'Last N days ending today, N 1 to 730; default 30d', example: '7d' }),
  grain: z.enum(GRAINS).exactOptional().meta({ description: 'Buckets of the series; default day' }),
  dimension: z
    .string()
    .exactOptional()
    .meta({ description: 'A column or `props.<key>`', example: 'pathname' }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit <= 500, limitMessage)
    .exactOptional()
    .meta({
      description: 'Breakdown rows, 1 to 500; default 100',
      type: 'integer',
      minimum: 1,
      maximum: 500,
    }),
  timezone: z
    .string()
    .exactOptional()
    .meta({ description: "IANA zone of days and buckets, instead of the site's", example: 'Europe/Berlin' }),
});
