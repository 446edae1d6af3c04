import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

/** `GET /api/v1/categories`: the closed list of site types. */
export const listCategories = defineEndpoint({
  operationId: 'listCategories',
  summary: 'List the built-in site types',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/categories',
  scope: 'any',
  responses: {
    200: {
      description: 'The slugs',
      schema: z.strictObject({ categories: z.array(z.enum(SITE_CATEGORIES)) }),
    },
  },
  failures: [],
  run: () => Promise.resolve({ status: 200, body: { categories: SITE_CATEGORIES } }),
});
