import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';

/** Whether a workspace takes Stripe's webhooks, without the secret. */
export const stripeStatusSchema = z
  .strictObject({
    configured: z.boolean().meta({ description: 'Whether a signing secret is set. It is never shown' }),
    since: z.string().nullable().meta({ description: 'When it was set', format: 'date-time' }),
    webhookPath: z.string().meta({
      description: "Where Stripe is to send its events, below this API's address",
      example: '/webhooks/stripe/1',
    }),
  })
  .meta({ id: 'StripeStatus' });

/** @param setAtMs Unix milliseconds; undefined when no secret is set */
export function stripeStatus(
  workspaceId: number,
  setAtMs: number | undefined,
): z.infer<typeof stripeStatusSchema> {
  return {
    configured: setAtMs !== undefined,
    since: setAtMs === undefined ? null : isoTime(setAtMs),
    webhookPath: `/webhooks/stripe/${workspaceId}`,
  };
}
