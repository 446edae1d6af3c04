import type { Schemas } from '@headwater/client/client';
import { t } from '../../strings/text';

/** A payment provider, as its guide in services/gateway describes it. */
export interface Provider {
  readonly name: Schemas['PaymentIntegration']['provider'];
  readonly label: string;
  /** Where its dashboard creates webhook endpoints. */
  readonly menu: string;
  readonly eventTypes: readonly string[];
  readonly secret: { readonly label: string; readonly placeholder: string; readonly hint?: string };
  /** Field of a checkout for the id of the visitor. */
  readonly visitorField: string;
}

const subscriptions = (...names: readonly string[]) => names.map((name) => `subscription.${name}`);

export const PROVIDERS: readonly Provider[] = [
  {
    name: 'stripe',
    label: 'Stripe',
    menu: 'Developers > Webhooks > Add endpoint',
    eventTypes: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'invoice.paid',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'customer.created',
      'customer.updated',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ],
    secret: { label: t('Signing secret of the endpoint'), placeholder: 'whsec_…' },
    visitorField: 'client_reference_id',
  },
  {
    name: 'paddle',
    label: 'Paddle',
    menu: 'Developer tools > Notifications > New destination',
    eventTypes: [
      'transaction.completed',
      'adjustment.created',
      'adjustment.updated',
      'customer.created',
      'customer.updated',
      ...subscriptions('created', 'activated', 'updated', 'past_due'),
      ...subscriptions('paused', 'resumed', 'canceled', 'trialing'),
    ],
    secret: { label: t('Secret key of the destination'), placeholder: 'pdl_ntfset_…' },
    visitorField: 'customData.headwater_ref',
  },
  {
    name: 'lemon-squeezy',
    label: 'Lemon Squeezy',
    menu: 'Settings > Webhooks',
    eventTypes: [
      'order_created',
      'order_refunded',
      'subscription_payment_success',
      'subscription_payment_refunded',
      'subscription_created',
      'subscription_updated',
      'subscription_cancelled',
      'subscription_resumed',
      'subscription_expired',
      'subscription_paused',
      'subscription_unpaused',
    ],
    secret: {
      label: t('Signing secret of the webhook'),
      placeholder: '',
      hint: t('Enter the same random text of 32 to 40 characters at Lemon Squeezy.'),
    },
    visitorField: 'checkout[custom][headwater_ref]',
  },
  {
    name: 'polar',
    label: 'Polar',
    menu: t('Settings > Webhooks > Add endpoint, with the format Raw'),
    eventTypes: [
      'order.paid',
      'refund.created',
      'refund.updated',
      'customer.created',
      'customer.updated',
      ...subscriptions('created', 'active', 'updated', 'past_due', 'canceled', 'uncanceled', 'revoked'),
    ],
    secret: { label: t('Secret of the endpoint'), placeholder: 'polar_whs_…' },
    visitorField: 'metadata.headwater_ref',
  },
];
