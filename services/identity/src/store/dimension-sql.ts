import { NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';

/** SQL of each operator, for a text and an array of values. */
const OPERATORS: Readonly<Record<FilterOperator, (key: string, values: string) => string>> = {
  is: (key, values) => `${key} = ANY (${values})`,
  is_not: (key, values) => `${key} <> ALL (${values})`,
  contains: (key, values) => `EXISTS (SELECT FROM unnest(${values}) AS v WHERE strpos(${key}, v) > 0)`,
  contains_not: (key, values) =>
    `NOT EXISTS (SELECT FROM unnest(${values}) AS v WHERE strpos(${key}, v) > 0)`,
  starts_with: (key, values) => `EXISTS (SELECT FROM unnest(${values}) AS v WHERE starts_with(${key}, v))`,
};

/** SQL of a dimension's value. @param fallback for a missing value: `(none)`, or an empty text for operators that match parts of it */
export function keySql(value: string, fallback: string): string {
  return `coalesce(nullif(${value}, ''), '${fallback}')`;
}

/**
 * SQL of the filters, each after an AND. Their values are bound from parameter `first` on, one array per filter.
 *
 * @param dimensions SQL of the value of each dimension
 */
export function filterSql<D extends string>(
  dimensions: Readonly<Record<D, string>>,
  filters: readonly Filter<D>[],
  first: number,
): string {
  return filters
    .map(({ dimension, operator, values }, index) => {
      const value = dimensions[dimension];
      const bound = `$${first + index}::text[]`;
      // Without the unknown value, the column itself: its index and its statistics apply.
      if (operator === 'is' && !values.includes(NONE))
        return `AND ${value} <> '' AND ${OPERATORS.is(value, bound)}`;
      const isEquality = operator === 'is' || operator === 'is_not';
      return `AND ${OPERATORS[operator](keySql(value, isEquality ? NONE : ''), bound)}`;
    })
    .join('\n           ');
}
