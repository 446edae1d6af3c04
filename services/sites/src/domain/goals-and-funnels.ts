import type { FieldError } from '@headwater/kit/errors';
import { EVENT_LIMITS, FUNNEL_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import {
  FILTER_OPERATORS,
  GOAL_FILTER_COLUMNS,
  GOAL_TYPES,
  NONE,
  PROPERTY_KEY,
  type FilterOperator,
  type GoalType,
} from '@headwater/protos/vocabulary';
import { hasControlCharacters } from './checked';

/** A condition on the event that reaches a goal. */
export interface GoalFilter {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** A checked goal: an event with a name, or a pageview of a path. */
export interface GoalDefinition {
  readonly name: string;
  readonly type: GoalType;
  /** `''` unless `type` is `event`. */
  readonly event: string;
  /** `''` unless `type` is `page`; a trailing `*` matches any rest. */
  readonly path: string;
  readonly filters: readonly GoalFilter[];
}

/** A checked funnel: goals that visitors reach in this order. */
export interface FunnelDefinition {
  readonly name: string;
  readonly steps: readonly GoalDefinition[];
  readonly windowHours: number;
}

/** The stored type of each kind of definition. */
export interface Definitions {
  readonly goal: GoalDefinition;
  readonly funnel: FunnelDefinition;
}

/** A definition with its id. */
export type Defined<K extends keyof Definitions> = { readonly id: number } & Definitions[K];

/** A goal as the proto carries it. */
export interface RawGoal {
  readonly name: string;
  readonly type: string;
  readonly event: string;
  readonly path: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
}

/** A funnel as the proto carries it. */
export interface RawFunnel {
  readonly name: string;
  readonly steps: readonly RawGoal[];
  readonly windowHours: number;
}

/** The stored goal with the given fields. Another type clears the target: the event or the path. */
export function changedGoal(stored: GoalDefinition, { name, type, ...given }: Partial<RawGoal>): RawGoal {
  const target = type === undefined || type === stored.type ? stored : { event: '', path: '' };
  return {
    name: name ?? stored.name,
    type: type ?? stored.type,
    event: given.event ?? target.event,
    path: given.path ?? target.path,
    filters: given.filters ?? stored.filters,
  };
}

/** Collects one problem. */
export type Report = (problem: FieldError) => void;

const { maxNameLength } = EVENT_LIMITS;
const ONE_LINE = new RegExp(`^\\P{Cc}{1,${maxNameLength}}$`, 'u');
const { maxFilters: MAX_FILTERS, maxFilterValueLength: MAX_PATH_LENGTH } = QUERY_LIMITS;
const { minSteps, maxSteps, minHours, maxHours } = FUNNEL_LIMITS;

/** A checked funnel. Calls `report` for each problem; use the result only if there was none. */
export function checkFunnel(raw: RawFunnel, report: Report): FunnelDefinition {
  const { windowHours } = raw;
  const name = checkDefinitionName(raw.name, '', report);
  if (raw.steps.length < minSteps || raw.steps.length > maxSteps)
    report({ field: 'steps', message: `must be ${minSteps} to ${maxSteps}` });
  if (!Number.isInteger(windowHours) || windowHours < minHours || windowHours > maxHours)
    report({ field: 'windowHours', message: `must be a whole number from ${minHours} to ${maxHours}` });
  const steps = raw.steps
    .slice(0, maxSteps)
    .map((step, index) => checkGoal(step, report, `steps[${index}].`));
  return { name, steps, windowHours };
}

/**
 * A checked goal. Calls `report` for each problem; use the result only if there was none.
 *
 * @param prefix of the field names in problems: `''`, or `steps[2].`
 */
export function checkGoal(raw: RawGoal, report: Report, prefix = ''): GoalDefinition {
  const name = checkDefinitionName(raw.name, prefix, report);
  const type = GOAL_TYPES.find((each) => each === raw.type) ?? 'event';
  if (type !== raw.type)
    report({ field: `${prefix}type`, message: `must be one of ${GOAL_TYPES.join(', ')}` });
  const [required, forbidden] =
    type === 'event' ? (['event', 'path'] as const) : (['path', 'event'] as const);
  if (raw[forbidden] !== '')
    report({
      field: `${prefix}${forbidden}`,
      message: `allowed only with type ${forbidden === 'path' ? 'page' : 'event'}`,
    });
  const problem = type === 'event' ? problemOfEvent(raw.event) : problemOfPath(raw.path);
  if (problem !== undefined) report({ field: `${prefix}${required}`, message: problem });
  if (raw.filters.length > MAX_FILTERS)
    report({ field: `${prefix}filters`, message: `must be at most ${MAX_FILTERS}` });
  const filters = raw.filters
    .slice(0, MAX_FILTERS)
    .map((filter, index) => checkFilter(filter, `${prefix}filters[${index}].`, report));
  return {
    name,
    type,
    event: type === 'event' ? raw.event : '',
    path: type === 'page' ? withoutTrailingSlash(raw.path) : '',
    filters,
  };
}

function checkDefinitionName(text: string, prefix: string, report: Report): string {
  const name = text.trim();
  if (!ONE_LINE.test(name) || hasControlCharacters(name))
    report({ field: `${prefix}name`, message: `must have 1 to ${maxNameLength} characters on one line` });
  return name;
}

function problemOfEvent(event: string): string | undefined {
  return ONE_LINE.test(event) ? undefined : `must be an event name of 1 to ${maxNameLength} characters`;
}

function problemOfPath(path: string): string | undefined {
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH || hasControlCharacters(path))
    return `must be a path such as /thanks, of at most ${MAX_PATH_LENGTH} characters`;
  if (/[?#]/.test(path)) return 'must have no query and no fragment: pageviews are stored without them';
  return path.slice(0, -1).includes('*') ? 'may contain a * only at its end' : undefined;
}

/** Pageviews are stored without a trailing slash. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function checkFilter(
  { key, operator: text, value }: RawGoal['filters'][number],
  prefix: string,
  report: Report,
): GoalFilter {
  const isColumn = (GOAL_FILTER_COLUMNS as readonly string[]).includes(key);
  if (!isColumn && !(key.startsWith('props.') && PROPERTY_KEY.test(key.slice('props.'.length))))
    report({
      field: `${prefix}key`,
      message: `must be one of ${GOAL_FILTER_COLUMNS.join(', ')} or props.<key>`,
    });
  const operator = FILTER_OPERATORS.find((each) => each === text) ?? 'is';
  if (operator !== text)
    report({ field: `${prefix}operator`, message: `must be one of ${FILTER_OPERATORS.join(', ')}` });
  if (value === '' || value.length > MAX_PATH_LENGTH || value.includes('\0'))
    report({ field: `${prefix}value`, message: `must have 1 to ${MAX_PATH_LENGTH} characters` });
  else if (value === NONE && operator !== 'is' && operator !== 'is_not')
    report({ field: `${prefix}value`, message: `must not be ${NONE} with ${operator}` });
  return { key, operator, value };
}
