import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import type { CollectorConfig } from './config';
import { abandonedDirectories } from './ingest/event-logs';
import { collectorModule } from './module';

const CHECK_MS = 1_000;
const REPORT_MS = 30_000;

/**
 * A job that ships the event log of a removed collector, for example the volume of a pod after scaling down. It has started when
 * ClickHouse stores all events of the directory, and waits as long as ClickHouse is unreachable. It accepts no events from outside.
 *
 * Its start throws if another process uses the directory.
 */
export function drainModule(config: CollectorConfig, options: { log: Logger; clock: Clock }): Module {
  const loopback = { host: '127.0.0.1', port: 0, grpcHost: '127.0.0.1', grpcPort: 0 };
  const collector = collectorModule({ ...config, ...loopback }, options);
  return {
    name: 'collector drain',
    start: async () => {
      await collector.start();
      const isEmpty = async (): Promise<boolean> =>
        (await collector.shipped(CHECK_MS)) && (await abandonedDirectories(config.logDir, 1)).length === 0;
      let reportedAt = performance.now();
      while (!(await isEmpty())) {
        await sleep(CHECK_MS);
        if (performance.now() - reportedAt < REPORT_MS) continue;
        reportedAt = performance.now();
        options.log.warn('events are still in the event log; the drain continues');
      }
      options.log.info('event log drained');
    },
    stop: () => collector.stop(),
  };
}
