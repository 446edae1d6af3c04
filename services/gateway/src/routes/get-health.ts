import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

/** `GET /healthz`: this process runs. Never asks a database or a service. */
export const getHealth = defineEndpoint({
  operationId: 'getHealth',
  summary: 'Whether this process runs',
  tag: 'Operation',
  method: 'get',
  path: '/healthz',
  open: true,
  responses: { 200: { description: 'It runs', schema: z.strictObject({ status: z.literal('ok') }) } },
  failures: [],
  run: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
});
