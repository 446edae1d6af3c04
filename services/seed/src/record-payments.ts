import { z } from 'zod';
import type { Api } from './api';
import { inGroups } from './domain/in-groups';
import type { Payment } from './domain/payment';

/** The API's limit of one bulk call. */
const BULK_ROWS = 1000;

const IMPORTED = z.object({ imported: z.number() });

/** Tells the API of payments; those that it knows stay as they are. @returns how many it took */
export async function recordPayments(api: Api, payments: readonly Payment[]): Promise<number> {
  let imported = 0;
  for (const group of inGroups(payments, BULK_ROWS)) {
    const body = { payments: group.map(rowOf) };
    imported += (await api.post('/api/v1/payments/bulk', body, IMPORTED)).imported;
  }
  return imported;
}

const rowOf = ({ paymentId, userId, amount, type, at }: Payment) => ({
  payment_id: paymentId,
  user_id: userId,
  amount: amount.toFixed(2),
  currency: 'EUR',
  type,
  occurred_at: new Date(at).toISOString(),
});
