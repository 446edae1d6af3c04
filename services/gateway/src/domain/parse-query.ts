import { failure } from '@headwater/protos/error-codes';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import { shownName } from './shown-name';

/** One `filter[key]=value` or `filter[key][operator]=value`. The key is not validated yet. */
export interface QueryFilter {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
}

export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly filters: readonly QueryFilter[];
}

export interface AllowedQuery {
  /** Parameters; each may occur once. */
  readonly names: readonly string[];
  /** Whether filters are allowed too. */
  readonly filters: boolean;
}

const MAX_FILTERS = QUERY_LIMITS.maxFilters;
const FILTER = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/;

/**
 * Parses a raw query string. Matches names literally, without the bracket and dot syntax of other parsers: a misspelled
 * filter must never return unfiltered numbers.
 *
 * @param raw the part after `?`, percent-encoded
 * @throws AppError `unknown_parameter`, `unknown_filter` or `invalid_request`.
 */
export function parseQuery(raw: string, allowed: AllowedQuery): ParsedQuery {
  const values: Record<string, string> = {};
  const filters: QueryFilter[] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    if (allowed.names.includes(name)) {
      if (Object.hasOwn(values, name)) throw invalid(name, 'This parameter occurs twice. Send it once.');
      values[name] = value;
    } else if (allowed.filters && name.startsWith('filter[')) filters.push(parseFilter(name, value));
    else throw unknownParameter(name, allowed);
    if (filters.length > MAX_FILTERS)
      throw invalid('filter', `Too many filters (max ${MAX_FILTERS}). Remove some.`);
  }
  return { values, filters };
}

function parseFilter(name: string, value: string): QueryFilter {
  const [, key, operator = 'is'] = FILTER.exec(name) ?? [];
  if (key === undefined)
    throw unknownFilter(name, 'Malformed filter. Write filter[key]=value or filter[key][operator]=value.');
  if (!(FILTER_OPERATORS as readonly string[]).includes(operator))
    throw unknownFilter(name, `Unknown operator. Use one of ${FILTER_OPERATORS.join(', ')}.`);
  if (value === '')
    throw invalid(name, 'The value is empty. Send a value; (none) matches the unknown value.');
  return { key, operator, value };
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw failure('invalid_request', 'The query string is not percent-encoded UTF-8. Encode it again.');
  }
  if (decoded.includes('\0'))
    throw failure('invalid_request', 'The query string contains a NUL character (%00). Remove it.');
  return decoded;
}

function invalid(field: string, message: string) {
  return failure('invalid_request', `${shown(field)}: ${message}`, {
    fields: [{ field: shown(field), message }],
  });
}

function unknownFilter(name: string, message: string) {
  return failure('unknown_filter', `${shown(name)}: ${message}`, {
    fields: [{ field: shown(name), message }],
  });
}

function unknownParameter(name: string, allowed: AllowedQuery) {
  const known = [...allowed.names, ...(allowed.filters ? ['filter[key]', 'filter[key][operator]'] : [])];
  const message =
    known.length === 0 ? 'This endpoint takes no parameters.' : `Known parameters: ${known.join(', ')}.`;
  return failure('unknown_parameter', `Unknown parameter ${shown(name)}. ${message}`, {
    fields: [{ field: shown(name), message }],
  });
}

const shown = (name: string): string => shownName(name, 100);
