import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { randomUUID } from 'node:crypto';
import { digestEmail } from '../domain/digest-email';
import { parseAccountKey } from '../domain/parse-account-key';
import type { Dependencies } from './dependencies';

/** Erases an account by its address and answers the certificate; zeros for an account that was not there. */
export function createEraseAccount({
  keys,
  store,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['EraseAccount'] {
  return async ({ email }, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseAccountKey({ email });
    if (!parsed.ok || !('email' in parsed.value))
      throw failure('invalid_request', INVALID, { fields: parsed.ok ? [] : parsed.problems });
    const [id, now] = [randomUUID(), clock.now()];
    const digests = digestEmail(keys, workspaceId, parsed.value.email);
    const erased = await store.eraseAccount({ workspaceId, digests, id, now });
    return { id, atMs: now, ...erased };
  };
}

const INVALID = 'Nothing was erased: correct the fields listed under errors.';
