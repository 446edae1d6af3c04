import cluster from 'node:cluster';
import { listen, type HttpListener } from '@headwater/kit/http/listen';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import type { Module } from '@headwater/kit/module';
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';
import { createMetricsServer } from '../metrics/metrics-server';

/** The numbers of all processes together, each the sum of theirs. */
class WorkersRegistry extends AggregatorRegistry<PrometheusContentType> {
  override metrics(): Promise<string> {
    return this.clusterMetrics();
  }
}

/** Shows what the processes count of events at the `/metrics` of the first one. @param port undefined: not on a port of its own */
export function metricsOfWorkers(host: string, port: number | undefined): Module {
  let listener: HttpListener | undefined;
  return {
    name: 'metrics',
    start: async () => {
      const registry = new WorkersRegistry();
      processMetrics().addRegistry(registry);
      if (port !== undefined) listener = await listen(createMetricsServer(registry), host, port);
    },
    stop: async () => listener?.stop(1_000),
    ports: () => (listener ? { metrics: listener.port } : {}),
  };
}

/** Answers the first process when it asks for this one's numbers; does nothing where there is none. */
export function answerWithMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  // Its making adds the listener.
  new AggregatorRegistry();
}
