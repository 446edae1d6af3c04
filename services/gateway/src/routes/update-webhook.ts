import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import {
  webhookFields,
  webhookIdOf,
  webhookJson,
  webhookParams,
  webhookSchema,
} from './shapes/webhook-shape';

/** `PATCH /api/v1/webhooks/{webhookId}`: changes the fields that are present. */
export const updateWebhook = defineEndpoint({
  operationId: 'updateWebhook',
  summary: 'Change a webhook, pause it, or make it active again',
  tag: 'Webhooks',
  method: 'patch',
  path: '/api/v1/webhooks/{webhookId}',
  scope: 'tokens:admin',
  params: webhookParams,
  body: z.strictObject({
    url: webhookFields.url.exactOptional(),
    description: webhookFields.description.exactOptional(),
    events: webhookFields.events.exactOptional(),
    status: z.enum(['active', 'disabled']).exactOptional().meta({
      description: 'What happens while it is disabled is not sent by itself: replay from `disabledAt`',
    }),
  }),
  responses: { 200: { description: 'The whole webhook', schema: webhookSchema } },
  failures: ['webhook_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const { events, ...texts } = body;
    const id = webhookIdOf(params);
    const changes = { ...texts, ...(events ? { events: { values: events } } : {}) };
    return { status: 200, body: webhookJson(await sites.UpdateWebhook({ id, ...changes }, call)) };
  },
});
