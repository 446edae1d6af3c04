import type { BotReason, DropReason } from '@headwater/protos/vocabulary';
import type { DraftEvent } from './draft-event';
import { KEEP, type Step, type StepContext, type StepResult } from './step';
import { correctClock } from './steps/correct-clock';
import { dropBot } from './steps/drop-bot';
import { dropDatacenter } from './steps/drop-datacenter';
import { dropHostMismatch } from './steps/drop-host-mismatch';
import { dropImpossibleRate } from './steps/drop-impossible-rate';
import { dropInFuture } from './steps/drop-in-future';
import { dropInvalidEvent } from './steps/drop-invalid-event';
import { dropRelayedBot } from './steps/drop-relayed-bot';
import { dropTooOld } from './steps/drop-too-old';
import { dropTooOldToImport } from './steps/drop-too-old-to-import';
import { putAcquisition } from './steps/put-acquisition';
import { putDevice } from './steps/put-device';
import { putLocation } from './steps/put-location';
import { putVisitor } from './steps/put-visitor';

/** Named steps, in their order. */
export type Steps = readonly (readonly [name: string, step: Step])[];

/** What becomes of a browser's event, in order. The site and its key are checked before, once a request. */
export const BROWSER_STEPS: Steps = Object.entries<Step>({
  'drop-invalid-event': dropInvalidEvent,
  'correct-clock': correctClock,
  'drop-too-old': dropTooOld,
  'drop-host-mismatch': dropHostMismatch,
  'drop-bot': dropBot,
  'drop-datacenter': dropDatacenter,
  'put-location': putLocation,
  'put-device': putDevice,
  'put-acquisition': putAcquisition,
  'put-visitor': putVisitor,
  'drop-impossible-rate': dropImpossibleRate,
});

/**
 * What becomes of a server's event, in order. Its session and acquisition are resolved afterwards, for the whole batch. A
 * server is trusted by its token: neither where it stands nor how fast it sends is held against it.
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
 * What becomes of an imported event, in order. Country and device stand in its row, and the other product has counted no
 * bots; its session and acquisition are resolved afterwards, as a server's are.
 */
export const IMPORT_STEPS: Steps = Object.entries<Step>({
  'drop-invalid-event': dropInvalidEvent,
  'drop-too-old-to-import': dropTooOldToImport,
  'drop-in-future': dropInFuture,
  'drop-host-mismatch': dropHostMismatch,
  'put-visitor': putVisitor,
});

/** An event that was not kept. */
export interface Drop {
  readonly index: number;
  /** What a receipt of it is asked by; of a server's event without a usable id what stands in its place. */
  readonly id: string;
  readonly reason: DropReason;
  /** With the reason `bot`: what gave it away. */
  readonly botReason: BotReason | undefined;
}

export interface Outcome {
  readonly kept: readonly DraftEvent[];
  readonly dropped: readonly Drop[];
}

/** The drop of an event, by its place and id. */
export function dropOf(
  { index, id }: Pick<Drop, 'index' | 'id'>,
  reason: DropReason,
  botReason?: BotReason,
): Drop {
  return { index, id, reason, botReason };
}

/** Told of the steps that ran. */
export interface StepWatch {
  /**
   * A clock in milliseconds that never goes back, for the events whose steps are to be timed: not for all, since reading
   * it takes as long as some steps do.
   */
  clock(): (() => number) | undefined;
  /** How long a step took, of an event whose steps are timed. */
  took(step: string, ms: number): void;
  /** So many of the steps, from the first on, have looked at an event. */
  ran(steps: Steps, count: number): void;
}

/** Runs each draft through the steps until one ends it. */
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
    else dropped.push(dropOf(draft.sent, end.reason, end.botReason));
  }
  return { kept, dropped };
}

function firstDrop(
  steps: Steps,
  draft: DraftEvent,
  context: StepContext,
  watch: StepWatch,
): Extract<StepResult, { kind: 'drop' }> | undefined {
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
