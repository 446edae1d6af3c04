import { AppError } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { CallOptions } from '@headwater/kit/rpc/types';
import type { SealingKeys } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { stripeBilling } from '../domain/providers/stripe/billing';
import { IGNORED_EVENTS, type IgnoredEvent } from '../domain/providers/payment';
import { stripePayment } from '../domain/providers/stripe/payment';
import { stripeVisitor, type StripeVisitor } from '../domain/providers/stripe/visitor';
import type { Dependencies } from '../dependencies';
import { defineEndpoint } from '../http/endpoint';
import { parseId } from './shapes/path-id';
import { checkSignatureForm, verifyStripeSignature } from '../http/verify-stripe-signature';
import { limitWebhook } from '../http/rate-limit';
import { findStripeSecret, type WebhookReceiver } from '../store/stripe-secrets';
import { recordStripeEvent } from '../store/stripe-status';

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
  .meta({ id: 'ReceivedStripeEvent' });

const EXAMPLE_EVENT = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } };

const DESCRIPTION =
  'Records payments, refunds, disputes, customers and subscriptions. Ignores all other events. Enable these events for your ' +
  'Stripe endpoint:\n\n' +
  '- `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `invoice.paid` and `payment_intent.succeeded`: ' +
  'payments. `invoice.payment_succeeded`, `charge.succeeded` and `charge.captured` work too.\n' +
  '- `invoice_payment.paid`: which payment intent paid an invoice. Required with `payment_intent.succeeded` or ' +
  '`charge.succeeded` if your Stripe API version is 2025-03-31 or later.\n' +
  '- `charge.refunded`: refunds.\n' +
  '- `charge.dispute.created`, `charge.dispute.closed`, `charge.dispute.funds_withdrawn` and ' +
  '`charge.dispute.funds_reinstated`: a dispute counts as a refund, unless it is won.\n' +
  '- `customer.created` and `customer.updated`: link a Stripe customer to an account. Paid invoices and completed ' +
  'checkouts link it too.\n' +
  '- `customer.subscription.created`, `.updated` and `.deleted`: set `mrr` and `plan` of the account, as soon as the ' +
  'customer is linked to it.\n\n' +
  'Events may arrive late, twice and in any order. A payment counts once, although Stripe reports it by several events. ' +
  'Without an email address, it belongs to its Stripe customer.\n\n' +
  'The metadata `headwater_ref` of a session, payment intent, subscription or customer links the visitor with that id to the ' +
  'account. The value of `window.headwater.ref` as `client_reference_id` does the same.\n\n' +
  'The MRR of an account is the sum of its `active` and `past_due` subscriptions: unit price × quantity. A year has 12 ' +
  'months, 52 weeks and 365 days. Trials, metered and tiered prices, discounts and taxes are excluded. MRR is 0 once all ' +
  "subscriptions are canceled; `plan` is kept. `plan` is the nickname, lookup key or id of the largest subscription's " +
  'price. With several currencies, MRR uses that of the latest change. The last update wins: an identify with `mrr` or ' +
  '`plan`, or a changed subscription.';

/**
 * `POST /webhooks/stripe/{workspace}`: authenticated by the signature over the raw body instead of a token. Stripe retries
 * for days after any status other than 2xx, so events that a retry cannot fix are answered with 200.
 */
