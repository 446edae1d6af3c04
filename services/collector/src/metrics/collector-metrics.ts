import { Counter, Registry } from 'prom-client';
import type { Origin } from '../domain/origin';
import type { Drop, Steps, StepWatch } from '../domain/pipeline';
import type { Limit } from '../traffic/sender-limits';

/** What the collector counts of itself. Labels come from closed lists only: no site, no visitor, no address. */
export interface CollectorMetrics {
  readonly registry: Registry;
  /** Times and counts the steps of the pipeline. */
  readonly steps: StepWatch;
  accepted(origin: Origin, events: number): void;
  dropped(origin: Origin, drops: readonly Drop[]): void;
  /** A request was refused with 429. */
  limited(limit: Limit): void;
}

/** Of so many events the steps of one are timed, and taken for those of all: the clock takes as long as some steps do. */
const EVENTS_FOR_ONE_TIMED = 16;

/** Counters in a registry of their own, so that several collectors fit into one process. */
export function createCollectorMetrics(now: () => number): CollectorMetrics {
  const registry = new Registry();
  const taken: Record<Origin, number> = { browser: 0, server: 0, import: 0 };
  countOnReading(registry, {
    name: 'headwater_events_accepted_total',
    help: 'Events taken, by the door they came through',
    label: 'origin',
    counts: () => Object.entries(taken),
  });
  const dropped = new Counter({
    name: 'headwater_events_dropped_total',
    help: 'Events that ended before the store, and why; bots with what gave them away',
    labelNames: ['origin', 'reason', 'bot_reason'],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'headwater_requests_limited_total',
    help: 'Requests of browsers refused because their address or their site sends too much',
    labelNames: ['limit'],
    registers: [registry],
  });
  return {
    registry,
    steps: countSteps(registry, now),
    accepted: (origin, events) => {
      taken[origin] += events;
    },
    dropped: (origin, drops) => {
      for (const { reason, botReason } of drops) dropped.inc({ origin, reason, bot_reason: botReason ?? '' });
    },
    limited: (limit) => limited.inc({ limit }),
  };
}

/** Counts the steps' runs and times some of them. */
function countSteps(registry: Registry, now: () => number): StepWatch {
  /** Events by how many steps looked at them. */
  const counts = new Map<Steps, number[]>();
  const times = new Map<string, number>();
  let events = 0;
  countOnReading(registry, {
    name: 'headwater_pipeline_step_events_total',
    help: 'Events that a step looked at',
    label: 'step',
    counts: () => runsByStep(counts),
  });
  countOnReading(registry, {
    name: 'headwater_pipeline_step_seconds_total',
    help: `Time that a step took, in seconds, as measured at one event in ${EVENTS_FOR_ONE_TIMED}`,
    label: 'step',
    counts: () => Array.from(times, ([step, ms]) => [step, ms / 1_000]),
  });
  return {
    clock: () => (events++ % EVENTS_FOR_ONE_TIMED === 0 ? now : undefined),
    took: (step, ms) => times.set(step, (times.get(step) ?? 0) + ms * EVENTS_FOR_ONE_TIMED),
    ran: (steps, count) => {
      let ofSteps = counts.get(steps);
      if (!ofSteps) counts.set(steps, (ofSteps = Array<number>(steps.length + 1).fill(0)));
      ofSteps[count] = (ofSteps[count] ?? 0) + 1;
    },
  };
}

/** Of each step the events that came as far as to it. */
function runsByStep(counts: ReadonlyMap<Steps, readonly number[]>): Map<string, number> {
  const runs = new Map<string, number>();
  for (const [steps, byCount] of counts)
    steps.forEach(([step], index) => {
      const reached = byCount.slice(index + 1).reduce((sum, count) => sum + count, 0);
      runs.set(step, (runs.get(step) ?? 0) + reached);
    });
  return runs;
}

/**
 * A counter that is filled from plain numbers only when somebody reads it: every event passes nine steps, and a counter
 * with labels costs ten times what some of them do.
 */
function countOnReading(
  registry: Registry,
  {
    name,
    help,
    label,
    counts,
  }: {
    readonly name: string;
    readonly help: string;
    readonly label: string;
    readonly counts: () => Iterable<readonly [label: string, value: number]>;
  },
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of counts()) this.inc({ [label]: value }, count);
    },
  });
}
