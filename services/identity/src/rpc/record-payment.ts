import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { parsePayment } from '../domain/parse-payment';
import type { Dependencies } from './dependencies';
import { hashedPayment } from './hashed-payment';

/** Records one payment, once; the same id with other content is a conflict. */
export function createRecordPayment({
  keys,
  store,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['RecordPayment'] {
  return async ({ payment }, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parsePayment(payment ?? { paymentId: '', amount: '', currency: '', type: '' }, now);
    if (!parsed.ok) throw failure('invalid_request', INVALID, { fields: parsed.problems });
    const payments = [hashedPayment(keys, workspaceId, parsed.value)];
    const [saved] = await store.savePayments({ workspaceId, payments, now });
    if (saved === undefined || saved.outcome === 'conflict') throw failure('payment_conflict', CONFLICT);
    const { outcome, channel } = saved;
    return {
      created: outcome === 'created',
      attributed: channel !== undefined,
      ...(channel === undefined ? {} : { channel }),
    };
  };
}

const INVALID = 'The payment can not be recorded as sent: correct the fields listed under errors.';
const CONFLICT =
  'A payment with this payment_id is recorded with other content. Send the same content, or a payment_id of its own.';
