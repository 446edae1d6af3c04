import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { removedDays, removedDaysJson, windowQuery } from './shapes/queries';
import { siteParams } from './shapes/site';

const count = z.int().nonnegative();
const reasons = z.array(z.strictObject({ reason: z.string(), events: count }));

const schema = z
  .strictObject({
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    ...removedDays,
    data: z.strictObject({
      accepted: count.meta({ description: 'Accepted events, by event time' }),
      duplicates: count.meta({
        description: 'Repeated events that were not counted again. Repeated imports are not included',
      }),
      dropped: reasons.meta({ description: 'Dropped events by reason, without bots, by arrival time' }),
      bots: reasons.meta({ description: 'Events of bots, by bot reason' }),
    }),
  })
  .meta({ id: 'TrafficQuality' });

/** `GET /api/v1/sites/{id}/traffic-quality` */
export const getTrafficQuality = defineEndpoint({
  operationId: 'getTrafficQuality',
  summary: 'Get traffic quality',
  description: 'Counts accepted, repeated and dropped events, and events of bots, with the reasons.',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/traffic-quality',
  example: { query: 'range=7d' },
  params: siteParams,
  query: windowQuery,
  responses: { 200: { description: 'The event counts', schema } },
  failures: ['site_not_found', 'query_too_heavy'],
  run: async ({ params: { id }, query, call }, { sites, analytics }) => {
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [], ...query };
    const answer = await analytics.GetTrafficQuality({ question }, call);
    const { from, to, accepted, duplicates } = answer;
    const botDrops = answer.dropped.filter(({ reason }) => reason === 'bot');
    const otherDrops = answer.dropped.filter(({ reason }) => reason !== 'bot');
    const dropped = otherDrops.map(({ reason, events }) => ({ reason, events }));
    const bots = botDrops.map(({ botReason: reason, events }) => ({ reason, events }));
    const data = { accepted, duplicates, dropped, bots };
    const window = { range: `${from} to ${to}`, timezone: answer.timezone, ...removedDaysJson(site, from) };
    return { status: 200, body: { ...window, data } };
  },
});
