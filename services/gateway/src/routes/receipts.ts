import { z } from 'zod';
import type { ReceiptSession__Output } from '@headwater/protos/gen/headwater/analytics/v1/ReceiptSession';
import { CHANNEL_RULES, CHANNELS } from '@headwater/protos/vocabulary';
import { isoTime } from '../domain/format';
import type { Principal } from '../domain/principal';
import { defineEndpoint } from '../http/endpoint';
import { findVisitorKey } from '../store/workspaces';
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
    session: z
      .strictObject({
        id: z
          .string()
          .exactOptional()
          .meta({
            description: 'The pseudonymous `sessionId` of an export. Only for tokens with the scope `export`',
            examples: ['9d2c5c1c2a734f6b7b0b5c1c2a734f6b'],
          }),
        channel: z
          .enum(CHANNELS)
          .nullable()
          .meta({ description: 'Null if no event of the session has a page' }),
        source: z
          .string()
          .nullable()
          .meta({ examples: ['Google'] }),
        rules: z.array(z.string()).meta({
          description:
            'The channel rule that led to this channel. Empty without a channel. Up to version 4 of the rules, Paid Search had a second ' +
            'rule, `paid-search-click`, which is named `paid-search` here',
          examples: [['organic-search']],
        }),
        rulesVersion: z.int().nonnegative().meta({ description: '0 without a channel' }),
      })
      .exactOptional()
      .meta({
        description: 'The session of a stored event. Late events may move an event to another session',
      }),
  })
  .meta({ id: 'Receipt' });

function sessionJson(
  { id, channel: name, source, rulesVersion }: ReceiptSession__Output,
  { scopes }: Principal,
) {
  const channel = CHANNELS.find((each) => each === name) ?? null;
  return {
    ...(scopes.includes('export') ? { id } : {}),
    channel,
    source: source || null,
    rules: Object.entries(CHANNEL_RULES).flatMap(([rule, each]) => (each === channel ? [rule] : [])),
    rulesVersion,
  };
}

/** `GET /api/v1/sites/{id}/receipts/{eventId}` */
export const getReceipt = defineEndpoint({
  operationId: 'getReceipt',
  summary: 'Get the receipt of an event',
  description:
    'Receipts are available for 7 days. The receipt of a stored event contains its session, channel and channel rule. ' +
    '`POST /api/v1/explain` explains a visit that is not stored.',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/receipts/{eventId}',
  example: { path: { eventId: '0199f7a0-0000-7000-8000-000000000001' } },
  params: siteParams.extend({ eventId: z.string().max(64).meta({ description: 'Event id, a UUID' }) }),
  responses: { 200: { description: 'The receipt', schema } },
  failures: ['site_not_found', 'query_too_heavy'],
  run: async ({ principal, params: { id: siteId, eventId }, call }, { db, sites, analytics }) => {
    const [visitorKey] = await Promise.all([
      findVisitorKey(db, principal.workspaceId),
      sites.GetSite({ id: siteId }, call),
    ]);
    const receipt = await analytics.GetReceipt({ siteId, eventId, visitorKey }, call);
    const { status, receivedAtMs, reason, botReason, field, message, session } = receipt;
    const body = {
      id: eventId,
      status: STATUSES.find((each) => each === status) ?? 'unknown',
      ...(receivedAtMs === undefined ? {} : { receivedAt: isoTime(receivedAtMs) }),
      ...(reason === undefined ? {} : { reason }),
      ...(botReason === undefined ? {} : { botReason }),
      ...(field === undefined ? {} : { field }),
      ...(message === undefined ? {} : { message }),
      ...(session ? { session: sessionJson(session, principal) } : {}),
    };
    return { status: 200, body };
  },
});
