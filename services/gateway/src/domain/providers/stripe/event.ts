import { z } from 'zod';

/** Unix seconds up to the year 9999. */
export const unixSeconds = z.int().nonnegative().max(253_402_300_799);

/** The fields that we read. Stripe may add fields at any time. */
export const stripeEventSchema = z.object({
  id: z.string().min(1).optional(),
  type: z.string(),
  created: unixSeconds,
  data: z.object({ object: z.unknown().optional(), previous_attributes: z.unknown().optional() }),
});

export type StripeEvent = z.infer<typeof stripeEventSchema>;
