import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { stripeBilling } from '../domain/stripe/stripe-billing';
import { STRIPE_IGNORED } from '../domain/stripe/stripe-event';
import { stripePayment } from '../domain/stripe/stripe-payment';
import { defineEndpoint } from '../http/endpoint';
import { checkSignatureForm, verifyStripeSignature } from '../http/verify-stripe-signature';

const received = z
  .strictObject({
    received: z.literal(true),
    recorded: z.boolean().meta({
      description:
        'Whether what it tells of a payment, a refund, a customer or a subscription is recorded, now or before',
    }),
    ignored: z
      .enum(STRIPE_IGNORED)
      .exactOptional()
      .meta({ description: 'Why not. `refused`: known with other content, or breaks a rule of payments' }),
  })
  .meta({ id: 'ReceivedStripeEvent' });

const EVENTS =
  'An event, as Stripe sends it. Have your endpoint sent: `invoice.paid`, `checkout.session.completed`, ' +
  '`checkout.session.async_payment_succeeded` and `charge.refunded`, recorded as payments and refunds, those without an ' +
  "address as their customer's; " +
  '`customer.created` and `customer.updated`, which tell whose account a customer is, as paid invoices and completed ' +
  'checkouts do; `customer.subscription.created`, `.updated` and `.deleted`, which give that account its `mrr` and ' +
  '`plan`, at once or as soon as it is known whose it is. They may come late, twice and in any order.\n\n' +
  'The MRR of an account is the sum over its subscriptions that are `active` or `past_due`: unit price × quantity, a ' +
  'year being 12 months, 52 weeks and 365 days. Trials, metered and tiered prices, discounts and taxes are left out of ' +
  "it. It is 0 once all are cancelled; `plan`, the nickname, lookup key or id of the largest one's price, then stays. " +
  'Of subscriptions in several currencies those in the one of the latest change count. Whoever tells last wins: an ' +
  'identify with `mrr` or `plan`, or a changed subscription.';

/**
 * `POST /webhooks/stripe/{workspace}`: an event of Stripe's, trusted for its signature over the raw body instead of a
 * token. Stripe sends again whatever is not answered 2xx, for days: so 200 is said to all that sending again can't mend.
 */
export const receiveStripeEvent = defineEndpoint({
  operationId: 'receiveStripeEvent',
  summary:
    'Take an event of Stripe: payments, refunds, customers and subscriptions are recorded, all others ignored',
  tag: 'Payments',
  method: 'post',
  path: '/webhooks/stripe/{workspace}',
  open: true,
  signatureHeader: 'Stripe-Signature',
  params: z.object({
    workspace: z.string().meta({ description: 'Workspace id', type: 'integer', minimum: 1, example: 1 }),
  }),
  documentedBody: z.looseObject({}).meta({ description: EVENTS }),
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
    const [payment, billing] = [stripePayment(event), stripeBilling(event)];
    const to = { ...call, workspaceId };
    const calls = [
      ...('billing' in billing ? [identity.RecordBilling(billing.billing, to)] : []),
      ...('payment' in payment ? [identity.RecordPayment({ payment: payment.payment }, to)] : []),
    ];
    let refused = false;
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === 'fulfilled') continue;
      const error: unknown = result.reason;
      if (!(error instanceof AppError) || (error.kind !== 'conflict' && error.kind !== 'invalid'))
        throw error;
      log().warn({ workspaceId, code: error.code }, 'what Stripe told of was refused');
      refused = true;
    }
    if (calls.length > 0 && !refused) return { status: 200, body: { received: true, recorded: true } };
    const reasons = [payment, billing].flatMap((told) => ('ignored' in told ? [told.ignored] : []));
    // The reason of the one that reads such events; both say `event_type` where none does.
    const ignored = refused ? 'refused' : (reasons.find((reason) => reason !== 'event_type') ?? 'event_type');
    return { status: 200, body: { received: true, recorded: false, ignored } };
  },
});
