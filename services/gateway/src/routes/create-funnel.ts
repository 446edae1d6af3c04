import { defineEndpoint } from '../http/endpoint';
import { funnelJson, funnelSchema, goalMessage, newFunnelSchema } from './shapes/goal-shape';
import { siteParams } from './shapes/site-params';

/** `POST /api/v1/sites/{id}/funnels` */
export const createFunnel = defineEndpoint({
  operationId: 'createFunnel',
  summary: 'Define a funnel, at most 100 a site',
  tag: 'Goals',
  method: 'post',
  path: '/api/v1/sites/{id}/funnels',
  scope: 'sites:write',
  params: siteParams,
  body: newFunnelSchema,
  responses: { 201: { description: 'The new funnel', schema: funnelSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const funnel = await sites.CreateFunnel(
      { siteId: params.id, funnel: { ...body, steps: body.steps.map(goalMessage) } },
      call,
    );
    return { status: 201, body: funnelJson(funnel) };
  },
});
