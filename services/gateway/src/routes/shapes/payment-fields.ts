import type { Payment } from '@headwater/protos/gen/headwater/identity/v1/Payment';
import { PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';

/** The fields of a payment, single and in a row of a bulk call. The finer rules are identity's. */
export const paymentFields = {
  payment_id: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Your id of the payment: sent again, it counts once', example: 'inv_1001' }),
  email: z
    .string()
    .min(1)
    .exactOptional()
    .meta({ description: 'The account: this or `user_id`. Hashed on arrival, never stored' }),
  user_id: z.string().min(1).exactOptional().meta({ description: 'The account, by your internal id' }),
  amount: z.union([z.string(), z.number()], { error: 'must be a decimal string or a number' }).meta({
    description: 'Major units, not negative, with no more decimals than the currency has',
    example: '49.00',
  }),
  currency: z.string().length(3).meta({ description: 'ISO 4217', example: 'EUR' }),
  type: z
    .enum(PAYMENT_TYPES)
    .meta({ description: "A refund's amount is what was given back; it lowers the net revenue" }),
  occurred_at: z
    .string()
    .exactOptional()
    .meta({ description: 'Default: now', format: 'date-time', example: '2026-10-25T02:00:00.000Z' }),
};

export function paymentMessage(payment: z.infer<z.ZodObject<typeof paymentFields>>): Payment {
  const { payment_id: paymentId, user_id: userId, email, amount, currency, type } = payment;
  return {
    paymentId,
    ...(email === undefined ? {} : { email }),
    ...(userId === undefined ? {} : { userId }),
    // The shortest digits that name the number are those that the caller wrote.
    amount: String(amount),
    currency,
    type,
    ...(payment.occurred_at === undefined ? {} : { occurredAt: payment.occurred_at }),
  };
}
