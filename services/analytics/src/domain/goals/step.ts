import { GOAL_TYPES, PAGEVIEW, type GoalType } from '@headwater/protos/vocabulary';
import type { Bindings } from '../query/bindings';
import { GOAL_KEYS } from '../query/dimensions';
import { filtersSql } from '../query/filter-sql';
import { parseFilters } from '../query/parse-filters';
import { invalid, refusal } from '../query/problem';
import type { Filter, RawFrame } from '../query/question';

/** A goal or a step of a funnel as it comes over the wire. */
export interface RawStep {
  readonly name: string;
  readonly type: string;
  readonly event: string;
  readonly path: string;
  readonly filters: RawFrame['filters'];
}

/** What an event must be to reach a goal or take a step. */
export interface Step {
  readonly name: string;
  readonly type: GoalType;
  /** The event's name, or the path. */
  readonly target: string;
  readonly filters: readonly Filter[];
}

/** Reads a step. @throws AppError `invalid_request` or `unknown_filter`. */
export function readStep(raw: RawStep | null): Step {
  if (raw === null) throw refusal([invalid('goal', 'is required')]);
  const type = GOAL_TYPES.find((known) => known === raw.type);
  if (!type) throw refusal([invalid('type', `must be one of ${GOAL_TYPES.join(', ')}`)]);
  const target = type === 'event' ? raw.event : raw.path;
  if (target === '') throw refusal([invalid(type === 'event' ? 'event' : 'path', 'is required')]);
  const { filters, problems } = parseFilters(raw.filters, GOAL_KEYS);
  if (problems.length > 0) throw refusal(problems);
  return { name: raw.name, type, target, filters };
}

/** The condition on a row of `events` that takes the step. */
export function stepSql(step: Step, bindings: Bindings): string {
  return [...TARGET_SQL[step.type](step.target, bindings), ...filtersSql(step.filters, bindings)].join(
    ' AND ',
  );
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
