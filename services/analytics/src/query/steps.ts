import { GOAL_TYPES, PAGEVIEW, type GoalType } from '@headwater/protos/vocabulary';
import type { Bindings } from './bindings';
import { GOAL_KEYS } from './dimensions';
import { filtersSql, parseFilters, type Filter, type RawFilter } from './filters';
import { invalid, requestError } from './problem';

/** A goal or a funnel step of a request, not validated yet. */
export interface RawStep {
  readonly name: string;
  readonly type: string;
  readonly event: string;
  readonly path: string;
  readonly filters: readonly RawFilter[];
}

/** A goal or a funnel step: an event reaches it when type, target and filters match. */
export interface Step {
  readonly name: string;
  readonly type: GoalType;
  /** The event's name, or the path. */
  readonly target: string;
  readonly filters: readonly Filter[];
}

const TARGET_SQL: Readonly<Record<GoalType, (target: string, bindings: Bindings) => readonly string[]>> = {
  event: (name, bindings) => [`name = ${bindings.bind('event', 'String', name)}`],
  page: (path, bindings) => [
    `name = '${PAGEVIEW}'`,
    path.endsWith('*')
      ? `startsWith(pathname, ${bindings.bind('path', 'String', path.slice(0, -1))})`
      : `pathname = ${bindings.bind('path', 'String', path)}`,
  ],
};

/** Validates a step. @throws AppError `invalid_request` or `unknown_filter`. */
export function readStep(raw: RawStep | null): Step {
  if (raw === null) throw requestError([invalid('goal', 'is required')]);
  const type = GOAL_TYPES.find((listed) => listed === raw.type);
  if (!type) throw requestError([invalid('type', `must be one of ${GOAL_TYPES.join(', ')}`)]);
  const target = type === 'event' ? raw.event : raw.path;
  if (target === '') throw requestError([invalid(type === 'event' ? 'event' : 'path', 'is required')]);
  const { filters, problems } = parseFilters(raw.filters, GOAL_KEYS);
  if (problems.length > 0) throw requestError(problems);
  return { name: raw.name, type, target, filters };
}

/** The condition on a row of `events` that reaches the step. */
export function stepSql(step: Step, bindings: Bindings): string {
  return [...TARGET_SQL[step.type](step.target, bindings), ...filtersSql(step.filters, bindings)].join(
    ' AND ',
  );
}
