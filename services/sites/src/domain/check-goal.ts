import type { FieldError } from '@headwater/kit/errors';
import {
  FILTER_OPERATORS,
  GOAL_FILTER_COLUMNS,
  GOAL_TYPES,
  NONE,
  PROPERTY_KEY,
} from '@headwater/protos/vocabulary';
import type { GoalDefinition, GoalFilter } from './goal';
import { hasControlCharacters } from './has-control-characters';

/** A goal as it comes over the wire. */
export interface RawGoal {
  readonly name: string;
  readonly type: string;
  readonly event: string;
  readonly path: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
}

/** The longest name of an event, and so of a goal; in UTF-16 units for a goal, which nobody counts. */
const ONE_LINE = /^\P{Cc}{1,120}$/u;
const MAX_PATH_LENGTH = 2_000;
const MAX_FILTERS = 20;
const KEYS = GOAL_FILTER_COLUMNS.join(', ');

/**
 * A checked goal; what is wrong with it is told to `tell`, each with its field.
 *
 * @param at what stands before each field's name: `''`, or `steps[2].`
 * @returns a goal to be kept only when nothing was told.
 */
export function checkGoal(raw: RawGoal, at: string, tell: (problem: FieldError) => void): GoalDefinition {
  const name = checkDefinitionName(raw.name, at, tell);
  const type = GOAL_TYPES.find((known) => known === raw.type) ?? 'event';
  if (type !== raw.type) tell({ field: `${at}type`, message: `must be one of ${GOAL_TYPES.join(', ')}` });
  const [wanted, unwanted] = type === 'event' ? (['event', 'path'] as const) : (['path', 'event'] as const);
  if (raw[unwanted] !== '')
    tell({
      field: `${at}${unwanted}`,
      message: `goes only with type ${unwanted === 'path' ? 'page' : 'event'}`,
    });
  const fault = type === 'event' ? faultOfEvent(raw.event) : faultOfPath(raw.path);
  if (fault !== undefined) tell({ field: `${at}${wanted}`, message: fault });
  if (raw.filters.length > MAX_FILTERS)
    tell({ field: `${at}filters`, message: `must be at most ${MAX_FILTERS}` });
  const filters = raw.filters
    .slice(0, MAX_FILTERS)
    .map((filter, index) => checkFilter(filter, `${at}filters[${index}].`, tell));
  return {
    name,
    type,
    event: type === 'event' ? raw.event : '',
    path: type === 'page' ? foldSlash(raw.path) : '',
    filters,
  };
}

/** A goal's or funnel's name, trimmed. */
export function checkDefinitionName(text: string, at: string, tell: (problem: FieldError) => void): string {
  const name = text.trim();
  if (!ONE_LINE.test(name) || hasControlCharacters(name))
    tell({ field: `${at}name`, message: 'must have 1 to 120 characters on one line' });
  return name;
}

function faultOfEvent(event: string): string | undefined {
  return ONE_LINE.test(event) ? undefined : 'must be an event name of 1 to 120 characters';
}

function faultOfPath(path: string): string | undefined {
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH || hasControlCharacters(path))
    return `must be a path such as /thanks, of at most ${MAX_PATH_LENGTH} characters`;
  if (/[?#]/.test(path)) return 'must have no query and no fragment: pageviews are kept without';
  return path.slice(0, -1).includes('*') ? 'may hold a * only at its end' : undefined;
}

/** Pageviews are kept without a slash at the end. */
function foldSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function checkFilter(
  { key, operator: text, value }: RawGoal['filters'][number],
  at: string,
  tell: (problem: FieldError) => void,
): GoalFilter {
  const known = (GOAL_FILTER_COLUMNS as readonly string[]).includes(key);
  if (!known && !(key.startsWith('props.') && PROPERTY_KEY.test(key.slice('props.'.length))))
    tell({ field: `${at}key`, message: `must be one of ${KEYS} or props.<key>` });
  const operator = FILTER_OPERATORS.find((each) => each === text) ?? 'is';
  if (operator !== text)
    tell({ field: `${at}operator`, message: `must be one of ${FILTER_OPERATORS.join(', ')}` });
  if (value === '' || value.length > MAX_PATH_LENGTH || value.includes('\0'))
    tell({ field: `${at}value`, message: `must have 1 to ${MAX_PATH_LENGTH} characters` });
  else if (value === NONE && operator !== 'is' && operator !== 'is_not')
    tell({ field: `${at}value`, message: `must not be ${NONE} with ${operator}` });
  return { key, operator, value };
}
