import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

/** `GET /readyz`: Postgres and every service behind the gateway answer; else 503 naming those that do not. */
export const getReadiness = defineEndpoint({
  operationId: 'getReadiness',
  summary: 'Whether the gateway can serve',
  tag: 'Operation',
  method: 'get',
  path: '/readyz',
  open: true,
  responses: { 200: { description: 'It can serve', schema: z.strictObject({ status: z.literal('ready') }) } },
  failures: ['upstream_unavailable'],
  run: async (_request, { notReady }) => {
    const missing = await notReady();
    if (missing.length === 0) return { status: 200, body: { status: 'ready' } };
    throw failure('upstream_unavailable', `Not ready: ${missing.join(', ')} can not be reached.`, {
      fields: missing.map((field) => ({ field, message: 'can not be reached' })),
      retryAfterSeconds: 1,
    });
  },
});
