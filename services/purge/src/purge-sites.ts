import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';

export interface PurgeDependencies {
  readonly sites: Pick<Client<SitesDefinition>, 'ListDue' | 'BeginPurge' | 'FinishPurge'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'PurgeSite'>;
  readonly log: Logger;
  /** For deleting the rows of one site. */
  readonly deadlineMs: number;
  /** Only counts rows and logs. */
  readonly dryRun: boolean;
}

export interface PurgeResult {
  readonly purged: readonly number[];
  /** Sites that stay due. The next run resumes them. */
  readonly failed: readonly number[];
}

interface DueSite {
  readonly id: number;
  readonly workspaceId: number;
}

/**
 * Purges every due site: count its rows, begin (no restore from now on), delete its rows, delete the site. Each step is idempotent
 * and a site stays due until the last one, so the next run resumes an aborted run. A failed site does not stop the others.
 */
export async function purgeSites(dependencies: PurgeDependencies): Promise<PurgeResult> {
  const { sites: due } = await dependencies.sites.ListDue({});
  const purged: number[] = [];
  const failed: number[] = [];
  for (const site of due) {
    try {
      if (await purgeSite(dependencies, site)) purged.push(site.id);
    } catch (error) {
      dependencies.log.error({ err: error, siteId: site.id }, 'site purge failed; the next run resumes it');
      failed.push(site.id);
    }
  }
  dependencies.log.info({ due: due.length, purged, failed, dryRun: dependencies.dryRun }, 'purge ended');
  return { purged, failed };
}

/** @returns false when nothing was purged: in a dry run, or after a restore. */
async function purgeSite(dependencies: PurgeDependencies, { id, workspaceId }: DueSite): Promise<boolean> {
  const call: CallOptions = { workspaceId, deadlineMs: dependencies.deadlineMs };
  const { rows } = await dependencies.analytics.PurgeSite({ siteId: id, dryRun: true }, call);
  if (dependencies.dryRun) {
    dependencies.log.info({ siteId: id, rows }, 'would purge site');
    return false;
  }
  if (!(await begin(dependencies, { id, rows }, call))) {
    dependencies.log.info({ siteId: id }, 'site was restored or purged in the meantime');
    return false;
  }
  await dependencies.analytics.PurgeSite({ siteId: id, dryRun: false }, call);
  await dependencies.sites.FinishPurge({ id }, call);
  dependencies.log.info({ siteId: id, rows }, 'site purged');
  return true;
}

async function begin(
  { sites }: PurgeDependencies,
  request: { readonly id: number; readonly rows: Readonly<Record<string, number>> },
  call: CallOptions,
): Promise<boolean> {
  try {
    await sites.BeginPurge(request, call);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found') return false;
    throw error;
  }
}
