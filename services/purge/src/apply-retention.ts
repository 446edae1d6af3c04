import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { DueRetention__Output } from '@headwater/protos/gen/headwater/sites/v1/DueRetention';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';

export interface RetentionDependencies {
  readonly sites: Pick<Client<SitesDefinition>, 'ListRetentionDue' | 'BeginRetention' | 'FinishRetention'>;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ApplyRetention'>;
  readonly log: Logger;
  /** For deleting the expired rows of one site. */
  readonly deadlineMs: number;
  /** Only counts rows and logs. */
  readonly dryRun: boolean;
}

export interface RetentionResult {
  readonly applied: readonly number[];
  /** Sites that stay due. The next run repeats them. */
  readonly failed: readonly number[];
}

/**
 * Removes the days of each site that its retention excludes: begin (queries report the removal from now on), count and delete the
 * rows, finish. Each step is idempotent and a site stays due until the last one. A failed site does not stop the others.
 */
export async function applyRetention(dependencies: RetentionDependencies): Promise<RetentionResult> {
  const { sites: due } = await dependencies.sites.ListRetentionDue({});
  const applied: number[] = [];
  const failed: number[] = [];
  for (const { workspaceId, days } of due) {
    if (!days) continue;
    const { siteId } = days;
    try {
      if (await removeDays(dependencies, days, { workspaceId, deadlineMs: dependencies.deadlineMs }))
        applied.push(siteId);
    } catch (error) {
      dependencies.log.error({ err: error, siteId }, 'retention failed; the next run repeats it');
      failed.push(siteId);
    }
  }
  dependencies.log.info({ due: due.length, applied, failed, dryRun: dependencies.dryRun }, 'retention ended');
  return { applied, failed };
}

/** @returns false when nothing was removed: in a dry run, or after a change of the site. */
async function removeDays(
  { sites, analytics, log, dryRun }: RetentionDependencies,
  days: NonNullable<DueRetention__Output['days']>,
  call: CallOptions,
): Promise<boolean> {
  const { siteId, beforeDay } = days;
  if (!dryRun && !(await begin(sites, days, call))) {
    log.info({ siteId }, 'retention was changed or site purged in the meantime');
    return false;
  }
  const { rows } = await analytics.ApplyRetention({ ...days, dryRun: true }, call);
  if (dryRun) {
    log.info({ siteId, beforeDay, rows }, 'would remove expired days');
    return false;
  }
  if (Object.keys(rows).length > 0) await analytics.ApplyRetention({ ...days, dryRun: false }, call);
  await sites.FinishRetention(days, call);
  log.info({ siteId, beforeDay, rows }, 'expired days removed');
  return true;
}

async function begin(
  sites: RetentionDependencies['sites'],
  days: NonNullable<DueRetention__Output['days']>,
  call: CallOptions,
): Promise<boolean> {
  try {
    await sites.BeginRetention(days, call);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found') return false;
    throw error;
  }
}
