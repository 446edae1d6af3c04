import type { Grain } from '@headwater/protos/vocabulary';
import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { resolveWindow, type Window } from '@headwater/kit/calendar/window';
import type { Dimension } from './dimensions';
import type { Filter, Frame, Question } from './question';

/** Whose events may be read, and of which time: the part of a plan that no statement may lack. */
export interface Scope {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
}

/** What every question's statements and answer need, decided. */
export interface FramePlan {
  readonly scope: Scope;
  readonly window: Window;
  readonly grain: Grain;
  readonly buckets: readonly Bucket[];
  readonly dimension: Dimension | undefined;
  readonly limit: number;
}

/** Everything that the statements and the answer about one event need, decided. */
export interface Plan extends FramePlan {
  /** The event's name. */
  readonly name: string;
  /** Hold for the event and for the pageviews that it is measured against. */
  readonly columnFilters: readonly Filter[];
  /** Hold for the event alone: a pageview carries no event properties. */
  readonly propertyFilters: readonly Filter[];
  /** False when grouped or filtered by a property: then there is no denominator, and no rate. */
  readonly rated: boolean;
}

/** Whose question it is, and when it is asked. */
export interface Asked {
  readonly workspaceId: number;
  /** Unix milliseconds; decides what today is. */
  readonly nowMs: number;
}

/** Decides a valid frame's window and scope. */
export function planFrame(frame: Frame, { workspaceId, nowMs }: Asked): FramePlan {
  const { siteId, zone, grain, dimension, limit } = frame;
  const window = resolveWindow(frame.period, zone, nowMs);
  return {
    scope: { workspaceId, siteId, startMs: window.startMs, endMs: window.endMs },
    window,
    grain,
    buckets: bucketsOf(window, grain),
    dimension,
    limit,
  };
}

/** Filters by what a row must have to be judged by them. */
export function filtersOf(frame: Frame, kind: Dimension['kind']): readonly Filter[] {
  return frame.filters.filter((filter) => filter.dimension.kind === kind);
}

/** Decides how a valid question about one event is answered. @param nowMs Unix milliseconds; decides what today is. */
export function planQuestion(question: Question, workspaceId: number, nowMs: number): Plan {
  const propertyFilters = filtersOf(question, 'property');
  return {
    ...planFrame(question, { workspaceId, nowMs }),
    name: question.name,
    columnFilters: filtersOf(question, 'column'),
    propertyFilters,
    rated: question.dimension?.kind !== 'property' && propertyFilters.length === 0,
  };
}
