import type { FieldError } from '@headwater/kit/errors';
import type { Attribution } from '../domain/attribution';
import type { AccountChanges } from './save-accounts';

/** An account, and a visitor that it turns out to be. */
export interface AccountOfVisitor extends AccountChanges {
  readonly anonymousId: string;
}

/** An account with a visitor whose first session was asked for. */
export interface IdentifiedAccount extends AccountOfVisitor {
  /** What analytics calls the visitor. */
  readonly visitorKey: Buffer;
  /** The visitor's first session; absent when none was observed, and then the link is pending. */
  readonly attribution: Attribution | undefined;
  /** Whether there was no such account a moment ago: a hint that saves statements. */
  readonly isNew: boolean;
}

/** Channel: the recorded one, present when a session was observed. Problems: the traits were refused, nothing linked. */
export type SavedIdentified =
  | { readonly ok: true; readonly channel?: string }
  | { readonly ok: false; readonly problems: readonly FieldError[] };
