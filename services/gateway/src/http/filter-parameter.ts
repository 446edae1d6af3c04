import { DIMENSION_COLUMNS, FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';

const value = { type: 'string', minLength: 1 } as const;
const oneOrMore = [value, { type: 'array', items: value }] as const;
const byOperator = {
  type: 'object',
  properties: Object.fromEntries(FILTER_OPERATORS.map((operator) => [operator, { oneOf: oneOrMore }])),
  additionalProperties: false,
} as const;

const VISIT_ONLY = VISIT_DIMENSIONS.filter((key) => !(DIMENSION_COLUMNS as readonly string[]).includes(key));

/** What the keys of events are, and on what a filter of them is judged. */
const EVENT_KEYS =
  `${DIMENSION_COLUMNS.join(', ')} or \`props.<key>\` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, ` +
  `unknown where the collector has no city database); also, but for the analysis of one event, ${VISIT_ONLY.join(', ')}. ` +
  "Each filter is judged on the event that is counted, the entry and the exit page on the event's session";

/**
 * OpenAPI's words for `filter[key]=value`, which its schemas can describe only as a deep object.
 *
 * @param keys the only keys; `true`: those of events
 */
export function filterParameter(keys: true | readonly string[]) {
  const named = keys === true ? EVENT_KEYS : keys.join(', ');
  return {
    name: 'filter',
    in: 'query' as const,
    required: false,
    style: 'deepObject' as const,
    explode: true,
    description:
      'Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different ' +
      `keys are "and". Keys: ${named}. Operators: ${FILTER_OPERATORS.join(', ')}; those with "not" hold when none of their ` +
      'values does. `(none)` is the unknown value.',
    schema: { type: 'object' as const, additionalProperties: { oneOf: [...oneOrMore, byOperator] } },
    example: { channel: 'Organic Search', ...(keys === true ? { 'props.plan': 'pro' } : {}) },
  };
}
