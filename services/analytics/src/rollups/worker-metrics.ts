import { Counter, Gauge, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of the worker, in a registry of their own. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    builds: new Counter({
      name: 'headwater_rollup_builds_total',
      help: 'Builds of roll-ups of days, hours and weeks, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    seconds: new Counter({
      name: 'headwater_rollup_build_seconds_total',
      help: 'Time of the builds of roll-ups, in seconds',
      registers,
    }),
    missing: new Gauge({
      name: 'headwater_rollup_missing',
      help: 'Days and hours of queried sites that wait for their roll-up',
      registers,
    }),
    delay: new Gauge({
      name: 'headwater_rollup_delay_seconds',
      help: 'Time since roll-ups were last complete, in seconds; 0 if they are complete',
      registers,
    }),
  };
}
