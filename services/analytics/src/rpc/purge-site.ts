import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { PurgeStore } from '../store/purge-store';

/** Deletes every row of a site, or only counts them. */
export function createPurgeSite({
  store,
}: {
  readonly store: PurgeStore;
}): Handlers<AnalyticsDefinition>['PurgeSite'] {
  return async ({ siteId, dryRun }, call) => {
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw failure('invalid_request', 'site_id must be the id of a site.');
    const site = { workspaceId: call.workspaceId(), siteId };
    const rows = await store.countSiteRows(site);
    if (!dryRun) await store.deleteSiteEvents(site);
    return { rows };
  };
}
