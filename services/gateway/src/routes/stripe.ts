import type { Db } from '@headwater/kit/pg/pool';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { tokenIdOf, type Scope } from '../domain/principal';
import { rejectGreaterRights } from '../domain/token-rights';
import { defineEndpoint } from '../http/endpoint';
import {
  deleteStripeSecret,
  findStripeSecretOrigin,
  findStripeWebhookKey,
  upsertStripeSecret,
} from '../store/stripe-secrets';
import { deleteStripeStatus, findStripeStatus } from '../store/stripe-status';

/** Whether the Stripe webhook of a workspace is set up. Never contains the secret. */
const stripeStatusSchema = z
  .strictObject({
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
        'Path of this API to which Stripe must send its events. It never changes. Keep it secret: it contains a random key',
      examples: ['/webhooks/stripe/9f0c1f6e-6c1c-4a57-9d8a-0b6e1f3f2a11'],
    }),
    lastEvent: z
      .strictObject({
        type: z.string().meta({ description: "Stripe's event type", examples: ['invoice.paid'] }),
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
  .meta({ id: 'StripeStatus' });

async function stripeStatus(db: Db, workspaceId: number): Promise<z.infer<typeof stripeStatusSchema>> {
  // One after the other: the caller's transaction has one connection.
  const webhookKey = await findStripeWebhookKey(db, workspaceId);
  const origin = await findStripeSecretOrigin(db, workspaceId);
  const status = await findStripeStatus(db, workspaceId);
  return {
    configured: origin !== undefined,
    since: origin ? isoTime(origin.setAtMs) : null,
    createdBy: origin?.createdBy ?? null,
    webhookPath: `/webhooks/stripe/${webhookKey}`,
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

/** `GET /api/v1/integrations/stripe` */
export const getStripe = defineEndpoint({
  operationId: 'getStripe',
  summary: 'Get the Stripe integration',
  description:
    'Returns the path of the webhook endpoint for Stripe and whether its signing secret is stored. Also returns the last ' +
    'event, the last error, and the number of ignored events by type.',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/integrations/stripe',
  scope: 'tokens:admin',
  responses: { 200: { description: 'The state of the integration', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal: { workspaceId } }, { db }) => ({
    status: 200,
    body: await stripeStatus(db, workspaceId),
  }),
});

/** The scopes of the changes that an event signed with the secret can make without a token. */
const EVENT_SCOPES: readonly Scope[] = ['payments', 'identify'];

/** `PUT /api/v1/integrations/stripe` */
export const setStripeSecret = defineEndpoint({
  operationId: 'setStripeSecret',
  summary: 'Set the Stripe signing secret',
  description:
    'Headwater then accepts Stripe events signed with this secret. Replaces the previous secret. The token also needs the scopes ' +
    `${EVENT_SCOPES.map((scope) => `\`${scope}\``).join(' and ')}, because these events record payments and link accounts.`,
  tag: 'Payments',
  method: 'put',
  path: '/api/v1/integrations/stripe',
  example: { body: { signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  scope: 'tokens:admin',
  setsSecret: true,
  body: z.strictObject({
    signing_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=_-]{8,250}$/, 'must be the signing secret of a Stripe endpoint, whsec_…')
      .meta({
        description: 'Signing secret of the endpoint, from the Stripe dashboard',
      }),
  }),
  responses: { 200: { description: 'The secret is set', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal, body, once }, { secretsKeys, clock }) => {
    rejectGreaterRights(EVENT_SCOPES, principal);
    const { workspaceId } = principal;
    const status = await once(async (db) => {
      await upsertStripeSecret(db, secretsKeys, {
        workspaceId,
        signingSecret: body.signing_secret,
        createdBy: tokenIdOf(principal),
        now: clock.now(),
      });
      return stripeStatus(db, workspaceId);
    });
    return { status: 200, body: status };
  },
});

/** `DELETE /api/v1/integrations/stripe` */
export const removeStripeSecret = defineEndpoint({
  operationId: 'removeStripeSecret',
  summary: 'Remove the Stripe signing secret',
  description: 'Stripe events are then answered with 404. Recorded payments are kept.',
  tag: 'Payments',
  method: 'delete',
  path: '/api/v1/integrations/stripe',
  scope: 'tokens:admin',
  responses: { 200: { description: 'The secret is removed', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal: { workspaceId }, once }) => {
    const status = await once(async (db) => {
      await deleteStripeSecret(db, workspaceId);
      await deleteStripeStatus(db, workspaceId);
      return stripeStatus(db, workspaceId);
    });
    return { status: 200, body: status };
  },
});
