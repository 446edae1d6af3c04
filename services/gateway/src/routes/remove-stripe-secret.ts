import { defineEndpoint } from '../http/endpoint';
import { stripeStatus, stripeStatusSchema } from './shapes/stripe-status';

/** `DELETE /api/v1/integrations/stripe`: Stripe's webhooks are answered 404 from now on; what was recorded stays. */
export const removeStripeSecret = defineEndpoint({
  operationId: 'removeStripeSecret',
  summary: "Take Stripe's webhooks no longer; what they recorded stays",
  tag: 'Payments',
  method: 'delete',
  path: '/api/v1/integrations/stripe',
  scope: 'tokens:admin',
  responses: { 200: { description: 'No secret is set', schema: stripeStatusSchema } },
  failures: [],
  run: async ({ principal: { workspaceId } }, { stripeSecrets }) => {
    await stripeSecrets.remove(workspaceId);
    return { status: 200, body: stripeStatus(workspaceId, undefined) };
  },
});
