import { AppError } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { CallOptions } from '@headwater/kit/rpc/types';
import type { SealingKeys } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { IGNORED_EVENTS, type IgnoredEvent } from '../domain/providers/payment';
import type { ProviderAdapter, ProviderVisitor } from '../domain/providers/provider';
import { ADAPTERS } from '../domain/providers/providers';
import type { Dependencies } from '../dependencies';
import { defineEndpoint } from '../http/endpoint';
import { limitWebhook } from '../http/rate-limit';
import { findProviderSecret, type WebhookReceiver } from '../store/provider-secrets';
import { recordProviderEvent } from '../store/provider-status';
import { parseId } from './shapes/path-id';

const received = z
  .strictObject({
    received: z.literal(true),
    recorded: z.boolean().meta({
      description:
        'Whether the payment, refund, customer or subscription of the event is recorded, now or by an earlier event. Also true for an ' +
        'event from before the erasure of its account, of which only the amount counts',
    }),
    ignored: z.enum(IGNORED_EVENTS).exactOptional().meta({
      description: 'Why nothing was recorded. `refused`: already recorded with other content, or invalid',
    }),
  })
  .meta({ id: 'ReceivedPaymentEvent' });

/**
 * `POST /webhooks/<provider>/{workspace}`: authenticated by the signature over the raw body instead of a token. Providers retry
 * after any status other than 2xx, so events that a retry cannot fix are answered with 200.
 */
function createWebhook(operationId: string, adapter: ProviderAdapter) {
  const { name: provider, label, signatureHeaders, example } = adapter;
  return defineEndpoint({
    operationId,
    summary: `Receive an event of ${label}`,
    description: adapter.description,
    tag: 'Payments',
    method: 'post',
    path: `/webhooks/${provider}/{workspace}`,
    example: { headers: example.headers, body: example.event },
    open: true,
    signatureHeaders,
    params: z.object({
      workspace: z.string().meta({
        description: `The last part of \`webhookPath\`.${
          provider === 'stripe'
            ? ' The id of a workspace works if its secret was set before paths contained a key'
            : ''
        }`,
        examples: ['9f0c1f6e-6c1c-4a57-9d8a-0b6e1f3f2a11'],
      }),
    }),
    documentedBody: z.looseObject({}).meta({ description: `An event as ${label} sends it` }),
    responses: {
      200: { description: `The event was received. ${label} does not retry it`, schema: received },
    },
    failures: [
      'invalid_signature',
      'not_found',
      'payload_too_large',
      'rate_limited',
      'request_timeout',
      'upstream_unavailable',
    ],
    checkSigned: async ({ params: { workspace }, headers }, { db, secretsKeys }) => {
      if (!adapter.hasSignatureForm(headers)) throw invalidSignature(adapter);
      await requireSecret(db, secretsKeys, { adapter, lastPart: workspace });
    },
    run: async (
      { params: { workspace }, signed, call, log },
      { db, secretsKeys, rateLimit, identity, clock, reportBadSignature },
    ) => {
      if (!signed) throw new Error('the endpoint has no signed body');
      const { workspaceId, secret } = await requireSecret(db, secretsKeys, { adapter, lastPart: workspace });
      const now = clock.now();
      const event = await adapter.verify({ ...signed, secret, now });
      if (event === undefined) {
        reportBadSignature({ workspaceId, provider });
        throw invalidSignature(adapter);
      }
      await limitWebhook(rateLimit, workspaceId);
      const { result, error } = await recordEvent(adapter, event, {
        identity,
        call: { ...call, workspaceId },
      });
      if (error !== undefined)
        log().warn({ workspaceId, provider, result, error }, 'event of payment provider refused');
      const recorded = {
        ...{ workspaceId, provider, result, error, now },
        type: typeOf(adapter.typeOf(event)),
      };
      await inWorkspace(workspaceId, () => recordProviderEvent(db, recorded));
      const ignored = result === 'recorded' ? {} : { ignored: result };
      return { status: 200, body: { received: true, recorded: result === 'recorded', ...ignored } };
    },
  });
}

