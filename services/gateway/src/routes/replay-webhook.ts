import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { placeCursor, placeOfCursor } from '../domain/place-cursor';
import { defineEndpoint } from '../http/endpoint';
import { webhookIdOf, webhookParams } from './shapes/webhook-shape';

interface From {
  readonly since?: string;
  readonly cursor?: string;
}

function placeOf({ since, cursor }: From): { readonly after: number } | { readonly sinceMs: number } {
  if (cursor !== undefined && since === undefined) return { after: placeOfCursor(cursor) };
  if (since !== undefined && cursor === undefined) return { sinceMs: Date.parse(since) };
  const message = 'give one of since and cursor';
  throw failure('invalid_request', `${message}.`, { fields: [{ field: 'since', message }] });
}

/** `POST /api/v1/webhooks/{webhookId}/replay`: also for what happened before the webhook was made, or while it was disabled. */
export const replayWebhook = defineEndpoint({
  operationId: 'replayWebhook',
  summary: 'Send again what happened since a time, or after a cursor of the notices, in the last 30 days',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/replay',
  scope: 'tokens:admin',
  params: webhookParams,
  body: z.strictObject({
    since: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .meta({ description: 'Or `cursor`, one of the two' }),
    cursor: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .meta({ description: '`nextCursor` of the notices: what came after it', example: 'cDE' }),
  }),
  responses: {
    202: {
      description: 'How many are on their way, under their ids of then',
      schema: z
        .strictObject({
          queued: z.int().nonnegative(),
          nextCursor: z
            .string()
            .nullable()
            .meta({ description: 'Of a call for the rest; null: these were all' }),
        })
        .meta({ id: 'Replay' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const id = webhookIdOf(params);
    const { queued, moreAfter } = await sites.ReplayWebhook({ id, ...placeOf(body) }, call);
    const nextCursor = moreAfter === undefined ? null : placeCursor(moreAfter);
    return { status: 202, body: { queued, nextCursor } };
  },
});
