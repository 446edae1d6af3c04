import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { FieldError } from '@headwater/kit/errors';
import type { BotReason, DropReason } from '@headwater/protos/drop-reasons';
import type { DraftEvent, SentTo } from './draft-event';
import type { IsDatacenter, LocationOf } from './ip-address';

/** The result of a step: the event continues, or is dropped. */
export type StepResult = { readonly kind: 'keep' } | DropResult;

export interface DropResult {
  readonly kind: 'drop';
  readonly reason: DropReason;
  /** Set with the reason `bot`. */
  readonly botReason?: BotReason;
  /** The field that causes the drop, for the sender of the event. */
  readonly problem?: FieldError;
}

/** Counts an event of a visitor, by its stored key; returns true when the visitor sends more than a person can. */
export type IsTooFast = (visitorKey: string) => boolean;

/** The input of all steps of a request, beside the event. */
export interface StepContext {
  readonly site: SentTo;
  /** Arrival of the request, Unix ms. */
  readonly now: number;
  /** Host of the sending page from the `Origin` header; undefined without it. */
  readonly originHost?: string | undefined;
  readonly locationOf: LocationOf;
  readonly isDatacenter: IsDatacenter;
  readonly isTooFast: IsTooFast;
  readonly storedIds: StoredIds;
}

/** A step of the pipeline: may set fields of the draft, may drop it. Pure except for the draft and the rate counters. */
export type Step = (draft: DraftEvent, context: StepContext) => StepResult;

export const KEEP: StepResult = { kind: 'keep' };

/** Drops the event for any reason but `bot`. */
export function drop(reason: Exclude<DropReason, 'bot'>, problem?: FieldError): StepResult {
  return { kind: 'drop', reason, ...(problem ? { problem } : {}) };
}

/** Drops the event of a bot. */
export function dropBecauseBot(botReason: BotReason, problem?: FieldError): StepResult {
  return { kind: 'drop', reason: 'bot', botReason, ...(problem ? { problem } : {}) };
}
