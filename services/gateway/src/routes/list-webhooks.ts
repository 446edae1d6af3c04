import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { webhookJson, webhookSchema } from './shapes/webhook-shape';

/** `GET /api/v1/webhooks` */
export const listWebhooks = defineEndpoint({
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the workspace',
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/webhooks',
  scope: 'tokens:admin',
  responses: {
    200: {
      description: 'The webhooks, by id',
      schema: z.strictObject({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' }),
    },
  },
  failures: [],
  run: async ({ call }, { sites }) => {
    const { webhooks } = await sites.ListWebhooks({}, call);
    return { status: 200, body: { webhooks: webhooks.map(webhookJson) } };
  },
});
