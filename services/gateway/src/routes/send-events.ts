import { z } from 'zod';
import { partitionRows } from '../domain/partition-rows';
import { defineEndpoint } from '../http/endpoint';
import { checkEvent, ingestedSchema, serverEventSchema } from './shapes/server-event';
import { siteParams } from './shapes/site-params';

const MAX_EVENTS = 1_000;

/** `POST /api/v1/sites/{id}/events`: events from the customer's server; those of a wrong shape are dropped and listed. */
export const sendEvents = defineEndpoint({
  operationId: 'sendEvents',
  summary: 'Send up to 1000 events from your server',
  tag: 'Events',
  method: 'post',
  path: '/api/v1/sites/{id}/events',
  scope: 'events:write',
  params: siteParams,
  body: z.strictObject({ events: z.array(z.unknown()).min(1).max(MAX_EVENTS) }),
  documentedBody: z.strictObject({ events: z.array(serverEventSchema).min(1).max(MAX_EVENTS) }),
  responses: { 202: { description: 'The accepted events are durable', schema: ingestedSchema } },
  failures: ['site_not_found'],
  run: async ({ params: { id: siteId }, body, call }, { sites, collector }) => {
    const { domain } = await sites.GetSite({ id: siteId }, call);
    const checked = body.events.map(checkEvent);
    const { good, bad } = partitionRows(checked);
    const events = good.map(({ value }) => value);
    const unreadable = bad.map(({ index, problem: id }) => ({ index, id }));
    const answer = await collector.IngestEvents({ siteId, domain, events, unreadable }, call);
    const dropped = [
      ...unreadable.map(({ index, id }) => ({ index, id, reason: 'invalid_event' })),
      ...answer.dropped.map(({ index, id, reason }) => ({ index, id, reason })),
    ].sort((a, b) => a.index - b.index);
    const ids = checked.map(({ id }) => id);
    return { status: 202, body: { accepted: answer.accepted, dropped, ids } };
  },
});
