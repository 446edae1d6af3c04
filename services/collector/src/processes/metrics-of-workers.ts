import cluster from 'node:cluster';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import type { Module } from '@headwater/kit/module';
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';

/** The numbers of all processes together, each the sum of theirs. */
class WorkersRegistry extends AggregatorRegistry<PrometheusContentType> {
  override metrics(): Promise<string> {
    return this.clusterMetrics();
  }
}

/** Shows what the processes count of events at the `/metrics` of the first one. */
export function metricsOfWorkers(): Module {
  let remove: (() => void) | undefined;
  return {
    name: 'metrics',
    start: () => {
      remove = processMetrics().addRegistry(new WorkersRegistry());
      return Promise.resolve();
    },
    stop: () => Promise.resolve(remove?.()),
  };
}

/** Answers the first process when it asks for this one's numbers; does nothing where there is none. */
export function answerWithMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  // Its making adds the listener.
  new AggregatorRegistry();
}
