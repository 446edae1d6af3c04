import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';
import { eventListQuery } from './shapes/stats-query';

const count = z.int().nonnegative();

const schema = z
  .strictObject({
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    data: z.strictObject({
      events: z
        .array(
          z.strictObject({
            name: z.string(),
            events: count,
            visitors: count,
            properties: z
              .array(z.string())
              .meta({ description: 'Property keys seen, at most 500: each makes a dimension `props.<key>`' }),
          }),
        )
        .meta({ description: 'By events downwards, then by name' }),
    }),
  })
  .meta({ id: 'EventList' });

/** `GET /api/v1/sites/{id}/events`: which events there are. */
export const listEvents = defineEndpoint({
  operationId: 'listEvents',
  summary: 'List the event names of a site, with counts and property keys',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/events',
  params: siteParams,
  query: eventListQuery,
  filters: true,
  responses: { 200: { description: 'The event names', schema } },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics }) => {
    const { timezone } = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone, filters: [...filters], ...query };
    const answer = await analytics.ListEvents({ question }, call);
    const events = answer.events.map(({ name, events, visitors, properties }) => ({
      name,
      events,
      visitors,
      properties,
    }));
    const range = `${answer.from} to ${answer.to}`;
    return { status: 200, body: { range, timezone: answer.timezone, data: { events } } };
  },
});
