import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { funnelJson, funnelSchema } from './shapes/goal-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/funnels` */
export const listFunnels = defineEndpoint({
  operationId: 'listFunnels',
  summary: 'List the funnels of a site',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/funnels',
  scope: 'stats:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The funnels, by id',
      schema: z.strictObject({ funnels: z.array(funnelSchema) }).meta({ id: 'FunnelList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { funnels } = await sites.ListFunnels({ siteId: params.id }, call);
    return { status: 200, body: { funnels: funnels.map(funnelJson) } };
  },
});
