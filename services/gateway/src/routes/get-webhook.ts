import { defineEndpoint } from '../http/endpoint';
import { webhookIdOf, webhookJson, webhookParams, webhookSchema } from './shapes/webhook-shape';

/** `GET /api/v1/webhooks/{webhookId}` */
export const getWebhook = defineEndpoint({
  operationId: 'getWebhook',
  summary: 'Read a webhook, and whether it works',
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/webhooks/{webhookId}',
  scope: 'tokens:admin',
  params: webhookParams,
  responses: { 200: { description: 'The webhook', schema: webhookSchema } },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => ({
    status: 200,
    body: webhookJson(await sites.GetWebhook({ id: webhookIdOf(params) }, call)),
  }),
});
