import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from './dependencies';

const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

/** The customer's companies with counts, MRR and the channel that brought the first account. */
export function createListCompanies({
  store,
}: Pick<Dependencies, 'store'>): Handlers<IdentityDefinition>['ListCompanies'] {
  return async ({ limit = DEFAULT_LIMIT }, call) => {
    const workspaceId = call.workspaceId();
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw failure('invalid_request', `limit must be a whole number from 1 to ${MAX_LIMIT}.`, {
        fields: [{ field: 'limit', message: `must be a whole number from 1 to ${MAX_LIMIT}` }],
      });
    const { companies, total } = await store.listCompanies(workspaceId, limit);
    return {
      companies: companies.map(({ channel, ...company }) => ({
        ...company,
        ...(channel === null ? {} : { channel }),
      })),
      total,
    };
  };
}
