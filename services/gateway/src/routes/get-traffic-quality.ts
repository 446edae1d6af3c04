import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';
import { windowQuery } from './shapes/window-query';

const count = z.int().nonnegative();
const reasons = z.array(z.strictObject({ reason: z.string(), events: count }));

const schema = z
  .strictObject({
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    data: z.strictObject({
      accepted: count.meta({ description: 'Events that count, by their own time' }),
      duplicates: count.meta({
        description:
          'Repeats of them that arrived and were not counted again. A file that is imported again has none',
      }),
      dropped: reasons.meta({ description: 'By reason, bots apart; by the time of arrival' }),
      bots: reasons.meta({ description: 'Events of bots, by what gave them away' }),
    }),
  })
  .meta({ id: 'TrafficQuality' });

/** `GET /api/v1/sites/{id}/traffic-quality`: what was taken and what was not, and why. */
export const getTrafficQuality = defineEndpoint({
  operationId: 'getTrafficQuality',
  summary: 'Count accepted, repeated and dropped events, and bots',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/traffic-quality',
  params: siteParams,
  query: windowQuery,
  responses: { 200: { description: 'The numbers', schema } },
  failures: ['site_not_found', 'query_too_heavy'],
  run: async ({ params: { id }, query, call }, { sites, analytics }) => {
    const { timezone } = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone, filters: [], ...query };
    const answer = await analytics.GetTrafficQuality({ question }, call);
    const { from, to, accepted, duplicates } = answer;
    const ofBots = answer.dropped.filter(({ reason }) => reason === 'bot');
    const others = answer.dropped.filter(({ reason }) => reason !== 'bot');
    const dropped = others.map(({ reason, events }) => ({ reason, events }));
    const bots = ofBots.map(({ botReason: reason, events }) => ({ reason, events }));
    const data = { accepted, duplicates, dropped, bots };
    return { status: 200, body: { range: `${from} to ${to}`, timezone: answer.timezone, data } };
  },
});
