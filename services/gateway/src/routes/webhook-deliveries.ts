import { failure } from '@headwater/protos/error-codes';
import type { Delivery__Output } from '@headwater/protos/gen/headwater/sites/v1/Delivery';
import { WEBHOOK_LIMITS } from '@headwater/protos/limits';
import { WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE } from '@headwater/protos/webhook-events';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { encodeCursor, decodeCursor } from '../domain/cursors';
import { requireReadableEvents } from '../domain/webhook-rights';
import { defineEndpoint } from '../http/endpoint';
import { pageQuery } from './shapes/queries';
import { webhookIdOf, webhookParams } from './webhooks';

/** `POST /api/v1/webhooks/{webhookId}/test` */
export const testWebhook = defineEndpoint({
  operationId: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Sends an event of type `webhook.test` to the webhook. The list of deliveries shows the result.',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/test',
  scope: 'tokens:admin',
  params: webhookParams,
  responses: {
    202: {
      description: 'The test event is queued',
      schema: z.strictObject({ noticeId: z.string() }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { noticeId } = await sites.TestWebhook({ id: webhookIdOf(params) }, call);
    return { status: 202, body: { noticeId } };
  },
});

interface ReplayStart {
  readonly since?: string;
  readonly cursor?: string;
}

function startOf({ since, cursor }: ReplayStart): { readonly after: number } | { readonly sinceMs: number } {
  if (cursor !== undefined && since === undefined) return { after: decodeCursor(cursor) };
  if (since !== undefined && cursor === undefined) return { sinceMs: Date.parse(since) };
  const message = 'send exactly one of since and cursor';
  throw failure('invalid_request', 'Send exactly one of since and cursor.', {
    fields: [{ field: 'since', message }],
  });
}

/** `POST /api/v1/webhooks/{webhookId}/replay` */
export const replayWebhook = defineEndpoint({
  operationId: 'replayWebhook',
  summary: 'Replay events to a webhook',
  description:
    `Sends the events since a time or after a cursor again, for the last ${WEBHOOK_LIMITS.retentionDays} days. Includes events from before the ` +
    'webhook was created and while it was disabled. The token needs the scopes of the events, as in createWebhook.',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/replay',
  example: { body: { since: '2026-11-01T00:00:00Z' } },
  scope: 'tokens:admin',
  params: webhookParams,
  body: z.strictObject({
    since: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .meta({ description: 'Send either `since` or `cursor`' }),
    cursor: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .meta({ description: '`nextCursor` of `GET /notices`: sends the events after it', examples: ['cDE'] }),
  }),
  responses: {
    202: {
      description: 'Number of events queued. Each keeps its original `webhook-id`',
      schema: z
        .strictObject({
          queued: z.int().nonnegative(),
          nextCursor: z
            .string()
            .nullable()
            .meta({ description: 'Cursor for replaying the rest; null if all events are queued' }),
        })
        .meta({ id: 'Replay' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ principal, params, body, call }, { sites }) => {
    const id = webhookIdOf(params);
    requireReadableEvents(principal, (await sites.GetWebhook({ id }, call)).events);
    const { queued, moreAfter } = await sites.ReplayWebhook({ id, ...startOf(body) }, call);
    const nextCursor = moreAfter === undefined ? null : encodeCursor(moreAfter);
    return { status: 202, body: { queued, nextCursor } };
  },
});

const PROBLEMS = [
  'name_not_found',
  'private_address',
  'unreachable',
  'timed_out',
  'redirected',
  'http_error',
] as const;

const timestamp = z.iso.datetime({ precision: 3 });
const schema = z
  .strictObject({
    id: z.int().positive(),
    noticeId: z.string().meta({ description: 'Id of the event, sent as `webhook-id`' }),
    type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE]),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int().nonnegative(),
    httpStatus: z.int().nullable().meta({ description: 'HTTP status of the last attempt' }),
    problem: z
      .enum(PROBLEMS)
      .nullable()
      .meta({ description: 'Problem of the last attempt; null if there was none' }),
    createdAt: timestamp,
    nextAttemptAt: timestamp.nullable().meta({ description: 'Set while the delivery is pending' }),
    endedAt: timestamp.nullable().meta({ description: 'Set once the delivery succeeded or failed for good' }),
  })
  .meta({ id: 'Delivery' });

/** `GET /api/v1/webhooks/{webhookId}/deliveries` */
export const listDeliveries = defineEndpoint({
  operationId: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  description: `Lists every delivery of the last ${WEBHOOK_LIMITS.retentionDays} days and its result, newest first.`,
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  example: { query: 'limit=10' },
  scope: 'tokens:admin',
  params: webhookParams,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'The deliveries, and the cursor of the next page',
      schema: z
        .strictObject({ deliveries: z.array(schema), nextCursor: z.string().nullable() })
        .meta({ id: 'DeliveryList' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, query: { limit = 50, cursor }, call }, { sites }) => {
    const before = cursor === undefined ? 0 : decodeCursor(cursor);
    // Reads one row more than the page to know whether there is a next page.
    const found = await sites.ListDeliveries({ id: webhookIdOf(params), before, limit: limit + 1 }, call);
    const page = found.deliveries.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.deliveries.length > limit && last ? encodeCursor(last.id) : null;
    return { status: 200, body: { deliveries: page.map(deliveryJson), nextCursor } };
  },
});

function deliveryJson(delivery: Delivery__Output): object {
  const { id, noticeId, type, status, attempts } = delivery;
  const { httpStatus, problem, createdAtMs, nextAttemptAtMs, endedAtMs } = delivery;
  return {
    ...{ id, noticeId, type, status, attempts },
    httpStatus: httpStatus ?? null,
    problem: problem ?? null,
    createdAt: isoTime(createdAtMs),
    nextAttemptAt: nextAttemptAtMs === undefined ? null : isoTime(nextAttemptAtMs),
    endedAt: endedAtMs === undefined ? null : isoTime(endedAtMs),
  };
}
