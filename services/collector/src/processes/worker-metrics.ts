import cluster from 'node:cluster';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createModule, type Module } from '@headwater/kit/module';
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';

/** Aggregates the metrics of all workers. */
class WorkersRegistry extends AggregatorRegistry<PrometheusContentType> {
  override metrics(): Promise<string> {
    return this.clusterMetrics();
  }
}

/** Exposes the metrics of all workers at the primary's `/metrics`. */
export function workerMetrics(): Module {
  return createModule({
    name: 'metrics',
    start: (resources) => {
      resources.add(processMetrics().addRegistry(new WorkersRegistry()), (remove) => remove());
      return Promise.resolve({ ports: {} });
    },
  });
}

/** Sends this worker's metrics to the primary on request. Does nothing outside a worker. */
export function serveWorkerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  // The constructor adds the listener.
  new AggregatorRegistry();
}
