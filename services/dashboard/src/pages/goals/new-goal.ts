import type { Schemas } from '@headwater/client/client';

/** What is typed of a goal or of a step of a funnel. */
export interface GoalDraft {
  readonly name: string;
  readonly type: 'event' | 'page';
  /** The event's name, or the page's path. */
  readonly target: string;
}

export const EMPTY_DRAFT: GoalDraft = { name: '', type: 'event', target: '' };

/** As the API takes it. Without a name it is called by what it counts. */
export function newGoal({ name, type, target }: GoalDraft): Schemas['NewGoal'] {
  const named = { name: name.trim() === '' ? target.trim() : name.trim() };
  return type === 'event'
    ? { ...named, type, event: target.trim() }
    : { ...named, type, path: target.trim() };
}

/** `signup` or `/pricing`: what a goal counts. */
export const targetOf = ({ event, path }: Pick<Schemas['Goal'], 'event' | 'path'>): string =>
  event ?? path ?? '';
