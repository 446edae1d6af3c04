import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

/** `GET /openapi.json` */
export const getOpenApi = defineEndpoint({
  operationId: 'getOpenApi',
  summary: 'This document',
  tag: 'Operation',
  method: 'get',
  path: '/openapi.json',
  open: true,
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
  failures: [],
  run: (_request, { openApiDocument }) => Promise.resolve({ status: 200, body: openApiDocument() }),
});
