import { defineEndpoint } from '../http/endpoint';
import { deletedSchema, funnelParams } from './shapes/definition-params';

/** `DELETE /api/v1/sites/{id}/funnels/{funnelId}` */
export const deleteFunnel = defineEndpoint({
  operationId: 'deleteFunnel',
  summary: 'Delete a funnel; the events stay',
  tag: 'Goals',
  method: 'delete',
  path: '/api/v1/sites/{id}/funnels/{funnelId}',
  scope: 'sites:write',
  params: funnelParams,
  responses: { 200: { description: 'It is gone', schema: deletedSchema } },
  failures: ['site_not_found', 'funnel_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteFunnel({ siteId: params.id, id: params.funnelId }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
