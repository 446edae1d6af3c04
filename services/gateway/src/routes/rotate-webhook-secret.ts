import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { webhookIdOf, webhookJson, webhookParams, webhookWithSecretSchema } from './shapes/webhook-shape';

/** `POST /api/v1/webhooks/{webhookId}/rotate-secret`: for a day deliveries carry a signature of each secret. */
export const rotateWebhookSecret = defineEndpoint({
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook a new secret; for a day the old one signs beside it',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/rotate-secret',
  scope: 'tokens:admin',
  answersSecret: true,
  params: webhookParams,
  responses: {
    201: {
      description: 'The webhook with its new secret, shown only here',
      schema: webhookWithSecretSchema
        .extend({ previousUntil: z.iso.datetime({ precision: 3 }) })
        .meta({ id: 'RotatedWebhook' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { webhook, secret, previousUntilMs } = await sites.RotateWebhookSecret(
      { id: webhookIdOf(params) },
      call,
    );
    if (!webhook || previousUntilMs === undefined)
      throw failure('internal_error', 'The new secret was not returned. Try again.');
    return {
      status: 201,
      body: { ...webhookJson(webhook), secret, previousUntil: isoTime(previousUntilMs) },
    };
  },
});
