import { z } from 'zod';

/** Why an event of Stripe's records nothing. */
export const STRIPE_IGNORED = [
  'event_type',
  'invoiced',
  'no_email',
  'no_customer',
  'no_amount',
  'unreadable',
  'refused',
] as const;

export type StripeIgnored = (typeof STRIPE_IGNORED)[number];

export const unixSeconds = z.int().nonnegative().max(253_402_300_799);

/** Only what is read; Stripe adds fields at any time. */
export const stripeEventSchema = z.object({
  id: z.string().min(1).optional(),
  type: z.string(),
  created: unixSeconds,
  data: z.object({ object: z.unknown().optional(), previous_attributes: z.unknown().optional() }),
});

export type StripeEvent = z.infer<typeof stripeEventSchema>;
