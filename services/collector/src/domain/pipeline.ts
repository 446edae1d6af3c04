import type { FieldError } from '@headwater/kit/errors';
import type { BotReason, DropReason } from '@headwater/protos/drop-reasons';
import type { DraftEvent } from './draft-event';
import { KEEP, type DropResult, type Step, type StepContext, type StepResult } from './step';
import { dropExcluded, dropHostMismatch, dropInvalidEvent } from './steps/check-event';
import { correctClock, dropInFuture, dropTooOld, dropTooOldToImport } from './steps/check-time';
import { dropBot, dropDatacenter, dropImpossibleRate, dropRelayedBot } from './steps/drop-bots';
import { putAcquisition, putDevice, putLocation, putVisitor } from './steps/put-attributes';

/** Named steps, in execution order. */
export type Steps = readonly (readonly [name: string, step: Step])[];

/** The steps of a browser event. The site and its key are checked once per request, before the steps. */
export const BROWSER_STEPS: Steps = Object.entries<Step>({
  'drop-invalid-event': dropInvalidEvent,
  'correct-clock': correctClock,
  'drop-too-old': dropTooOld,
  'drop-host-mismatch': dropHostMismatch,
  'drop-excluded': dropExcluded,
  'drop-bot': dropBot,
  'drop-datacenter': dropDatacenter,
  'put-location': putLocation,
  'put-device': putDevice,
  'put-visitor': putVisitor,
  'put-acquisition': putAcquisition,
  'drop-impossible-rate': dropImpossibleRate,
});

/**
 * The steps of a server event. Its session and acquisition are derived afterwards. A server
 * authenticates with a token, so neither its address nor its rate makes its events those of a bot.
 */
export const SERVER_STEPS: Steps = Object.entries<Step>({
  'drop-invalid-event': dropInvalidEvent,
  'drop-too-old': dropTooOld,
  'drop-in-future': dropInFuture,
  'drop-relayed-bot': dropRelayedBot,
  'put-location': putLocation,
  'put-device': putDevice,
  'put-visitor': putVisitor,
});

/**
 * The steps of an imported event. Its row carries country and device, and the other product has removed bots. Its session and
 * acquisition are derived afterwards, as for server events.
 */
export const IMPORT_STEPS: Steps = Object.entries<Step>({
  'drop-invalid-event': dropInvalidEvent,
  'drop-too-old-to-import': dropTooOldToImport,
  'drop-in-future': dropInFuture,
  'drop-host-mismatch': dropHostMismatch,
  'put-visitor': putVisitor,
});

/** A dropped event. */
export interface Drop {
  readonly index: number;
  /** The id for its receipt. For a server event without a valid id, the id that replaces it. */
  readonly id: string;
  readonly reason: DropReason;
  /** Set with the reason `bot`. */
  readonly botReason: BotReason | undefined;
  /** The field that causes the drop, without its value. */
  readonly problem: FieldError | undefined;
}

export interface Outcome {
  readonly kept: readonly DraftEvent[];
  readonly dropped: readonly Drop[];
}

/** Returns the drop of an event. */
export function dropOf(
  { index, id }: Pick<Drop, 'index' | 'id'>,
  reason: DropReason,
  { botReason, problem }: Partial<Pick<Drop, 'botReason' | 'problem'>> = {},
): Drop {
  return { index, id, reason, botReason, problem };
}

/** Returns the drop of an event whose id an earlier event with other values has. */
export function duplicateOf({ index, id }: Pick<Drop, 'index' | 'id'>): Drop {
  const message =
    'belongs to an earlier event with other values, which counts; send a new id for a new event';
  return dropOf({ index, id }, 'duplicate', { problem: { field: 'event_id', message } });
}

/** Observes the steps, for metrics. */
export interface StepWatch {
  /**
   * Returns a monotonic clock in milliseconds for an event whose steps are timed, and undefined for the others: reading the
   * clock costs as much as some steps.
   */
  clock(): (() => number) | undefined;
  /** Reports the duration of a step, for a timed event. */
  took(step: string, ms: number): void;
  /** Reports that the first `count` steps ran for an event. */
  ran(steps: Steps, count: number): void;
}

/** Runs each draft through the steps until a step drops it. */
export function runSteps(
  steps: Steps,
  drafts: readonly DraftEvent[],
  context: StepContext,
  watch: StepWatch,
): Outcome {
  const kept: DraftEvent[] = [];
  const dropped: Drop[] = [];
  for (const draft of drafts) {
    const end = firstDrop(steps, draft, context, watch);
    if (end === undefined) kept.push(draft);
    else dropped.push(dropOf(draft.sent, end.reason, end));
  }
  return { kept, dropped };
}

function firstDrop(
  steps: Steps,
  draft: DraftEvent,
  context: StepContext,
  watch: StepWatch,
): DropResult | undefined {
  const now = watch.clock();
  let begin = now?.() ?? 0;
  let count = 0;
  let result: StepResult = KEEP;
  for (const [name, step] of steps) {
    result = step(draft, context);
    count += 1;
    if (now) {
      const end = now();
      watch.took(name, end - begin);
      begin = end;
    }
    if (result.kind === 'drop') break;
  }
  watch.ran(steps, count);
  return result.kind === 'drop' ? result : undefined;
}
