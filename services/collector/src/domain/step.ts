import type { BotReason, DropReason } from '@headwater/protos/vocabulary';
import type { IsDatacenter } from './datacenters';
import type { DraftEvent, SentTo } from './draft-event';
import type { LocationOf } from './location';

/** What a step decides: the event goes on, or it ends here for a reason of the closed list. */
export type StepResult =
  | { readonly kind: 'keep' }
  | {
      readonly kind: 'drop';
      readonly reason: DropReason;
      /** With the reason `bot`: what gave it away. */
      readonly botReason?: BotReason;
    };

/** Counts an event of a visitor, by its stored key; true when it does more than a person can. */
export type IsTooFast = (visitorKey: string) => boolean;

/** What the steps of one request know beside the event. */
export interface StepContext {
  readonly site: SentTo;
  /** When the request came, Unix ms. */
  readonly now: number;
  /** Host of the page that sends, as its browser tells; undefined where it does not. */
  readonly originHost?: string | undefined;
  readonly locationOf: LocationOf;
  readonly isDatacenter: IsDatacenter;
  readonly isTooFast: IsTooFast;
}

/** One named rule of the pipeline: may write to the draft, may end it. Pure but for the draft and the counting of rates. */
export type Step = (draft: DraftEvent, context: StepContext) => StepResult;

export const KEEP: StepResult = { kind: 'keep' };

export function drop(reason: DropReason): StepResult {
  return { kind: 'drop', reason };
}

/** Ends the event of a bot, told by what gave it away. */
export function dropBotOf(botReason: BotReason): StepResult {
  return { kind: 'drop', reason: 'bot', botReason };
}
