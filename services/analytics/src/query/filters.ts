import { QUERY_LIMITS } from '@headwater/protos/limits';
import { FILTER_OPERATORS, NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import { UNLOGGED_VALUES, type Bindings } from './bindings';
import {
  dimensionOf,
  dimensionSql,
  listedKeys,
  storedValues,
  type Dimension,
  type KeyList,
} from './dimensions';
import { invalid, type Problem } from './problem';

/** One filter parameter of a request, not validated yet. */
export interface RawFilter {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
}

/** All values of one dimension and operator: any of them may match; with a negative operator none may. */
export interface Filter {
  readonly dimension: Dimension;
  readonly operator: FilterOperator;
  /** Never empty. `(none)` is the unknown value. */
  readonly values: readonly string[];
}

const { maxFilters, maxFilterValueLength } = QUERY_LIMITS;

/** SQL of each operator. Comparisons are bytewise, so case matters, as in paths and properties. */
const OPERATOR_SQL: Readonly<Record<FilterOperator, (column: string, values: string) => string>> = {
  is: (column, values) => `${column} IN ${values}`,
  is_not: (column, values) => `${column} NOT IN ${values}`,
  contains: (column, values) => `multiSearchAny(${column}, ${values})`,
  contains_not: (column, values) => `NOT multiSearchAny(${column}, ${values})`,
  starts_with: (column, values) => `arrayExists(start -> startsWith(${column}, start), ${values})`,
};

/** Groups filters by key and operator, and lists the problems of each. */
export function parseFilters(
  raw: readonly RawFilter[],
  keys: KeyList,
): { readonly filters: readonly Filter[]; readonly problems: readonly Problem[] } {
  if (raw.length > maxFilters)
    return { filters: [], problems: [invalid('filter', `may be given at most ${maxFilters} times`)] };
  const problems: Problem[] = [];
  const filters = new Map<string, Filter>();
  for (const { key, operator: operatorText, value } of raw) {
    const field = fieldOf(key, operatorText);
    const dimension = dimensionOf(key, keys);
    const operator = FILTER_OPERATORS.find((listed) => listed === operatorText);
    if (dimension === undefined) {
      problems.push({
        code: 'unknown_filter',
        field,
        message: `must be a filter of one of ${listedKeys(keys)}`,
      });
    } else if (operator === undefined) {
      problems.push(invalid(field, `must have one of the operators ${FILTER_OPERATORS.join(', ')}`));
    } else {
      const fault = valueFault(operator, value);
      if (fault !== undefined) problems.push(invalid(field, fault));
      const id = `${operator} ${dimension.key}`;
      filters.set(id, { dimension, operator, values: [...(filters.get(id)?.values ?? []), value] });
    }
  }
  return { filters: [...filters.values()], problems };
}

/** The conditions of filters on a row of `events`; all must hold. */
export function filtersSql(filters: readonly Filter[], bindings: Bindings): readonly string[] {
  return filters.map((filter) => {
    const column = dimensionSql(filter.dimension, bindings);
    const values = bindings.bind(UNLOGGED_VALUES, 'Array(String)', storedValues(filter.values));
    return OPERATOR_SQL[filter.operator](column, values);
  });
}

function valueFault(operator: FilterOperator, value: string): string | undefined {
  if (value === '') return `must not be empty; the unknown value is ${NONE}`;
  if (value.length > maxFilterValueLength) return `must have at most ${maxFilterValueLength} characters`;
  // The unknown value is stored as an empty text: a search for "(none)" would match nothing, or exclude nothing.
  if (value === NONE && operator !== 'is' && operator !== 'is_not')
    return `must not be ${NONE} with ${operator}; use is or is_not`;
  return undefined;
}

/** The parameter as the caller spelled it, truncated for the error message. */
function fieldOf(key: string, operator: string): string {
  const suffix = operator === 'is' ? '' : `[${operator.slice(0, 32)}]`;
  return `filter[${key.slice(0, 80)}]${suffix}`;
}
