import cluster from 'node:cluster';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { collectorSettings, type CollectorConfig } from '../config';
import { collectorModule } from '../module';
import { metricsOfWorkers } from './metrics-of-workers';
import { underPrimary } from './under-primary';
import { workerProcesses } from './worker-processes';

/** The collector as a program: in this process, or with `COLLECTOR_PROCESSES` above 1 in several that it starts. */
export function collectorProgram(
  config: CollectorConfig,
  deps: { log: Logger; clock: Clock; lingerMs: number },
): Module[] {
  if (cluster.isWorker) {
    const place = { number: config.processNumber, of: config.processes };
    return [underPrimary(collectorModule(config, { ...deps, place }))];
  }
  if (config.processes === 1) return [collectorModule(config, deps)];
  const { processNumber, operationsPort } = collectorSettings;
  const workers = workerProcesses({
    processes: config.processes,
    log: deps.log,
    environmentOf: (number) => ({
      [processNumber.env]: String(number),
      // That port is of this process, which tells the numbers of all.
      [operationsPort.env]: '',
    }),
  });
  return [workers, metricsOfWorkers()];
}
