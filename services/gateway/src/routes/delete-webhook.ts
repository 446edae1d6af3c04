import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { webhookIdOf, webhookParams } from './shapes/webhook-shape';

/** `DELETE /api/v1/webhooks/{webhookId}` */
export const deleteWebhook = defineEndpoint({
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook with the record of its deliveries',
  tag: 'Webhooks',
  method: 'delete',
  path: '/api/v1/webhooks/{webhookId}',
  scope: 'tokens:admin',
  params: webhookParams,
  responses: {
    200: {
      description: 'It is deleted',
      schema: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteWebhook({ id: webhookIdOf(params) }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
