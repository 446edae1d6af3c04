import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { webhookFields, webhookJson, webhookWithSecretSchema } from './shapes/webhook-shape';

/** `POST /api/v1/webhooks`: whoever makes one is sent what happens in the workspace, so that it asks for the right to make tokens. */
export const createWebhook = defineEndpoint({
  operationId: 'createWebhook',
  summary: 'Have what happens sent to a server of yours, signed',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks',
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    url: webhookFields.url,
    events: webhookFields.events,
    description: webhookFields.description.default(''),
  }),
  responses: {
    201: {
      description: 'The webhook with its secret, shown only here',
      schema: webhookWithSecretSchema.meta({ id: 'CreatedWebhook' }),
    },
  },
  failures: [],
  run: async ({ body, call }, { sites }) => {
    const { webhook, secret } = await sites.CreateWebhook(body, call);
    if (!webhook) throw failure('internal_error', 'The webhook was not returned. List the webhooks.');
    return { status: 201, body: { ...webhookJson(webhook), secret } };
  },
});
