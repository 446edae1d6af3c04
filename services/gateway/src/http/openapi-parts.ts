import { ERROR_CODES, type ErrorCode } from '@headwater/protos/error-codes';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { Endpoint } from './endpoint';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** A problem document (RFC 9457), the body of every 4xx and 5xx response. */
export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'The problem and its fix' }),
    code: z.enum(CODES),
    requestId: z.string(),
    errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).exactOptional(),
  })
  .meta({ id: 'Problem' });

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]+$/)
  .optional()
  .meta({
    description:
      'A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns ' +
      'the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different ' +
      'request under the key returns 422, and so does a token with other scopes or sites.',
  });

const ifMatch = z
  .string()
  .optional()
  .meta({
    description: 'The ETag you last read. Returns 412 if the document has changed.',
    examples: ['"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'],
  });

const ifNoneMatch = z.string().optional().meta({
  description: 'The ETag of the answer you have. Returns 304 while the answer is unchanged.',
});

/** The request headers that an endpoint reads. */
export interface HeaderParameters {
  readonly idempotencyKey: boolean;
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
  /** Names of the headers of a signature. */
  readonly signature: readonly string[];
}

/** The schema of an endpoint's request headers. */
export function headerParameters(used: HeaderParameters): z.ZodObject {
  return z.object({
    ...(used.idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...Object.fromEntries(used.signature.map((name) => [name, z.string()])),
    ...(used.ifMatch ? { 'If-Match': ifMatch } : {}),
    ...(used.ifNoneMatch ? { 'If-None-Match': ifNoneMatch } : {}),
  });
}

const filterValue = { type: 'string' as const, minLength: 1 };

/**
 * The parameter `filter[key]=value` as a deep object of strings, the only form that generated clients send correctly, and a
 * reference to a parameter for each column: generators for Python cannot send deep objects.
 *
 * @param keys the documented keys
 */
export function filterParameters(keys: readonly string[]) {
  const filter = {
    name: 'filter',
    in: 'query' as const,
    required: false,
    style: 'deepObject' as const,
    explode: true,
    description:
      `Repeatable: \`filter[key]=value\` or \`filter[key][operator]=value\`, max ${QUERY_LIMITS.maxFilters}. Repeated keys ` +
      'are combined with "or", different keys with "and". ' +
      `Keys: ${keys.map((key) => (isColumn(key) ? key : `\`${key}\``)).join(', ')}.${NOTES.map(([key, note]) => (keys.includes(key) ? ` ${note}.` : '')).join('')} ` +
      `Operators: ${FILTER_OPERATORS.join(', ')}. ` +
      '`is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.',
    schema: { type: 'object' as const, additionalProperties: filterValue },
    example: { channel: 'Organic Search', ...(keys.includes('props.<key>') ? { 'props.plan': 'pro' } : {}) },
  };
  return [
    filter,
    ...keys.filter(isColumn).map((key) => ({ $ref: `#/components/parameters/${columnName(key)}` })),
  ];
}

const NOTES = [
  ['country', 'Country is ISO 3166 alpha-2'],
  ['region', 'Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database'],
  ['entry_page', "Filters apply to the counted event; entry and exit page apply to the event's session"],
] as const;

/** The parameters that `filterParameters` references. */
export function columnFilters(endpoints: readonly Endpoint[]) {
  const keys = new Set(endpoints.flatMap(({ filters = [] }) => filters.filter(isColumn)));
  return Object.fromEntries(
    [...keys].map((key) => [
      columnName(key),
      {
        name: `filter[${key}]`,
        in: 'query' as const,
        required: false,
        explode: true,
        description: `Values of \`${key}\`, combined with "or". The same as \`filter\` with this key`,
        schema: { type: 'array' as const, items: filterValue },
      },
    ]),
  );
}

/** Whether a filter key is a column, not the properties `props.<key>`. */
function isColumn(key: string): boolean {
  return /^\w+$/.test(key);
}

/** `filterUtmSource` for `utm_source`. */
function columnName(key: string): string {
  return `filter_${key}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The endpoint's example as a `curl` command, for a shell with `API`, `TOKEN` and the ids of the path as variables. */
export function curlExample({ method, path, open, example = {} }: Endpoint): string {
  const { path: values = {}, query, headers = [], body, file } = example;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `$${variableOf(name)}`);
  const verb = method.toUpperCase();
  const lines = [
    // -g: without it, curl interprets brackets.
    `curl -sS -g${verb === 'GET' || (verb === 'POST' && (body ?? file)) ? '' : ` -X ${verb}`} "$API${filled}${query === undefined ? '' : `?${query}`}"`,
    ...(open ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...headers.map((header) => `-H "${header}"`),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`] : []),
    ...(file ? ["-H 'Content-Type: text/csv'", `--data-binary $'${file.join('\\n')}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** The shell variable of a path parameter: `id` is the site id; `goalId` becomes `GOAL_ID`. */
function variableOf(name: string): string {
  return name === 'id' ? 'SITE_ID' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
