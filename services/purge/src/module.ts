import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { schedule, type ScheduledTask } from 'node-cron';
import type { PurgeConfig } from './config';
import { purgeOnce } from './purge-once';

/** A purge as a job: runs as it starts. @throws when a site could not be purged, after all others were. */
export function purgeJobModule(
  config: PurgeConfig,
  { log, dryRun }: { readonly log: Logger; readonly dryRun: boolean },
): Module {
  return {
    name: 'purge',
    start: async () => {
      const result = await purgeOnce(config, { log, dryRun });
      if (result && result.failed.length > 0)
        throw new Error(`${result.failed.length} sites could not be purged. Run it again.`);
    },
    stop: () => Promise.resolve(),
  };
}

/** A purge on its schedule, for the process that runs everything. A failure is logged; the next turn resumes. */
export function purgeScheduleModule(config: PurgeConfig, { log }: { readonly log: Logger }): Module {
  let task: ScheduledTask | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  const turn = (): Promise<unknown> => {
    underWay = purgeOnce(config, { log, dryRun: false }).catch((error: unknown) => {
      log.error({ err: error }, 'the purge failed');
    });
    return underWay;
  };
  return {
    name: 'purge',
    start: () => {
      task = schedule(config.schedule, turn, { timezone: 'Etc/UTC', noOverlap: true });
      return Promise.resolve();
    },
    stop: async () => {
      await task?.destroy();
      await underWay;
    },
  };
}
