import { COMPARISONS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { eventAnalysisQuery } from './event-analysis-query';

/** What the stats take beside filters. */
export const statsQuery = eventAnalysisQuery.extend({
  compare: z.enum(COMPARISONS).exactOptional().meta({
    description: 'As many days just before the window, or the same dates a year earlier',
  }),
  include: z
    .enum(['revenue', 'imported'])
    .exactOptional()
    .meta({
      description:
        '`revenue`: what was paid, and how much per visitor; then filters are those that revenue has, too. ' +
        '`imported`: what was imported of days that another product counted; then without filters',
    }),
});

/** What the list of events takes beside filters. */
export const eventListQuery = eventAnalysisQuery.pick({
  from: true,
  to: true,
  range: true,
  timezone: true,
  limit: true,
});
