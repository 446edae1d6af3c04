import { QUERY_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { percent } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { removedDays, removedDaysJson, VISIT_FILTERS, windowQuery } from './shapes/queries';
import { notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';

const count = z.int().nonnegative();

const schema = z
  .strictObject({
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    ...removedDays,
    data: z.strictObject({
      cohorts: z
        .array(
          z.strictObject({
            week: z.string().meta({ description: 'Monday of the week', examples: ['2026-10-19'] }),
            visitors: count.meta({
              description: `Visitors whose first matching event in the last ${QUERY_LIMITS.maxDays} days falls in this week`,
            }),
            weeks: z
              .array(
                z.strictObject({
                  week: z.string(),
                  visitors: count.meta({ description: 'Visitors of the cohort with an event in this week' }),
                  retention: z
                    .number()
                    .nullable()
                    .meta({ description: 'Percent of the cohort, two decimals; null for an empty cohort' }),
                }),
              )
              .meta({ description: 'The following weeks, up to the end of the window' }),
            additive: notAdditive,
          }),
        )
        .meta({
          description:
            'One cohort per week of the window. The window cuts the first and the last week: start it on a Monday',
        }),
    }),
  })
  .meta({ id: 'Retention' });

/** `GET /api/v1/sites/{id}/retention` */
export const getRetention = defineEndpoint({
  operationId: 'getRetention',
  summary: 'Get weekly visitor retention',
  description:
    'Counts the visitors of each weekly cohort who returned in later weeks. Default window: 84 days.',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/retention',
  example: { query: 'range=84d' },
  params: siteParams,
  query: windowQuery,
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The cohorts', schema } },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics }) => {
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], ...query };
    const { from, to, timezone, cohorts } = await analytics.QueryRetention({ question }, call);
    const body = {
      range: `${from} to ${to}`,
      timezone,
      ...removedDaysJson(site, from),
      data: {
        cohorts: cohorts.map(({ week, visitors: [first = 0, ...later] }, index) => ({
          week,
          visitors: first,
          weeks: later.map((visitors, offset) => ({
            week: cohorts[index + 1 + offset]?.week ?? '',
            visitors,
            retention: percent(visitors, first),
          })),
          additive: false,
        })),
      },
    };
    return { status: 200, body };
  },
});
