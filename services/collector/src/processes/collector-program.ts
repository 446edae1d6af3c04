import cluster from 'node:cluster';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { collectorSettings, type CollectorConfig } from '../config';
import { collectorModule } from '../module';
import { workerMetrics } from './worker-metrics';
import { reportToPrimary, workerProcesses } from './worker-processes';

/** Returns the modules of the program: the collector, or with `COLLECTOR_PROCESSES` above 1 the workers that run it. */
export function collectorProgram(
  config: CollectorConfig,
  options: { log: Logger; clock: Clock; lingerMs: number },
): Module[] {
  if (cluster.isWorker) {
    const position = { number: config.processNumber, of: config.processes };
    return [reportToPrimary(collectorModule(config, { ...options, position }))];
  }
  if (config.processes === 1) return [collectorModule(config, options)];
  const { processNumber, operationsPort } = collectorSettings;
  const workers = workerProcesses({
    processes: config.processes,
    log: options.log,
    environmentOf: (number) => ({
      [processNumber.env]: String(number),
      // The primary serves the metrics of all workers on that port.
      [operationsPort.env]: '',
    }),
  });
  return [workers, workerMetrics()];
}
