import { NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import type { Bindings } from './bindings';
import { KEY_SQL, type Dimension } from './dimensions';
import type { Filter } from './question';

/** SQL of each operator. Comparisons are of bytes: case counts, as it does in paths and properties. */
const OPERATOR_SQL: Readonly<Record<FilterOperator, (column: string, values: string) => string>> = {
  is: (column, values) => `${column} IN ${values}`,
  is_not: (column, values) => `${column} NOT IN ${values}`,
  contains: (column, values) => `multiSearchAny(${column}, ${values})`,
  contains_not: (column, values) => `NOT multiSearchAny(${column}, ${values})`,
  starts_with: (column, values) => `arrayExists(start -> startsWith(${column}, start), ${values})`,
};

/** The condition that a filter puts on a row of `events`. */
function filterSql(filter: Filter, bindings: Bindings): string {
  const column = dimensionSql(filter.dimension, bindings);
  const values = bindings.bind('filter', 'Array(String)', storedValues(filter));
  return OPERATOR_SQL[filter.operator](column, values);
}

/** The conditions that filters put on a row; all hold. */
export function filtersSql(filters: readonly Filter[], bindings: Bindings): readonly string[] {
  return filters.map((filter) => filterSql(filter, bindings));
}

/** The stored value of a dimension; `''` when unknown, or when the event lacks the property. */
export function dimensionSql(dimension: Dimension, bindings: Bindings): string {
  return dimension.kind !== 'property'
    ? KEY_SQL[dimension.key]
    : `props[${bindings.bind('property', 'String', dimension.property)}]`;
}

/** `(none)` means the unknown value, stored as `''`. A stored text that reads `(none)` can't be told from it. */
function storedValues(filter: Filter): readonly string[] {
  return filter.values.includes(NONE) ? ['', ...filter.values] : filter.values;
}