export const receiveStripeEvent = defineEndpoint({
  operationId: 'receiveStripeEvent',
  summary: 'Receive a Stripe event',
  description: DESCRIPTION,
  tag: 'Payments',
  method: 'post',
  path: '/webhooks/stripe/{workspace}',
  example: {
    headers: [
      `Stripe-Signature: t=$NOW,v1=$(printf '%s.%s' "$NOW" '${JSON.stringify(EXAMPLE_EVENT)}' | openssl dgst -sha256 -hmac "$STRIPE_SECRET" -r | cut -d ' ' -f 1)`,
    ],
    body: EXAMPLE_EVENT,
  },
  open: true,
  signatureHeader: 'Stripe-Signature',
  params: z.object({
    workspace: z.string().meta({
      description:
        'The last part of `webhookPath`. The id of a workspace works if its secret was set before paths contained a key',
      examples: ['9f0c1f6e-6c1c-4a57-9d8a-0b6e1f3f2a11'],
    }),
  }),
  documentedBody: z.looseObject({}).meta({ description: 'An event as Stripe sends it' }),
  responses: { 200: { description: 'The event was received. Stripe does not retry it', schema: received } },
  failures: [
    'invalid_signature',
    'not_found',
    'payload_too_large',
    'rate_limited',
    'request_timeout',
    'upstream_unavailable',
  ],
  checkSigned: async ({ params: { workspace }, signature }, { db, secretsKeys }) => {
    checkSignatureForm(signature);
    await requireSecret(db, secretsKeys, workspace);
  },
  run: async (
    { params: { workspace }, signed, call, log },
    { db, secretsKeys, rateLimit, identity, clock, reportBadSignature },
  ) => {
    if (!signed) throw new Error('the endpoint has no signed body');
    const { workspaceId, secret } = await requireSecret(db, secretsKeys, workspace);
    const now = clock.now();
    const event = await verifyStripeSignature({ ...signed, secret, now }).catch((error: unknown) => {
      reportBadSignature(workspaceId);
      throw error;
    });
    await limitWebhook(rateLimit, workspaceId);
    const { result, error } = await recordEvent(event, identity, { ...call, workspaceId });
    if (error !== undefined) log().warn({ workspaceId, result, error }, 'stripe event refused');
    const recorded = { workspaceId, type: typeOf(event), result, error, now };
    await inWorkspace(workspaceId, () => recordStripeEvent(db, recorded));
    const ignored = result === 'recorded' ? {} : { ignored: result };
    return { status: 200, body: { received: true, recorded: result === 'recorded', ...ignored } };
  },
});

/** The form of Stripe's event types. Others are not stored: they could be an address. */
const EVENT_TYPE = /^[a-z\d_.[\]]{1,100}$/;

function typeOf(event: unknown): string {
  const { type } = (event ?? {}) as { type?: unknown };
  return typeof type === 'string' && EVENT_TYPE.test(type) ? type : 'unknown';
}

interface Recorded {
  readonly result: 'recorded' | IgnoredEvent;
  /** An error code, if somebody must fix something. */
  readonly error?: string;
}

/**
 * Records the payment, the billing data and the visitor of an event.
 *
 * @throws AppError if a retry may help.
 */
async function recordEvent(
  event: unknown,
  identity: Dependencies['identity'],
  call: CallOptions,
): Promise<Recorded> {
  const [payment, billing, visitor] = [stripePayment(event), stripeBilling(event), stripeVisitor(event)];
  const calls = [
    ...('billing' in billing ? [identity.RecordBilling(billing.billing, call)] : []),
    ...('aliasIds' in payment ? [identity.RecordPayment(payment, call)] : []),
    ...(visitor ? [linkVisitor(identity, visitor, call)] : []),
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
  const reasons = [payment, billing].flatMap((parsed) => ('ignored' in parsed ? [parsed.ignored] : []));
  // Both parsers return `event_type` for an event they do not read: prefer the more specific reason.
  const result = reasons.find((reason) => reason !== 'event_type') ?? 'event_type';
  return result === 'unreadable' ? { result, error: 'unknown_object' } : { result };
}

/** With an email address, as identify does. Otherwise the customer's account is linked, once it is known. */
function linkVisitor(
  identity: Dependencies['identity'],
  visitor: StripeVisitor,
  call: CallOptions,
): Promise<object> {
  if (!('email' in visitor)) return identity.RecordBilling(visitor, call);
  const { anonymousId, email, atMs } = visitor;
  return identity.Identify({ anonymousId, account: { email, traitsJson: '' }, atMs }, call);
}

const WEBHOOK_KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function receiverOf(lastPart: string): WebhookReceiver | undefined {
  if (WEBHOOK_KEY.test(lastPart)) return { webhookKey: lastPart };
  const workspaceId = parseId(lastPart);
  return workspaceId === undefined ? undefined : { workspaceId };
}

/** @throws AppError the same `not_found` for every path, so that it does not reveal which workspaces exist. */
async function requireSecret(
  db: Pool,
  secretsKeys: SealingKeys,
  lastPart: string,
): Promise<{ readonly workspaceId: number; readonly secret: string }> {
  const receiver = receiverOf(lastPart);
  const found = receiver && (await findStripeSecret(db, secretsKeys, receiver));
  if (found) return found;
  throw failure(
    'not_found',
    'No workspace receives Stripe events at this URL. Use the webhookPath of GET /api/v1/integrations/stripe in the URL of the Stripe endpoint.',
  );
}
