import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';

export interface ClickIdsDependencies {
  readonly sites: Pick<Client<SitesDefinition>, 'GetSite'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ListClickIdSites' | 'DeleteClickIds'>;
  readonly log: Logger;
  /** For deleting the click ids of one site. */
  readonly deadlineMs: number;
  /** Only logs. */
  readonly dryRun: boolean;
}

export interface ClickIdsResult {
  readonly deleted: readonly number[];
  /** The next run repeats these sites. */
  readonly failed: readonly number[];
}

/**
 * Deletes the stored click ids of sites that disabled the setting. Also finds those that a collector stored later. A failed site
 * does not stop the others.
 */
export async function deleteClickIds(dependencies: ClickIdsDependencies): Promise<ClickIdsResult> {
  const { analytics, log, deadlineMs, dryRun } = dependencies;
  const { sites } = await analytics.ListClickIdSites({});
  const deleted: number[] = [];
  const failed: number[] = [];
  for (const { workspaceId, siteId } of sites) {
    try {
      if (!(await isDisabled(dependencies, siteId, { workspaceId }))) continue;
      if (dryRun) {
        log.info({ siteId }, 'would delete click ids');
        continue;
      }
      await analytics.DeleteClickIds({ siteId }, { workspaceId, deadlineMs });
      deleted.push(siteId);
    } catch (error) {
      log.error({ err: error, siteId }, 'click ids not deleted; the next run repeats it');
      failed.push(siteId);
    }
  }
  log.info({ sites: sites.length, deleted, failed, dryRun }, 'click ids of sites that store none deleted');
  return { deleted, failed };
}

/** Whether a site stores no click ids. A deleted site can be restored: its purge deletes them. */
async function isDisabled({ sites }: ClickIdsDependencies, id: number, call: CallOptions): Promise<boolean> {
  try {
    return !(await sites.GetSite({ id }, call)).clickIds;
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found') return false;
    throw error;
  }
}
