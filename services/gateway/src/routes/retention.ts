import { QUERY_LIMITS } from '@headwater/protos/limits';
import { RETENTION_GRAINS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { percent } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { removedDays, removedDaysJson, VISIT_FILTERS, windowQuery } from './shapes/queries';
import { notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';

const count = z.int().nonnegative();

const returned = {
  visitors: count.meta({ description: 'Visitors of the cohort with an event in this week or on this day' }),
  retention: z
    .number()
    .nullable()
    .meta({ description: 'Percent of the cohort, two decimals; null for an empty cohort' }),
};

const schema = z
  .strictObject({
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    cohort: z.enum(RETENTION_GRAINS),
    ...removedDays,
    data: z.strictObject({
      cohorts: z
        .array(
          z.strictObject({
            week: z
              .string()
              .exactOptional()
              .meta({ description: 'By week: its Monday', examples: ['2026-10-19'] }),
            day: z
              .string()
              .exactOptional()
              .meta({ description: 'By day', examples: ['2026-10-19'] }),
            visitors: count.meta({
              description: `Visitors whose first matching event in the last ${QUERY_LIMITS.maxDays} days falls in this week or day`,
            }),
            weeks: z
              .array(z.strictObject({ week: z.string(), ...returned }))
              .exactOptional()
              .meta({ description: 'By week: the following weeks, up to the end of the window' }),
            days: z
              .array(z.strictObject({ day: z.string(), ...returned }))
              .exactOptional()
              .meta({ description: 'By day: the following days, up to the end of the window' }),
            additive: notAdditive,
          }),
        )
        .meta({
          description:
            'One cohort per week or day of the window. The window cuts the first and the last week: start it on a Monday',
        }),
    }),
  })
  .meta({ id: 'Retention' });

const query = windowQuery.extend({
  cohort: z
    .enum(RETENTION_GRAINS)
    .exactOptional()
    .meta({
      description: `Whether visitors are grouped by the week or day of their first event, and counted in each following one. By day, the window has at most ${QUERY_LIMITS.maxRetentionDays} days. Default: week`,
    }),
});

/** `GET /api/v1/sites/{id}/retention` */
export const getRetention = defineEndpoint({
  operationId: 'getRetention',
  summary: 'Get visitor retention by cohort',
  description:
    'Counts the visitors of each weekly or daily cohort who returned later. Default window: 84 days, by day 30 days.',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/retention',
  example: { query: 'range=84d' },
  params: siteParams,
  query,
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The cohorts', schema } },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async (
    { params: { id }, query: { cohort = 'week', ...window }, filters, call },
    { sites, analytics },
  ) => {
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], grain: cohort, ...window };
    const { from, to, timezone, cohorts } = await analytics.QueryRetention({ question }, call);
    const body = {
      range: `${from} to ${to}`,
      timezone,
      cohort,
      ...removedDaysJson(site, from),
      data: {
        cohorts: cohorts.map(({ bucket, visitors: [first = 0, ...later] }, index) => {
          const returns = later.map((visitors, offset) => ({
            bucket: cohorts[index + 1 + offset]?.bucket ?? '',
            rest: { visitors, retention: percent(visitors, first) },
          }));
          return {
            ...(cohort === 'week'
              ? { week: bucket, weeks: returns.map(({ bucket, rest }) => ({ week: bucket, ...rest })) }
              : { day: bucket, days: returns.map(({ bucket, rest }) => ({ day: bucket, ...rest })) }),
            visitors: first,
            additive: false as const,
          };
        }),
      },
    };
    return { status: 200, body };
  },
});
