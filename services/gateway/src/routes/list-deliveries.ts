import { NOTICE_TYPES, TEST_NOTICE } from '@headwater/protos/notices';
import type { Delivery__Output } from '@headwater/protos/gen/headwater/sites/v1/Delivery';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { placeCursor, placeOfCursor } from '../domain/place-cursor';
import { defineEndpoint } from '../http/endpoint';
import { pageQuery } from './shapes/page-query';
import { webhookIdOf, webhookParams } from './shapes/webhook-shape';

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
    noticeId: z.string().meta({ description: 'Sent as `webhook-id`' }),
    type: z.enum([...NOTICE_TYPES, TEST_NOTICE]),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int().nonnegative(),
    httpStatus: z.int().nullable().meta({ description: 'Of the last attempt' }),
    problem: z.enum(PROBLEMS).nullable().meta({ description: 'Of the last attempt; null: there is none' }),
    createdAt: timestamp,
    nextAttemptAt: timestamp.nullable().meta({ description: 'While it is pending' }),
    endedAt: timestamp.nullable().meta({ description: 'Once it is delivered, or given up' }),
  })
  .meta({ id: 'Delivery' });

/** `GET /api/v1/webhooks/{webhookId}/deliveries` */
export const listDeliveries = defineEndpoint({
  operationId: 'listDeliveries',
  summary: 'What was sent to a webhook in the last 30 days and what became of it; latest first',
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  scope: 'tokens:admin',
  params: webhookParams,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'Deliveries and, unless these were the first ever, where to go on',
      schema: z
        .strictObject({ deliveries: z.array(schema), nextCursor: z.string().nullable() })
        .meta({ id: 'DeliveryList' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, query: { limit = 50, cursor }, call }, { sites }) => {
    const before = cursor === undefined ? 0 : placeOfCursor(cursor);
    // One more than is shown tells whether there are any more.
    const found = await sites.ListDeliveries({ id: webhookIdOf(params), before, limit: limit + 1 }, call);
    const shown = found.deliveries.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = found.deliveries.length > limit && last ? placeCursor(last.id) : null;
    return { status: 200, body: { deliveries: shown.map(deliveryJson), nextCursor } };
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
