import { countPurgedRows, deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clickhouseFailure } from '../clickhouse/errors';
import type { Dependencies } from '../dependencies';

/** Deletes all rows of a site; with `dryRun` only returns their number by table. */
export function createPurgeSite(dependencies: Dependencies): Handlers<AnalyticsDefinition>['PurgeSite'] {
  const { purge } = dependencies;
  return async ({ siteId, dryRun }, call) => {
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw failure('invalid_request', 'site_id must be a positive integer.');
    const site = { workspaceId: call.workspaceId(), siteId };
    try {
      return await purge.withTopology(async (topology) => {
        if (dryRun) return { rows: await countPurgedRows(purge.clickhouse, site, topology) };
        await deleteSiteEvents(purge.clickhouse, site, topology);
        // No count: a retry finds no row, and must return the same answer.
        return { rows: {} };
      });
    } catch (error) {
      throw clickhouseFailure(error);
    }
  };
}
