import type { Logger } from '@headwater/kit/log';
import { createModule, type Module } from '@headwater/kit/module';
import { createPool } from '@headwater/kit/pg/pool';
import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { inSpan } from '@headwater/kit/trace/tracing';
import { loadAnalytics, loadSites } from '@headwater/protos/services';
import { schedule } from 'node-cron';
import { applyRetention } from './apply-retention';
import type { PurgeConfig } from './config';
import { deleteClickIds } from './delete-click-ids';
import { purgeSites } from './purge-sites';

/** A job that purges once at its start. @throws if a site failed, after all other sites. */
export function purgeJobModule(
  config: PurgeConfig,
  { log, dryRun }: { readonly log: Logger; readonly dryRun: boolean },
): Module {
  return createModule({
    name: 'purge',
    start: async () => {
      const failed = (await purgeOnce(config, { log, dryRun })) ?? 0;
      if (failed > 0)
        throw new Error(
          `${failed} steps failed: a purge, a retention or a deletion of click ids. Run the purge again.`,
        );
      return { ports: {} };
    },
  });
}

/** Purges on a schedule, for the all-in-one process. Logs a failed purge; the next one resumes it. */
export function purgeScheduleModule(config: PurgeConfig, { log }: { readonly log: Logger }): Module {
  return createModule({
    name: 'purge',
    start: ({ add }) => {
      let running: Promise<unknown> = Promise.resolve();
      const purge = (): Promise<unknown> => {
        running = purgeOnce(config, { log, dryRun: false }).catch((err: unknown) => {
          log.error({ err }, 'purge failed');
        });
        return running;
      };
      const task = schedule(config.schedule, purge, { timezone: 'Etc/UTC', noOverlap: true });
      add(task, async () => {
        await task.destroy();
        await running;
      });
      return Promise.resolve({ ports: {} });
    },
  });
}

/**
 * Purges all due sites, removes the days that the retention of the other sites excludes, and deletes click ids of sites that store
 * none, with its own connections. Only one process purges at a time. If the lock's connection is lost, the purge continues, possibly
 * next to another one: every step is safe to run twice.
 *
 * @returns the number of failures; undefined when another process is purging.
 */
async function purgeOnce(
  config: PurgeConfig,
  { log, dryRun }: { readonly log: Logger; readonly dryRun: boolean },
): Promise<number | undefined> {
  const { databaseUrl } = config;
  const db = createPool({ databaseUrl, applicationName: 'headwater purge', max: 1, limits: config, log });
  const trust = rpcTrust(config);
  const sites = createRpcClient({ service: loadSites(), address: config.sitesAddress, trust });
  const analytics = createRpcClient({ service: loadAnalytics(), address: config.analyticsAddress, trust });
  const deadlineMs = config.deadlineMinutes * 60_000;
  try {
    const result = await inSpan({ name: 'purge', kind: 'internal' }, () =>
      tryWithAdvisoryLock(db, 'headwater purge', async () => {
        const dependencies = { sites: sites.calls, analytics: analytics.calls, log, deadlineMs, dryRun };
        const purged = await purgeSites(dependencies);
        const retained = await applyRetention(dependencies);
        const clickIds = await deleteClickIds(dependencies);
        return purged.failed.length + retained.failed.length + clickIds.failures;
      }),
    );
    if (result === undefined) log.info('another process is purging');
    return result;
  } finally {
    sites.close();
    analytics.close();
    await db.end();
  }
}
