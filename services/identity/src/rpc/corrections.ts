import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { listCorrections } from '../store/corrections';

const MAX_LISTED = 1_000;

/** Lists the workspace's corrections of recorded channels, latest first. */
export function createListCorrections({ db }: Dependencies): Handlers<IdentityDefinition>['ListCorrections'] {
  return async ({ beforeMs, beforeId, limit }, call) => {
    if (limit < 1 || limit > MAX_LISTED)
      throw failure('invalid_request', `limit is ${limit}. Send 1 to ${MAX_LISTED}.`);
    const corrections = await listCorrections(db, call.workspaceId(), { beforeMs, beforeId, limit });
    return {
      corrections: corrections.map(({ previous, siteId, ...correction }) => ({
        ...correction,
        previousChannel: previous.channel,
        previousSource: previous.source,
        ...(siteId === null ? {} : { siteId }),
      })),
    };
  };
}
