import type { Account } from '@headwater/protos/gen/headwater/identity/v1/Account';
import { z } from 'zod';

/** The fields of an account, in a single identify and in a row of a bulk call. The finer rules are identity's. */
export const accountFields = {
  email: z
    .string()
    .min(1)
    .meta({ description: 'Hashed on arrival, never stored', example: 'ada@example.com' }),
  user_id: z.string().exactOptional().meta({ description: 'Your internal id' }),
  plan: z.string().exactOptional(),
  company: z.string().exactOptional().meta({ description: 'B2B account key' }),
  mrr: z.number().nonnegative().exactOptional().meta({
    description:
      "Monthly recurring revenue. Changed by Stripe's subscriptions too, where its webhooks are taken",
  }),
  traits: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .meta({ description: 'At most 50 traits and 8 KiB; null removes a trait' }),
};

export function accountMessage(account: z.infer<z.ZodObject<typeof accountFields>>): Account {
  const { email, user_id: userId, plan, company, mrr, traits } = account;
  return {
    email,
    ...(userId === undefined ? {} : { userId }),
    ...(plan === undefined ? {} : { plan }),
    ...(company === undefined ? {} : { company }),
    ...(mrr === undefined ? {} : { mrr }),
    traitsJson: traits === undefined ? '' : JSON.stringify(traits),
  };
}
