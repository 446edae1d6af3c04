import { REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import { defineEndpoint } from '../http/endpoint';
import { revenueQuery } from './shapes/revenue-query';
import { revenueJson, revenueSchema } from './shapes/revenue-shape';

/** `GET /api/v1/revenue`: what was paid, for each currency, and which channels earned it. */
export const getRevenue = defineEndpoint({
  operationId: 'getRevenue',
  summary: 'Revenue by currency, over time, and broken down by what brought the customers',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/revenue',
  query: revenueQuery,
  filters: REVENUE_DIMENSIONS,
  responses: { 200: { description: 'Exact sums', schema: revenueSchema } },
  failures: ['unknown_dimension', 'unknown_filter'],
  run: async ({ query, filters, call }, { identity }) => {
    const answer = await identity.QueryRevenue({ ...query, filters: [...filters] }, call);
    return { status: 200, body: revenueJson(answer) };
  },
});
