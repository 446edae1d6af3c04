import type { FieldError } from '@headwater/kit/errors';
import { FILTER_OPERATORS, NONE, REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import { hasControlCharacter } from '../text-problem';
import type { RawRevenueQuestion, RevenueFilter } from './question';

const MAX_FILTERS = 20;
/** The longest value that an attribution can hold. */
const MAX_VALUE_LENGTH = 2_000;

type Code = 'invalid_request' | 'unknown_filter';

/** Filters of one key and operator become one with several values. */
export function parseFilters(
  raw: RawRevenueQuestion['filters'],
):
  | { readonly ok: true; readonly filters: readonly RevenueFilter[] }
  | { readonly ok: false; readonly code: Code; readonly problems: readonly FieldError[] } {
  const refused = (code: Code, field: string, message: string) => ({
    ok: false as const,
    code,
    problems: [{ field, message }],
  });
  if (raw.length > MAX_FILTERS)
    return refused('invalid_request', 'filter', `may be given at most ${MAX_FILTERS} times`);
  const filters = new Map<string, RevenueFilter>();
  for (const { key, operator: operatorText, value } of raw) {
    const field = fieldOf(key, operatorText);
    const dimension = REVENUE_DIMENSIONS.find((known) => known === key);
    if (dimension === undefined)
      return refused('unknown_filter', field, `must be a filter of one of ${REVENUE_DIMENSIONS.join(', ')}`);
    const operator = FILTER_OPERATORS.find((known) => known === operatorText);
    if (operator === undefined)
      return refused(
        'invalid_request',
        field,
        `must have one of the operators ${FILTER_OPERATORS.join(', ')}`,
      );
    if (value === '' || value.length > MAX_VALUE_LENGTH || hasControlCharacter(value))
      return refused(
        'invalid_request',
        field,
        `must have 1 to ${MAX_VALUE_LENGTH} characters, none of them a control character`,
      );
    if (value === NONE && operator !== 'is' && operator !== 'is_not')
      return refused('invalid_request', field, `must not be ${NONE} with ${operator}; use is or is_not`);
    const id = `${operator} ${dimension}`;
    filters.set(id, { dimension, operator, values: [...(filters.get(id)?.values ?? []), value] });
  }
  return { ok: true, filters: [...filters.values()] };
}

/** The parameter as the caller spelled it, cut to a sane length. */
function fieldOf(key: string, operator: string): string {
  const suffix = operator === 'is' ? '' : `[${operator.slice(0, 32)}]`;
  return `filter[${key.slice(0, 80)}]${suffix}`;
}