export const receiveStripeEvent = createWebhook('receiveStripeEvent', ADAPTERS.stripe);
export const receivePaddleEvent = createWebhook('receivePaddleEvent', ADAPTERS.paddle);
export const receiveLemonSqueezyEvent = createWebhook('receiveLemonSqueezyEvent', ADAPTERS['lemon-squeezy']);
export const receivePolarEvent = createWebhook('receivePolarEvent', ADAPTERS.polar);

/** The form of the providers' event types. Others are not stored: they could be an address. */
const EVENT_TYPE = /^[a-z\d_.[\]]{1,100}$/;

function typeOf(type: unknown): string {
  return typeof type === 'string' && EVENT_TYPE.test(type) ? type : 'unknown';
}

interface Recorded {
  readonly result: 'recorded' | IgnoredEvent;
  /** An error code, if somebody must fix something. */
  readonly error?: string;
}

interface Recorder {
  readonly identity: Dependencies['identity'];
  readonly call: CallOptions;
}

/**
 * Records the payment, the billing data and the visitor of an event.
 *
 * @throws AppError if a retry may help.
 */
async function recordEvent(
  adapter: ProviderAdapter,
  event: unknown,
  { identity, call }: Recorder,
): Promise<Recorded> {
  const { payment, billing, visitor } = adapter.read(event);
  const calls = [
    ...(billing && 'billing' in billing ? [identity.RecordBilling(billing.billing, call)] : []),
    ...(payment && 'aliasIds' in payment ? [identity.RecordPayment(payment, call)] : []),
    ...(visitor ? [linkVisitor(visitor, { identity, call })] : []),
  ];
  let error: string | undefined;
  for (const outcome of await Promise.allSettled(calls)) {
    if (outcome.status === 'fulfilled') continue;
    const reason: unknown = outcome.reason;
    if (!(reason instanceof AppError) || (reason.kind !== 'conflict' && reason.kind !== 'invalid'))
      throw reason;
    error = reason.code;
  }
  if (error !== undefined) return { result: 'refused', error };
  if (calls.length > 0) return { result: 'recorded' };
  const reasons = [payment, billing].flatMap((parsed) =>
    parsed && 'ignored' in parsed ? [parsed.ignored] : [],
  );
  // Stripe's parsers each return `event_type` for an event that they do not read: prefer the more specific reason.
  const result = reasons.find((reason) => reason !== 'event_type') ?? 'event_type';
  return result === 'unreadable' ? { result, error: 'unknown_object' } : { result };
}

/** With an email address, as identify does. Otherwise the customer's account is linked, once it is known. */
function linkVisitor(visitor: ProviderVisitor, { identity, call }: Recorder): Promise<object> {
  if (!('email' in visitor)) return identity.RecordBilling(visitor, call);
  const { anonymousId, email, atMs } = visitor;
  return identity.Identify({ anonymousId, account: { email, traitsJson: '' }, atMs }, call);
}

const WEBHOOK_KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Addressed {
  readonly adapter: ProviderAdapter;
  readonly lastPart: string;
}

function receiverOf({ adapter: { name: provider }, lastPart }: Addressed): WebhookReceiver | undefined {
  if (WEBHOOK_KEY.test(lastPart)) return { provider, webhookKey: lastPart };
  const workspaceId = parseId(lastPart);
  return workspaceId === undefined ? undefined : { provider, workspaceId };
}

/** @throws AppError the same `not_found` for every path, so that it does not reveal which workspaces exist. */
async function requireSecret(
  db: Pool,
  secretsKeys: SealingKeys,
  addressed: Addressed,
): Promise<{ readonly workspaceId: number; readonly secret: string }> {
  const receiver = receiverOf(addressed);
  const found = receiver && (await findProviderSecret(db, secretsKeys, receiver));
  if (found) return found;
  const { label, name } = addressed.adapter;
  throw failure(
    'not_found',
    `No workspace receives events of ${label} at this URL. Use the webhookPath of GET /api/v1/integrations/${name} in the URL of the webhook.`,
  );
}

function invalidSignature({ name, label, signatureHeaders, maxAge }: ProviderAdapter): AppError {
  return failure(
    'invalid_signature',
    `The signature (${signatureHeaders.join(', ')}) does not match the body and the signing secret, or its time is more than ${maxAge} ` +
      `off. Set the signing secret of your ${label} webhook with PUT /api/v1/integrations/${name}.`,
  );
}
