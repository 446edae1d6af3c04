import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

/** `GET /openapi.json` */
export const getOpenApi = defineEndpoint({
  operationId: 'getOpenApi',
  summary: 'Get the OpenAPI document',
  description: 'Returns this document. Generate clients from it.',
  tag: 'Operation',
  method: 'get',
  path: '/openapi.json',
  open: true,
  responses: {
    200: { description: 'The OpenAPI 3.1 document', schema: z.looseObject({ openapi: z.string() }) },
  },
  failures: [],
  run: (_request, { openApiDocument }) => Promise.resolve({ status: 200, body: openApiDocument() }),
});

/** `GET /healthz`: liveness. Calls no database and no service. */
export const getHealth = defineEndpoint({
  operationId: 'getHealth',
  summary: 'Check liveness',
  description: 'Returns 200 while the process runs. Calls no database and no service.',
  tag: 'Operation',
  method: 'get',
  path: '/healthz',
  open: true,
  responses: {
    200: { description: 'The process is running', schema: z.strictObject({ status: z.literal('ok') }) },
  },
  failures: [],
  run: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
});

/** `GET /readyz`: 503 lists the unreachable dependencies: Postgres and the services behind the gateway. */
export const getReadiness = defineEndpoint({
  operationId: 'getReadiness',
  summary: 'Check readiness',
  description: 'Returns 503 with the unreachable dependencies: Postgres and the services behind the gateway.',
  tag: 'Operation',
  method: 'get',
  path: '/readyz',
  open: true,
  responses: {
    200: { description: 'The gateway is ready', schema: z.strictObject({ status: z.literal('ready') }) },
  },
  failures: ['upstream_unavailable'],
  run: async (_request, { notReady }) => {
    const missing = await notReady();
    if (missing.length === 0) return { status: 200, body: { status: 'ready' } };
    throw failure('upstream_unavailable', `Not ready: ${missing.join(', ')} unreachable. Retry in 1 s.`, {
      fields: missing.map((field) => ({ field, message: 'is unreachable' })),
      retryAfterSeconds: 1,
    });
  },
});
