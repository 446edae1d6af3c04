import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { digestEmail } from '../domain/digest-email';
import { parseBilling } from '../domain/parse-billing';
import type { Dependencies } from './dependencies';

/** Takes what a payment provider tells of a customer; its subscriptions become its account's `mrr` and `plan`. */
export function createRecordBilling({
  keys,
  store,
  clock,
}: Pick<Dependencies, 'keys' | 'store' | 'clock'>): Handlers<IdentityDefinition>['RecordBilling'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parseBilling(request, now);
    if (!parsed.ok) throw failure('invalid_request', INVALID, { fields: parsed.problems });
    const { customerId, email, atMs, subscription } = parsed.value;
    const known = await store.saveBilling({
      workspaceId,
      customerId,
      ...(email === undefined ? {} : { digests: digestEmail(keys, workspaceId, email) }),
      atMs,
      ...(subscription ? { subscription } : {}),
      now,
    });
    return { known };
  };
}

const INVALID = 'The customer can not be recorded as sent: correct the fields listed under errors.';
