import { failure } from '@headwater/protos/error-codes';
import type { Db } from '@headwater/kit/pg/pool';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { tokenIdOf, type Scope } from '../domain/principal';
import { PROVIDERS } from '../domain/providers/provider';
import { ADAPTERS } from '../domain/providers/providers';
import { rejectGreaterRights } from '../domain/token-rights';
import { defineEndpoint } from '../http/endpoint';
import {
  deleteProviderSecret,
  findWebhookKey,
  listSecretOrigins,
  upsertProviderSecret,
  type Integration,
} from '../store/provider-secrets';
import { deleteProviderStatus, findProviderStatus } from '../store/provider-status';

/** Whether the webhook of a payment provider is set up. Never contains the secret. */
const integrationSchema = z
  .strictObject({
    provider: z.enum(PROVIDERS),
    configured: z
      .boolean()
      .meta({ description: 'Whether a signing secret is set. The secret is never shown' }),
    since: z
      .string()
      .nullable()
      .meta({ description: 'Time at which the secret was set', format: 'date-time' }),
    createdBy: z
      .int()
      .positive()
      .nullable()
      .meta({
        description:
          'Id of the token that set the secret, also through a dashboard session. The secret keeps working after the revocation of ' +
          'this token. Null: no secret, or set in a session of the admin command or by an earlier release',
      }),
    webhookPath: z.string().meta({
      description:
        'Path of this API to which the provider must send its events. It never changes. Keep it secret: it contains a random key',
      examples: ['/webhooks/stripe/9f0c1f6e-6c1c-4a57-9d8a-0b6e1f3f2a11'],
    }),
    lastEvent: z
      .strictObject({
        type: z.string().meta({ description: "The provider's event type", examples: ['invoice.paid'] }),
        at: z.string().meta({ format: 'date-time' }),
        result: z.string().meta({ description: '`recorded`, or why the event was ignored' }),
      })
      .nullable()
      .meta({ description: 'The last event with a valid signature' }),
    lastError: z
      .strictObject({
        code: z.string().meta({
          description:
            '`bad_signature`: a request was not signed with the secret; written at most once per minute. `unknown_object`: ' +
            'an event could not be read. Otherwise the error code of a refused event',
        }),
        at: z.string().meta({ format: 'date-time' }),
      })
      .nullable(),
    ignored: z
      .array(z.strictObject({ type: z.string(), events: z.int() }))
      .meta({ description: 'Ignored events by type, most frequent first' }),
  })
  .meta({ id: 'PaymentIntegration' });

async function stateOf(db: Db, integration: Integration): Promise<z.infer<typeof integrationSchema>> {
  const { workspaceId, provider } = integration;
  // One after the other: the caller's transaction has one connection.
  const webhookKey = await findWebhookKey(db, workspaceId);
  const origin = (await listSecretOrigins(db, workspaceId)).find((each) => each.provider === provider);
  const status = await findProviderStatus(db, integration);
  return {
    provider,
    configured: origin !== undefined,
    since: origin ? isoTime(origin.setAtMs) : null,
    createdBy: origin?.createdBy ?? null,
    webhookPath: `/webhooks/${provider}/${webhookKey}`,
    lastEvent: status?.event_at
      ? {
          type: status.event_type ?? '',
          at: isoTime(status.event_at.getTime()),
          result: status.event_result ?? '',
        }
      : null,
    lastError: status?.error_at ? { code: status.error ?? '', at: isoTime(status.error_at.getTime()) } : null,
    ignored: Object.entries(status?.ignored ?? {})
      .map(([type, events]) => ({ type, events }))
      .sort((a, b) => b.events - a.events || (a.type < b.type ? -1 : 1)),
  };
}

const params = z.object({ provider: z.enum(PROVIDERS).meta({ description: 'The payment provider' }) });
const path = '/api/v1/integrations/{provider}';
const examplePath = { provider: 'stripe' };

/** `GET /api/v1/integrations/{provider}` */
export const getIntegration = defineEndpoint({
  operationId: 'getIntegration',
  summary: 'Get the integration of a payment provider',
  description:
    "Returns the path of the webhook endpoint for the provider's events and whether its signing secret is stored. Also returns the last " +
    'event, the last error, and the number of ignored events by type.',
  tag: 'Payments',
  method: 'get',
  path,
  example: { path: examplePath },
  scope: 'tokens:admin',
  params,
  responses: { 200: { description: 'The state of the integration', schema: integrationSchema } },
  failures: [],
  run: async ({ principal: { workspaceId }, params: { provider } }, { db }) => ({
    status: 200,
    body: await stateOf(db, { workspaceId, provider }),
  }),
});

/** The scopes of the changes that an event signed with the secret can make without a token. */
const EVENT_SCOPES: readonly Scope[] = ['payments', 'identify'];

/** `PUT /api/v1/integrations/{provider}` */
export const setIntegrationSecret = defineEndpoint({
  operationId: 'setIntegrationSecret',
  summary: 'Set the signing secret of a provider',
  description:
    'Headwater then accepts events of the payment provider that are signed with this secret. Replaces the previous secret. The token also ' +
    `needs the scopes ${EVENT_SCOPES.map((scope) => `\`${scope}\``).join(' and ')}, because these events record payments and link accounts.`,
  tag: 'Payments',
  method: 'put',
  path,
  example: { path: examplePath, body: { signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  scope: 'tokens:admin',
  setsSecret: true,
  params,
  body: z.strictObject({
    signing_secret: z
      .string()
      .min(6)
      .max(255)
      .meta({
        description: `Signing secret of the webhook, from the provider. ${Object.values(ADAPTERS)
          .map(({ label, secret }) => `${label}: ${secret.description}`)
          .join('. ')}`,
      }),
  }),
  responses: { 200: { description: 'The secret is set', schema: integrationSchema } },
  failures: [],
  run: async ({ principal, params: { provider }, body, once }, { secretsKeys, clock }) => {
    rejectGreaterRights(EVENT_SCOPES, principal);
    const { label, secret } = ADAPTERS[provider];
    if (!secret.pattern.test(body.signing_secret)) {
      const message = `must be the signing secret of a webhook of ${label}, which ${secret.description}`;
      const fields = [{ field: 'signing_secret', message }];
      throw failure('invalid_request', `signing_secret ${message}.`, { fields });
    }
    const { workspaceId } = principal;
    const state = await once(async (db) => {
      await upsertProviderSecret(db, secretsKeys, {
        workspaceId,
        provider,
        signingSecret: body.signing_secret,
        createdBy: tokenIdOf(principal),
        now: clock.now(),
      });
      return stateOf(db, { workspaceId, provider });
    });
    return { status: 200, body: state };
  },
});

/** `DELETE /api/v1/integrations/{provider}` */
export const removeIntegrationSecret = defineEndpoint({
  operationId: 'removeIntegrationSecret',
  summary: 'Remove the signing secret of a provider',
  description: "The provider's events are then answered with 404. Recorded payments are kept.",
  tag: 'Payments',
  method: 'delete',
  path,
  example: { path: examplePath },
  scope: 'tokens:admin',
  params,
  responses: { 200: { description: 'The secret is removed', schema: integrationSchema } },
  failures: [],
  run: async ({ principal: { workspaceId }, params: { provider }, once }) => {
    const state = await once(async (db) => {
      await deleteProviderSecret(db, { workspaceId, provider });
      await deleteProviderStatus(db, { workspaceId, provider });
      return stateOf(db, { workspaceId, provider });
    });
    return { status: 200, body: state };
  },
});
