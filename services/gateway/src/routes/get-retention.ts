import { z } from 'zod';
import { percent } from '../domain/percent';
import { defineEndpoint } from '../http/endpoint';
import { notAdditive } from './shapes/series-bucket';
import { siteParams } from './shapes/site-params';
import { windowQuery } from './shapes/window-query';

const count = z.int().nonnegative();

const schema = z
  .strictObject({
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    data: z.strictObject({
      cohorts: z
        .array(
          z.strictObject({
            week: z.string().meta({ description: 'The Monday', example: '2026-10-19' }),
            visitors: count.meta({
              description:
                'Whose first event, of those under the filters in the 731 days up to the end of the window, is in this week',
            }),
            weeks: z
              .array(
                z.strictObject({
                  week: z.string(),
                  visitors: count.meta({ description: 'How many of them had an event in this later week' }),
                  retention: z
                    .number()
                    .nullable()
                    .meta({ description: 'Percent of them, two decimals; null of nobody' }),
                }),
              )
              .meta({ description: 'The weeks that follow, up to the end of the window' }),
            additive: notAdditive,
          }),
        )
        .meta({
          description:
            'One for each week of the window. The first and the last week end with the window: let it begin on a Monday',
        }),
    }),
  })
  .meta({ id: 'Retention' });

/** `GET /api/v1/sites/{id}/retention`: who came again, week by week. */
export const getRetention = defineEndpoint({
  operationId: 'getRetention',
  summary: 'Count who came again in the weeks after the first; the last 84 days by default',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/retention',
  params: siteParams,
  query: windowQuery,
  filters: true,
  responses: { 200: { description: 'Cohorts', schema } },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics }) => {
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], ...query };
    const { from, to, timezone, cohorts } = await analytics.QueryRetention({ question }, call);
    const body = {
      range: `${from} to ${to}`,
      timezone,
      data: {
        cohorts: cohorts.map(({ week, visitors: [first = 0, ...later] }, index) => ({
          week,
          visitors: first,
          weeks: later.map((visitors, further) => ({
            week: cohorts[index + 1 + further]?.week ?? '',
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
