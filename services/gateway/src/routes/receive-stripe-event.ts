import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { STRIPE_IGNORED, stripePayment } from '../domain/stripe/stripe-payment';
import { defineEndpoint } from '../http/endpoint';
import { checkSignatureForm, verifyStripeSignature } from '../http/verify-stripe-signature';

const received = z
  .strictObject({
    received: z.literal(true),
    recorded: z.boolean().meta({ description: 'Whether a payment or refund is recorded, now or before' }),
    ignored: z
      .enum(STRIPE_IGNORED)
      .exactOptional()
      .meta({ description: 'Why not. `refused`: known with other content, or breaks a rule of payments' }),
  })
  .meta({ id: 'ReceivedStripeEvent' });

/**
 * `POST /webhooks/stripe/{workspace}`: an event of Stripe's, trusted for its signature over the raw body instead of a
 * token. Stripe sends again whatever is not answered 2xx, for days: so 200 is said to all that sending again can't mend.
 */
export const receiveStripeEvent = defineEndpoint({
  operationId: 'receiveStripeEvent',
  summary:
    'Take an event of Stripe: paid invoices and checkouts and refunds are recorded, all others ignored',
  tag: 'Payments',
  method: 'post',
  path: '/webhooks/stripe/{workspace}',
  open: true,
  signatureHeader: 'Stripe-Signature',
  params: z.object({
    workspace: z.string().meta({ description: 'Workspace id', type: 'integer', minimum: 1, example: 1 }),
  }),
  documentedBody: z.looseObject({}).meta({ description: 'An event, as Stripe sends it' }),
  responses: { 200: { description: 'Stripe need not send it again', schema: received } },
  failures: [
    'invalid_signature',
    'not_found',
    'payload_too_large',
    'rate_limited',
    'request_timeout',
    'upstream_unavailable',
  ],
  run: async (
    { params: { workspace }, signed, call, log },
    { stripeSecrets, limitWebhooks, identity, clock },
  ) => {
    checkSignatureForm(signed?.signature);
    const workspaceId = /^[1-9]\d{0,14}$/.test(workspace) ? Number(workspace) : undefined;
    if (workspaceId !== undefined) await limitWebhooks(workspaceId);
    const secret = workspaceId === undefined ? undefined : await stripeSecrets.find(workspaceId);
    // In the same words for any number, so that the answer tells nothing of which workspaces there are.
    if (workspaceId === undefined || secret === undefined || !signed)
      throw failure('not_found', "No workspace takes Stripe's webhooks here. Check the endpoint's URL.");
    const event = await verifyStripeSignature({ ...signed, secret, now: clock.now() });
    const told = stripePayment(event);
    if ('ignored' in told)
      return { status: 200, body: { received: true, recorded: false, ignored: told.ignored } };
    try {
      await identity.RecordPayment({ payment: told.payment }, { ...call, workspaceId });
    } catch (error) {
      if (!(error instanceof AppError) || (error.kind !== 'conflict' && error.kind !== 'invalid'))
        throw error;
      log.warn({ workspaceId, code: error.code }, 'a payment that Stripe told of was refused');
      return { status: 200, body: { received: true, recorded: false, ignored: 'refused' } };
    }
    return { status: 200, body: { received: true, recorded: true } };
  },
});
