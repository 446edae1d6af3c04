import { defineEndpoint } from '../http/endpoint';
import { stripeStatus, stripeStatusSchema } from './shapes/stripe-status';

/** `GET /api/v1/integrations/stripe`: whether the signing secret is set and since when, never the secret. */
export const getStripe = defineEndpoint({
  operationId: 'getStripe',
  summary: "Whether Stripe's webhooks are taken, and where to",
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/integrations/stripe',
  scope: 'tokens:admin',
  responses: { 200: { description: 'Whether it is set up', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal: { workspaceId } }, { stripeSecrets }) => ({
    status: 200,
    body: stripeStatus(workspaceId, await stripeSecrets.setAt(workspaceId)),
  }),
});
