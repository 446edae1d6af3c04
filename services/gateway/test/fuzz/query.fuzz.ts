import assert from 'node:assert';
import { AppError } from '@headwater/kit/errors';
import { FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import { parseQuery, type ParsedQuery } from '../../src/domain/parse-query';

const ALLOWED = { names: ['range', 'from', 'to', 'grain', 'dimension', 'limit'], filters: true };
const ERRORS = ['unknown_parameter', 'unknown_filter', 'invalid_request'];

/** A query string. Its parameters survive a round trip. */
export function fuzz(data: Buffer): void {
  const query = parsed(data.toString());
  if (!query) return;
  for (const name of Object.keys(query.values)) assert(ALLOWED.names.includes(name), name);
  for (const { operator } of query.filters)
    assert(
      FILTER_OPERATORS.some((known) => known === operator),
      operator,
    );
  assert.deepEqual(parsed(formatted(query)), query);
}

function formatted({ values, filters }: ParsedQuery): string {
  return [
    ...Object.entries(values),
    ...filters.map(({ key, operator, value }) => [`filter[${key}][${operator}]`, value] as const),
  ]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function parsed(raw: string): ParsedQuery | undefined {
  try {
    return parseQuery(raw, ALLOWED);
  } catch (error) {
    assert(error instanceof AppError && ERRORS.includes(error.code), String(error));
    return undefined;
  }
}
