import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { webhookIdOf, webhookParams } from './shapes/webhook-shape';

/** `POST /api/v1/webhooks/{webhookId}/test`: how it went is told by the deliveries. */
export const testWebhook = defineEndpoint({
  operationId: 'testWebhook',
  summary: 'Send a notice of the type `webhook.test` to a webhook',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/test',
  scope: 'tokens:admin',
  params: webhookParams,
  responses: {
    202: {
      description: 'It is on its way: look for it among the deliveries',
      schema: z.strictObject({ noticeId: z.string() }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { noticeId } = await sites.TestWebhook({ id: webhookIdOf(params) }, call);
    return { status: 202, body: { noticeId } };
  },
});
