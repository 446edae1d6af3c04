import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { Webhook__Output } from '@headwater/protos/gen/headwater/sites/v1/Webhook';
import { WEBHOOK_LIMITS } from '@headwater/protos/limits';
import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { requireRecentSignIn } from '../domain/authorise';
import { tokenIdOf } from '../domain/principal';
import { EVENT_SCOPES_LIST, requireReadableEvents } from '../domain/webhook-rights';
import { defineEndpoint } from '../http/endpoint';
import { parseId, pathId } from './shapes/path-id';

const timestamp = z.iso.datetime({ precision: 3 });

/** Path parameters of the routes of a webhook. */
export const webhookParams = z.object({ webhookId: pathId('Webhook id') });

/** The id in the path. @throws `webhook_not_found` for text that cannot be an id. */
export function webhookIdOf({ webhookId }: { readonly webhookId: string }): number {
  const id = parseId(webhookId);
  if (id === undefined) throw webhookNotFound();
  return id;
}

function webhookNotFound(): AppError {
  return failure(
    'webhook_not_found',
    'The workspace has no webhook with this id. GET /api/v1/webhooks lists its webhooks.',
  );
}

/** The fields of a webhook that a customer sets. */
const webhookFields = {
  url: z
    .string()
    .min(1)
    .max(WEBHOOK_LIMITS.maxUrlLength)
    .meta({
      format: 'uri',
      description: 'Your HTTPS endpoint: port 443 of a public server. It must return 2xx within 10 seconds',
      examples: ['https://hooks.example/headwater'],
    }),
  description: z
    .string()
    .max(WEBHOOK_LIMITS.maxDescriptionLength)
    .meta({ examples: ['the warehouse'] }),
  events: z
    .array(z.enum(WEBHOOK_EVENT_TYPES))
    .min(1)
    .max(WEBHOOK_EVENT_TYPES.length)
    .meta({ description: 'Types of the events to send' }),
};

