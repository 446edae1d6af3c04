import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { digestEmail } from '../domain/digest-email';
import { parseAccountKey } from '../domain/parse-account-key';
import type { Dependencies } from './dependencies';

/** The recorded attribution of one account, and counts of what is linked to it. */
export function createLookUpAttribution({
  keys,
  store,
}: Dependencies): Handlers<IdentityDefinition>['LookUpAttribution'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseAccountKey(request);
    if (!parsed.ok) throw failure('invalid_request', INVALID, { fields: parsed.problems });
    const key = parsed.value;
    const account = 'email' in key ? { digests: digestEmail(keys, workspaceId, key.email) } : key;
    const found = await store.lookUpAttribution(workspaceId, account);
    if (!found) return { found: false };
    const { attribution, visitors, payments } = found;
    return { found: true, ...(attribution ? { attribution } : {}), visitors, payments };
  };
}

const INVALID = 'The account can not be looked up as asked: correct the fields listed under errors.';
