import { Counter, Registry } from 'prom-client';
import type { DropReason } from '@headwater/protos/drop-reasons';
import type { Origin } from '../domain/draft-event';
import type { Drop, Steps, StepWatch } from '../domain/pipeline';
import type { Limit } from '../traffic/sender-limits';

/** The metrics of the collector. Labels have enumerated values: no site, no visitor, no address. */
export interface CollectorMetrics {
  readonly registry: Registry;
  /** Times and counts the steps of the pipeline. */
  readonly steps: StepWatch;
  accepted(origin: Origin, events: number): void;
  dropped(origin: Origin, drops: readonly Drop[]): void;
  /** Counts events of purged sites or erased visitors that were dropped from the log. */
  droppedFromLog(reason: 'site_purged' | 'visitor_erased', events: number): void;
  /** Counts a check of a known site that failed or took too long. */
  uncheckedSite(): void;
  /** Counts a request that was refused with 429. */
  limited(limit: Limit): void;
}

/** One of so many events has its steps timed, as a sample: reading the clock costs as much as some steps. */
const EVENTS_PER_SAMPLE = 16;

/** Creates the metrics in their own registry: a process may run several collectors. @param now monotonic milliseconds */
export function createCollectorMetrics(now: () => number): CollectorMetrics {
  const registry = new Registry();
  const accepted: Record<Origin, number> = { browser: 0, server: 0, import: 0 };
  addLazyCounter(registry, {
    name: 'headwater_events_accepted_total',
    help: 'Accepted events, by origin',
    label: 'origin',
    counts: () => Object.entries(accepted),
  });
  const dropped = new Counter({
    name: 'headwater_events_dropped_total',
    help: 'Dropped events, by origin, drop reason and, for bots, bot reason',
    labelNames: ['origin', 'reason', 'bot_reason'],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'headwater_requests_limited_total',
    help: 'Browser requests refused by the rate limit of their address or site',
    labelNames: ['limit'],
    registers: [registry],
  });
  const unchecked = new Counter({
    name: 'headwater_sites_unchecked_total',
    help: 'Failed checks of known sites. Their events are accepted for 24 hours after the last successful check',
    registers: [registry],
  });
  return {
    registry,
    steps: countSteps(registry, now),
    accepted: (origin, events) => {
      accepted[origin] += events;
    },
    dropped: (origin, drops) => {
      for (const { reason, botReason } of drops) dropped.inc({ origin, reason, bot_reason: botReason ?? '' });
    },
    droppedFromLog: (reason, events) =>
      dropped.inc({ origin: '', reason: reason satisfies DropReason, bot_reason: '' }, events),
    uncheckedSite: () => unchecked.inc(),
    limited: (limit) => limited.inc({ limit }),
  };
}

function countSteps(registry: Registry, now: () => number): StepWatch {
  /** Events by the number of steps that ran for them. */
  const counts = new Map<Steps, number[]>();
  const times = new Map<string, number>();
  let events = 0;
  addLazyCounter(registry, {
    name: 'headwater_pipeline_step_events_total',
    help: 'Events that a step processed',
    label: 'step',
    counts: () => runsByStep(counts),
  });
  addLazyCounter(registry, {
    name: 'headwater_pipeline_step_seconds_total',
    help: `Time spent in a step, in seconds, sampled from one event in ${EVENTS_PER_SAMPLE}`,
    label: 'step',
    counts: () => Array.from(times, ([step, ms]) => [step, ms / 1_000]),
  });
  return {
    clock: () => (events++ % EVENTS_PER_SAMPLE === 0 ? now : undefined),
    took: (step, ms) => times.set(step, (times.get(step) ?? 0) + ms * EVENTS_PER_SAMPLE),
    ran: (steps, count) => {
      let ofSteps = counts.get(steps);
      if (!ofSteps) counts.set(steps, (ofSteps = Array<number>(steps.length + 1).fill(0)));
      ofSteps[count] = (ofSteps[count] ?? 0) + 1;
    },
  };
}

/** The number of events that reached each step. */
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
 * Adds a counter that is set from plain numbers when it is collected: every event passes nine steps, and incrementing a labelled
 * counter costs ten times as much as some of them.
 */
function addLazyCounter(
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
