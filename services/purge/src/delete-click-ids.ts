import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';

export interface ClickIdsDependencies {
  readonly sites: Pick<Client<SitesDefinition>, 'GetSite' | 'GetPurge'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ListClickIdSites' | 'DeleteClickIds'>;
  readonly log: Logger;
  /** For deleting the click ids of one site. */
  readonly deadlineMs: number;
  /** Only logs. */
  readonly dryRun: boolean;
}

export interface ClickIdsResult {
  readonly deleted: readonly number[];
  /** The number of failed steps: sites, or the list of sites. The next run repeats them. */
  readonly failures: number;
}

/**
 * Deletes the stored click ids of sites that disabled the setting or were purged. Also finds those that a collector stored later.
 * Does not throw: a failed site does not stop the others, and an older analytics that lists no sites does not hide other results.
 */
export async function deleteClickIds(dependencies: ClickIdsDependencies): Promise<ClickIdsResult> {
  const { analytics, log, deadlineMs, dryRun } = dependencies;
  const sites = await listSites(dependencies);
  if (sites === undefined) return { deleted: [], failures: 1 };
  const deleted: number[] = [];
  const failed: number[] = [];
  for (const { workspaceId, siteId } of sites) {
    try {
      if (!(await storesNone(dependencies, siteId, { workspaceId }))) continue;
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
  return { deleted, failures: failed.length };
}

/** The sites with stored click ids; undefined after a failure, which is logged. */
async function listSites({ analytics, log }: ClickIdsDependencies) {
  try {
    return (await analytics.ListClickIdSites({})).sites;
  } catch (error) {
    log.error({ err: error }, 'click ids not deleted; the next run repeats it');
    return undefined;
  }
}

/**
 * Whether a site stores no click ids. A deleted site can be restored: its purge deletes them. Older versions of sites don't return the
 * setting.
 */
async function storesNone({ sites }: ClickIdsDependencies, id: number, call: CallOptions): Promise<boolean> {
  try {
    return (await sites.GetSite({ id }, call)).clickIds === false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found')
      return (await sites.GetPurge({ siteId: id }, call)).state === 'purged';
    throw error;
  }
}
