import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { parsePayment } from '../domain/parse-payment';
import type { Dependencies } from './dependencies';
import { hashedPayment } from './hashed-payment';
import { sentence } from './sentence';

const MAX_ROWS = 1_000;

/** Records many payments, all or nothing; refused rows and conflicts are told and skipped. */
export function createRecordPayments({
  keys,
  store,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['RecordPayments'] {
  return async ({ payments }, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    if (payments.length > MAX_ROWS)
      throw failure('invalid_request', TOO_MANY, { fields: [TOO_MANY_PAYMENTS] });
    const errors: { index: number; message: string }[] = [];
    const accepted = payments.flatMap(({ index, payment }) => {
      const parsed = parsePayment(payment ?? { paymentId: '', amount: '', currency: '', type: '' }, now);
      if (parsed.ok) return [{ index, payment: hashedPayment(keys, workspaceId, parsed.value) }];
      errors.push({ index, message: sentence(parsed.problems) });
      return [];
    });
    const rows = accepted.map(({ payment }) => payment);
    const saved = await store.savePayments({ workspaceId, payments: rows, now });
    for (const [place, { index }] of accepted.entries())
      if (saved[place]?.outcome === 'conflict') errors.push({ index, message: CONFLICT });
    errors.sort((a, b) => a.index - b.index);
    return { imported: payments.length - errors.length, skipped: errors.length, errors };
  };
}

const CONFLICT = 'payment_id is recorded with other content';
const TOO_MANY = `A call takes at most ${MAX_ROWS} payments: split the list. Nothing was recorded.`;
const TOO_MANY_PAYMENTS = { field: 'payments', message: `must be at most ${MAX_ROWS} items` };
