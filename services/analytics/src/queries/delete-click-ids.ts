import { deleteClickIds, listClickIdSites } from '@headwater/eventstore/click-ids';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clickhouseFailure } from '../clickhouse/errors';
import type { Dependencies } from '../dependencies';

type Method<Name extends keyof Handlers<AnalyticsDefinition>> = Handlers<AnalyticsDefinition>[Name];

/** Lists the sites of all workspaces with stored click ids. */
export function createListClickIdSites({ purge }: Dependencies): Method<'ListClickIdSites'> {
  return async () => {
    try {
      return { sites: await listClickIdSites(purge.clickhouse) };
    } catch (error) {
      throw clickhouseFailure(error);
    }
  };
}

/** Deletes the click ids of a site. */
export function createDeleteClickIds({ purge }: Dependencies): Method<'DeleteClickIds'> {
  return async ({ siteId }, call) => {
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw failure('invalid_request', 'site_id must be a positive integer.');
    const site = { workspaceId: call.workspaceId(), siteId };
    try {
      await purge.withTopology((topology) => deleteClickIds(purge.clickhouse, site, topology));
      return {};
    } catch (error) {
      throw clickhouseFailure(error);
    }
  };
}
