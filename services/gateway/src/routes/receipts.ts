import { z } from 'zod';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site';

const STATUSES = ['stored', 'duplicate', 'dropped', 'unknown'] as const;

const schema = z
  .strictObject({
    id: z.string().meta({ format: 'uuid' }),
    status: z.enum(STATUSES).meta({
      description:
        '`duplicate`: stored, and received more than once; counts once. Becomes `stored` when the copies are merged (minutes to one day). ' +
        'With `reason`: a repeat had other values and was dropped. ' +
        '`unknown`: older than 7 days, or still in transit',
    }),
    receivedAt: z.iso.datetime({ precision: 3 }).exactOptional(),
    reason: z
      .string()
      .exactOptional()
      .meta({ description: 'Drop reason', examples: ['host_mismatch'] }),
    field: z
      .string()
      .exactOptional()
      .meta({ description: 'The field that caused the drop', examples: ['url'] }),
    message: z.string().exactOptional().meta({ description: 'The problem of the field' }),
    botReason: z
      .string()
      .exactOptional()
      .meta({ description: 'Why the sender was classified as a bot', examples: ['crawler'] }),
  })
  .meta({ id: 'Receipt' });

/** `GET /api/v1/sites/{id}/receipts/{eventId}` */
export const getReceipt = defineEndpoint({
  operationId: 'getReceipt',
  summary: 'Get the receipt of an event',
  description: 'Receipts are available for 7 days.',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/receipts/{eventId}',
  example: { path: { eventId: '0199f7a0-0000-7000-8000-000000000001' } },
  params: siteParams.extend({ eventId: z.string().max(64).meta({ description: 'Event id, a UUID' }) }),
  responses: { 200: { description: 'The receipt', schema } },
  failures: ['site_not_found', 'query_too_heavy'],
  run: async ({ params: { id: siteId, eventId }, call }, { sites, analytics }) => {
    await sites.GetSite({ id: siteId }, call);
    const receipt = await analytics.GetReceipt({ siteId, eventId }, call);
    const { status, receivedAtMs, reason, botReason, field, message } = receipt;
    const body = {
      id: eventId,
      status: STATUSES.find((each) => each === status) ?? 'unknown',
      ...(receivedAtMs === undefined ? {} : { receivedAt: isoTime(receivedAtMs) }),
      ...(reason === undefined ? {} : { reason }),
      ...(botReason === undefined ? {} : { botReason }),
      ...(field === undefined ? {} : { field }),
      ...(message === undefined ? {} : { message }),
    };
    return { status: 200, body };
  },
});
