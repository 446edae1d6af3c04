import { FILTER_OPERATORS, NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import { dimensionOf, type KeyList } from './dimensions';
import { invalid, knownKeys, type Problem } from './problem';
import type { Filter, RawFrame } from './question';

const MAX_FILTERS = 20;
/** The longest value that an event can hold (a pathname). */
const MAX_VALUE_LENGTH = 2_000;

/** Filters of one key and operator become one with several values. */
export function parseFilters(
  raw: RawFrame['filters'],
  keys: KeyList,
): {
  readonly filters: readonly Filter[];
  readonly problems: readonly Problem[];
} {
  if (raw.length > MAX_FILTERS) {
    return { filters: [], problems: [invalid('filter', `may be given at most ${MAX_FILTERS} times`)] };
  }
  const problems: Problem[] = [];
  const filters = new Map<string, Filter>();
  for (const { key, operator: operatorText, value } of raw) {
    const field = fieldOf(key, operatorText);
    const dimension = dimensionOf(key, keys);
    const operator = FILTER_OPERATORS.find((known) => known === operatorText);
    if (dimension === undefined) {
      problems.push({
        code: 'unknown_filter',
        field,
        message: `must be a filter of one of ${knownKeys(keys)}`,
      });
    } else if (operator === undefined) {
      problems.push(invalid(field, `must have one of the operators ${FILTER_OPERATORS.join(', ')}`));
    } else {
      const fault = faultOf(operator, value);
      if (fault !== undefined) problems.push(invalid(field, fault));
      const id = `${operator} ${dimension.key}`;
      filters.set(id, { dimension, operator, values: [...(filters.get(id)?.values ?? []), value] });
    }
  }
  return { filters: [...filters.values()], problems };
}

/** What is wrong with a filter's value. */
function faultOf(operator: FilterOperator, value: string): string | undefined {
  if (value === '') return `must not be empty; the unknown value is ${NONE}`;
  if (value.length > MAX_VALUE_LENGTH) return `must have at most ${MAX_VALUE_LENGTH} characters`;
  // The unknown value has no text to look into; searching for "(none)" would match nothing, or exclude nothing.
  if (value === NONE && operator !== 'is' && operator !== 'is_not')
    return `must not be ${NONE} with ${operator}; use is or is_not`;
  return undefined;
}

/** The parameter as the caller spelled it, cut to a sane length. */
function fieldOf(key: string, operator: string): string {
  const suffix = operator === 'is' ? '' : `[${operator.slice(0, 32)}]`;
  return `filter[${key.slice(0, 80)}]${suffix}`;
}
