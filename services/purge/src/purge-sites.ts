import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';

export interface PurgeParts {
  readonly sites: Pick<Client<SitesDefinition>, 'ListDue' | 'BeginPurge' | 'FinishPurge'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'PurgeSite'>;
  readonly log: Logger;
  /** For the deletion of one site's rows. */
  readonly deadlineMs: number;
  /** Only counts and logs. */
  readonly dryRun: boolean;
}

export interface PurgeResult {
  readonly purged: readonly number[];
  /** Sites that stay due: the next run takes them up where they were left. */
  readonly failed: readonly number[];
}

interface DueSite {
  readonly id: number;
  readonly workspaceId: number;
}

/**
 * Purges every due site: count, take it from its customer (no restore any more), delete its rows, delete the site. Each step
 * is idempotent and a site stays due until the last, so a run that was cut short anywhere is resumed by the next. One site's
 * failure does not keep the others.
 */
export async function purgeSites(parts: PurgeParts): Promise<PurgeResult> {
  const { sites: due } = await parts.sites.ListDue({});
  const purged: number[] = [];
  const failed: number[] = [];
  for (const site of due) {
    try {
      if (await purgeSite(parts, site)) purged.push(site.id);
    } catch (error) {
      parts.log.error({ err: error, siteId: site.id }, 'could not purge a site: the next run resumes it');
      failed.push(site.id);
    }
  }
  parts.log.info({ due: due.length, purged, failed, dryRun: parts.dryRun }, 'purge ended');
  return { purged, failed };
}

/** @returns false when nothing was purged: a dry run, or the site was restored meanwhile. */
async function purgeSite(parts: PurgeParts, { id, workspaceId }: DueSite): Promise<boolean> {
  const call: CallOptions = { workspaceId, deadlineMs: parts.deadlineMs };
  const { rows } = await parts.analytics.PurgeSite({ siteId: id, dryRun: true }, call);
  if (parts.dryRun) {
    parts.log.info({ siteId: id, rows }, 'would purge a site');
    return false;
  }
  if (!(await begin(parts, { id, rows }, call))) {
    parts.log.info({ siteId: id }, 'a site was restored or purged meanwhile');
    return false;
  }
  await parts.analytics.PurgeSite({ siteId: id, dryRun: false }, call);
  await parts.sites.FinishPurge({ id }, call);
  parts.log.info({ siteId: id, rows }, 'purged a site');
  return true;
}

async function begin(
  { sites }: PurgeParts,
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
