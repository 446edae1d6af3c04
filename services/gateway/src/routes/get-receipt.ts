import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { siteReceiptParams } from './shapes/site-params';

const STATUSES = ['stored', 'duplicate', 'dropped', 'unknown'] as const;

const schema = z
  .strictObject({
    id: z.string().meta({ format: 'uuid' }),
    status: z.enum(STATUSES).meta({
      description:
        '`duplicate`: stored, and arrived again; counts once. Told until the copies are merged, minutes to a day later: then `stored`. `unknown`: not of the last 7 days, or still on its way',
    }),
    receivedAt: z.iso.datetime({ precision: 3 }).exactOptional(),
    reason: z.string().exactOptional().meta({ description: 'Why it was dropped', example: 'host_mismatch' }),
    botReason: z.string().exactOptional().meta({ description: 'What gave a bot away', example: 'crawler' }),
  })
  .meta({ id: 'Receipt' });

/** `GET /api/v1/sites/{id}/receipts/{eventId}`: what became of an event, for 7 days. */
export const getReceipt = defineEndpoint({
  operationId: 'getReceipt',
  summary: 'Tell what became of one event of the last 7 days',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/receipts/{eventId}',
  params: siteReceiptParams,
  responses: { 200: { description: 'The receipt', schema } },
  failures: ['site_not_found', 'query_too_heavy'],
  run: async ({ params: { id: siteId, eventId }, call }, { sites, analytics }) => {
    await sites.GetSite({ id: siteId }, call);
    const { status, receivedAtMs, reason, botReason } = await analytics.GetReceipt({ siteId, eventId }, call);
    const body = {
      id: eventId,
      status: STATUSES.find((known) => known === status) ?? 'unknown',
      ...(receivedAtMs === undefined ? {} : { receivedAt: isoTime(receivedAtMs) }),
      ...(reason === undefined ? {} : { reason }),
      ...(botReason === undefined ? {} : { botReason }),
    };
    return { status: 200, body };
  },
});
