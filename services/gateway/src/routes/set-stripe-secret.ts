import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { stripeStatus, stripeStatusSchema } from './shapes/stripe-status';

/**
 * `PUT /api/v1/integrations/stripe`: sets what Stripe signs the workspace's webhooks with. Whoever knows it can record
 * payments without a token, so that it asks for the right to make tokens.
 */
export const setStripeSecret = defineEndpoint({
  operationId: 'setStripeSecret',
  summary: "Take Stripe's webhooks, signed with this secret",
  tag: 'Payments',
  method: 'put',
  path: '/api/v1/integrations/stripe',
  scope: 'tokens:admin',
  body: z.strictObject({
    signing_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=_-]{8,250}$/, 'must be the signing secret of a Stripe endpoint, whsec_…')
      .meta({
        description: "The endpoint's signing secret from Stripe's dashboard, in the place of any older one",
      }),
  }),
  responses: { 200: { description: 'It is set', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal: { workspaceId }, body }, { stripeSecrets, clock }) => {
    const now = clock.now();
    await stripeSecrets.put(workspaceId, body.signing_secret, now);
    return { status: 200, body: stripeStatus(workspaceId, now) };
  },
});