/** A webhook without its secret. */
const webhookSchema = z
  .strictObject({
    id: z.int().positive(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
    status: z.enum(['active', 'disabled']),
    disabledReason: z.enum(['paused', 'failing', 'gone']).nullable().meta({
      description:
        '`failing`: all deliveries failed for three days. `gone`: the endpoint returned 410. `paused`: you disabled it',
    }),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp.nullable().meta({
      description: 'Time since which all deliveries have failed; null if the last delivery succeeded',
    }),
    createdAt: timestamp,
    createdBy: z
      .int()
      .positive()
      .nullable()
      .meta({
        description:
          'Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. ' +
          'Null: created in a session of the admin command, or by an earlier release',
      }),
  })
  .meta({ id: 'Webhook' });

/** A webhook with its secret. Only the responses of create and rotate contain the secret. */
const webhookWithSecretSchema = webhookSchema.extend({
  secret: z.string().meta({
    description: 'Shown only once. Signs the deliveries as specified by https://www.standardwebhooks.com',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
});

function webhookJson(webhook: Webhook__Output): z.infer<typeof webhookSchema> {
  const { id, url, description, disabledAtMs, failingSinceMs } = webhook;
  const { events, status } = webhook as unknown as z.infer<typeof webhookSchema>;
  return {
    ...{ id, url, description, events, status },
    disabledReason: (webhook.disabledReason ?? null) as z.infer<typeof webhookSchema>['disabledReason'],
    disabledAt: disabledAtMs === undefined ? null : isoTime(disabledAtMs),
    failingSince: failingSinceMs === undefined ? null : isoTime(failingSinceMs),
    createdAt: isoTime(webhook.createdAtMs),
    createdBy: webhook.createdBy ?? null,
  };
}

/** `POST /api/v1/webhooks`. Needs `tokens:admin` because the webhook receives all events of the workspace. */
export const createWebhook = defineEndpoint({
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    `Sends signed events to your HTTPS endpoint. A workspace can have up to ${WEBHOOK_LIMITS.maxWebhooks} webhooks. ` +
    `The token needs the scope of each event:\n\n${EVENT_SCOPES_LIST}`,
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks',
  example: {
    body: { url: 'https://hooks.example/headwater', events: ['site.installed', 'payment.attributed'] },
  },
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    url: webhookFields.url,
    events: webhookFields.events,
    description: webhookFields.description.default(''),
  }),
  responses: {
    201: {
      description: 'The webhook with its secret, shown only once',
      schema: webhookWithSecretSchema.meta({ id: 'CreatedWebhook' }),
    },
  },
  failures: [],
  run: async ({ principal, body, call }, { sites }) => {
    requireReadableEvents(principal, body.events);
    const createdBy = tokenIdOf(principal);
    const { webhook, secret } = await sites.CreateWebhook(
      { ...body, ...(createdBy === null ? {} : { createdBy }) },
      call,
    );
    if (!webhook)
      throw failure(
        'internal_error',
        'The sites service returned no webhook. List the webhooks before you retry.',
      );
    return { status: 201, body: { ...webhookJson(webhook), secret } };
  },
});

/** `GET /api/v1/webhooks` */
export const listWebhooks = defineEndpoint({
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Lists the webhooks with their state, without their signing secrets.',
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

/** `GET /api/v1/webhooks/{webhookId}` */
export const getWebhook = defineEndpoint({
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'The response shows whether deliveries are failing.',
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

/** `PATCH /api/v1/webhooks/{webhookId}` */
export const updateWebhook = defineEndpoint({
  operationId: 'updateWebhook',
  summary: 'Update a webhook',
  description:
    'Changes only the fields you send. Null empties `description`; other fields that are null stay unchanged. ' +
    'Set `status` to pause the webhook or to make it active again. The token needs the scopes of the events, as in createWebhook. ' +
    'In a dashboard session, a change of `url` or `events` needs a recent sign-in.',
  tag: 'Webhooks',
  method: 'patch',
  path: '/api/v1/webhooks/{webhookId}',
  example: { body: { description: 'the warehouse', status: 'active' } },
  scope: 'tokens:admin',
  params: webhookParams,
  body: z.strictObject({
    url: webhookFields.url.exactOptional(),
    description: webhookFields.description.nullable().exactOptional(),
    events: webhookFields.events.exactOptional(),
    status: z.enum(['active', 'disabled']).exactOptional().meta({
      description:
        'Events that occur while the webhook is disabled are not sent. Replay from `disabledAt` to send them',
    }),
  }),
  responses: { 200: { description: 'The updated webhook', schema: webhookSchema } },
  failures: ['webhook_not_found', 'sign_in_required'],
  run: async ({ principal, params, body, call }, { sites, clock, sessionTimes }) => {
    const { events, description, ...texts } = body;
    if (texts.url !== undefined || events) requireRecentSignIn(principal, clock.now(), sessionTimes.recentMs);
    const id = webhookIdOf(params);
    // Of the events before the change, too: another URL would receive them.
    const { events: current } = await sites.GetWebhook({ id }, call);
    requireReadableEvents(principal, [...current, ...(events ?? [])]);
    const changes = {
      ...texts,
      ...(description === undefined ? {} : { description: description ?? '' }),
      ...(events ? { events: { values: events } } : {}),
    };
    return { status: 200, body: webhookJson(await sites.UpdateWebhook({ id, ...changes }, call)) };
  },
});

/** `DELETE /api/v1/webhooks/{webhookId}` */
export const deleteWebhook = defineEndpoint({
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Also deletes the list of its deliveries.',
  tag: 'Webhooks',
  method: 'delete',
  path: '/api/v1/webhooks/{webhookId}',
  scope: 'tokens:admin',
  params: webhookParams,
  responses: {
    200: {
      description: 'The webhook is deleted',
      schema: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteWebhook({ id: webhookIdOf(params) }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});

/** `POST /api/v1/webhooks/{webhookId}/rotate-secret` */
export const rotateWebhookSecret = defineEndpoint({
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret',
  description:
    'Both the old and the new secret sign deliveries for 24 hours. The token needs the scopes of the events, as in createWebhook.',
  tag: 'Webhooks',
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/rotate-secret',
  scope: 'tokens:admin',
  answersSecret: true,
  params: webhookParams,
  responses: {
    201: {
      description: 'The webhook with its new secret, shown only once',
      schema: webhookWithSecretSchema
        .extend({ previousUntil: z.iso.datetime({ precision: 3 }) })
        .meta({ id: 'RotatedWebhook' }),
    },
  },
  failures: ['webhook_not_found'],
  run: async ({ principal, params, call }, { sites }) => {
    const id = webhookIdOf(params);
    requireReadableEvents(principal, (await sites.GetWebhook({ id }, call)).events);
    const { webhook, secret, previousUntilMs } = await sites.RotateWebhookSecret({ id }, call);
    if (!webhook || previousUntilMs === undefined)
      throw failure('internal_error', 'The sites service returned no secret. Retry.');
    return {
      status: 201,
      body: { ...webhookJson(webhook), secret, previousUntil: isoTime(previousUntilMs) },
    };
  },
});
