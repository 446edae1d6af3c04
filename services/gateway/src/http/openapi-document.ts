import { ERROR_KINDS } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE } from '@headwater/kit/http/problem';
import { ERROR_CODES, type ErrorCode } from '@headwater/protos/error-codes';
import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { scopeOf } from '../domain/authorise';
import { budgetOf, itemsPerPoint, MS_PER_POINT } from '../domain/budget';
import { ERROR_MEANINGS, LIMITS } from '../domain/reference-tables';
import type { OpenApi } from '../domain/openapi-types';
import { takesKey, type Endpoint } from './endpoint';
import {
  columnFilters,
  curlExample,
  filterParameters,
  headerParameters,
  problemSchema,
} from './openapi-parts';

/** Error codes of every endpoint. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'unknown_parameter',
  'method_not_allowed',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
];
const WITH_TOKEN: readonly ErrorCode[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'rate_limited',
  'workspace_busy',
  'upstream_unavailable',
  'deadline_exceeded',
];
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'unknown_field',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
];
const WITH_FILE: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];
const WITH_SECRET: readonly ErrorCode[] = ['sign_in_required'];
const WITH_KEY: readonly ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused'];

/** Generates the OpenAPI 3.1 document from the endpoints and the schemas that validate their requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string): OpenApi {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method] = operationOf(endpoint);
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Headwater',
        version: '1',
        description:
          'Web analytics driven by code, which records the first-touch channel of each customer. Every authenticated GET ' +
          'returns an `ETag`. Send it as `If-None-Match` to get 304 without a body while nothing has changed.',
        contact: { name: 'API reference of this installation', url: `${publicUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl, description: 'This installation' }],
      tags: TAGS.map(([name, description]) => ({ name, description })),
      'x-errors': Object.entries(ERROR_CODES).map(([code, kind]) => ({
        code,
        status: ERROR_KINDS[kind].http,
        meaning: ERROR_MEANINGS[code as ErrorCode] ?? ERROR_KINDS[kind].title,
      })),
      'x-limits': LIMITS.map(([what, value]) => ({ what, value })),
      paths: paths,
      components: {
        headers: HEADERS,
        parameters: columnFilters(endpoints),
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'The workspace API token. Server to server only.',
          },
        },
      },
    },
    { override: simplify },
  ) as unknown as OpenApi;
}

const TAGS = [
  ['Sites', 'Sites with their installation, configuration and deletion'],
  ['Events', 'Events from your server, and the analysis of all events'],
  ['Stats', 'Visitors, sessions and pageviews of a site'],
  ['Export', 'Exports of events, and imports from other products'],
  ['Goals', 'Goals and funnels with their conversions'],
  ['Identify', 'Accounts, the visitors linked to them, and their recorded channels'],
  ['Customers', 'Customers by acquisition, and the change feed of accounts'],
  ['Payments', 'Payments, revenue by channel, and the integrations of payment providers'],
  ['Dashboard', 'Sign-in links, share links and saved views of the dashboard'],
  ['Webhooks', 'Webhooks, their deliveries, and the list of webhook events'],
  ['Tokens', 'API tokens and the audit log'],
  ['Operation', 'Batches of reads, health checks and this document'],
] as const;

/** Simplifies schemas for readers and for generators of clients, without a change of the accepted values, except for booleans. */
const simplify: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema: schema }) => {
  // The bounds of safe integers and the pattern of a format do not help readers.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A number in a path or a query is validated as text; pattern and length describe its spelling.
  if (schema.type !== 'string' || schema.format !== undefined) delete schema.pattern;
  if (schema.type === 'integer') delete schema.maxLength;
  // Many engines of regular expressions lack Unicode categories.
  schema.pattern &&= schema.pattern.replaceAll('\\P{Cc}', '[^\\x00-\\x1f\\x7f-\\x9f]');
  // Generators for Python turn a constant boolean into an enumeration of texts, which rejects the response.
  if (schema.type === 'boolean') delete schema.const;
  mergeNull(schema);
};

/** Writes a nullable schema as `type: [T, 'null']`. A nullable enumeration or reference stays `anyOf`. */
function mergeNull(schema: JsonSchema): void {
  const [value, nothing, ...others] = schema.anyOf ?? [];
  if (!value || nothing?.type !== 'null' || others.length > 0) return;
  if (typeof value.type !== 'string' || value.enum) return;
  const { anyOf: _, ...outer } = schema;
  delete schema.anyOf;
  Object.assign(schema, value, outer, { type: [value.type, 'null'] });
}

type JsonSchema = Parameters<NonNullable<CreateDocumentOptions['override']>>[0]['jsonSchema'];

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, filters, file, csv, open } = endpoint;
  const scope = scopeOf(endpoint);
  const body = endpoint.documentedBody ?? endpoint.body;
  const header = headerParameters({
    idempotencyKey: takesKey(endpoint),
    ifMatch: endpoint.conditional === true,
    ifNoneMatch: isCacheable(endpoint),
    signature: endpoint.signatureHeaders ?? [],
  });
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    tags: [endpoint.tag],
    security: open ? [] : [{ token: scope === 'any' ? [] : [scope] }],
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(endpoint) }],
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}), header },
    ...(filters ? { parameters: filterParameters(filters) } : {}),
    ...(body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            ...(csv ? { description: csv.description } : {}),
            content: {
              ...json(body, endpoint.example?.body),
              ...(csv ? { 'text/csv': { schema: CSV, example: csv.example.join('\n') } } : {}),
            },
          },
        }
      : {}),
    ...(file
      ? {
          requestBody: {
            required: true,
            description: file.description,
            content: {
              [file.contentType]: {
                schema: { type: 'string', format: 'binary', description: 'The file' },
                ...(endpoint.example?.file ? { example: endpoint.example.file.join('\n') } : {}),
              },
            },
          },
        }
      : {}),
    responses: { ...successesOf(endpoint), ...problemsOf(endpoint) },
  };
}

/** The description, followed by the properties of a call that a flag of the endpoint sets. */
function descriptionOf(endpoint: Endpoint): { readonly description?: string } {
  const items = itemsPerPoint(budgetOf(endpoint));
  const countsItems = endpoint.itemsOf !== undefined || endpoint.file !== undefined;
  const text = [
    ...(endpoint.description === undefined ? [] : [endpoint.description]),
    ...(countsItems
      ? [`In the rate limit, ${items.toLocaleString('en-US')} items count like a request.`]
      : []),
    ...(endpoint.answersFacts
      ? [
          'After an erasure, a repeat under an earlier `Idempotency-Key` has no effect and gets the account as it is.',
        ]
      : []),
    ...(endpoint.chargesTime
      ? [`In the rate limit, each ${MS_PER_POINT} ms of the call count like a further request.`]
      : []),
  ];
  return text.length > 0 ? { description: text.join('\n\n') } : {};
}

const CSV: z.ZodType = z.string().meta({ description: 'The same rows. The first line names the columns' });

const json = (schema: z.ZodType, example: object | undefined) => ({
  'application/json': { schema, ...(example ? { example } : {}) },
});

/** Whether the answer has an ETag: authenticated reads, except files. */
function isCacheable({ method, open, responses }: Endpoint): boolean {
  return method === 'get' && !open && responses[200] !== undefined && !responses[200].contentTypes;
}

const HEADERS = {
  'X-Request-Id': { description: 'Id of the request. Quote it in bug reports.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'The budget that the request was counted in: `q` requests per window of `w` seconds',
    schema: { type: 'string', example: '"read";q=200;w=4' },
  },
  RateLimit: {
    description: 'The state of that budget: `r` requests left, reset in `t` seconds',
    schema: { type: 'string', example: '"read";r=187;t=3' },
  },
  'Server-Timing': {
    description:
      'The time of all statements of the event store together, in milliseconds, and the rows that they have read, rounded up ' +
      'to multiples of 8,192. With roll-ups: the days that were read from them, and from events. Absent if an identical concurrent request shares its answer, and on shared pages',
    schema: { type: 'string', example: 'clickhouse;dur=12;desc="40960 rows, 29 roll-up days, 1 raw days"' },
  },
  ETag: {
    description: 'Identifies this answer. Send it as `If-None-Match`.',
    schema: { type: 'string', example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"' },
  },
} as const;

/** References to the headers of an endpoint's responses: the document has about a thousand responses. */
function headersOf(
  { open }: Endpoint,
  { withEtag = false, withTiming = false } = {},
): Record<string, { $ref: string }> {
  const names: (keyof typeof HEADERS)[] = [
    'X-Request-Id',
    ...(open ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(withTiming ? (['Server-Timing'] as const) : []),
    ...(withEtag ? (['ETag'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const FILE: z.ZodType = z.string().meta({ description: 'The same rows as a file' });

function successesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const withEtag = isCacheable(endpoint);
  const withTiming = withEtag && endpoint.failures.includes('query_too_heavy');
  const headers = headersOf(endpoint, { withEtag, withTiming });
  const successes = Object.entries(endpoint.responses).map(([status, response]) => {
    const types = response.contentTypes ?? ['application/json'];
    const content: Record<string, { readonly schema: z.ZodType }> = {};
    for (const type of types) content[type] = { schema: response.schema };
    for (const type of response.fileTypes ?? []) content[type] = { schema: FILE };
    return [status, { description: response.description, headers, content }] as const;
  });
  const notModified = { description: 'Not modified: `If-None-Match` names the current answer', headers };
  return { ...Object.fromEntries(successes), ...(withEtag ? { 304: notModified } : {}) };
}

function problemsOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codes = [
    ...COMMON,
    ...(endpoint.open ? [] : WITH_TOKEN),
    ...(endpoint.body ? WITH_BODY : []),
    ...(endpoint.file ? WITH_FILE : []),
    ...(takesKey(endpoint) ? WITH_KEY : []),
    ...(endpoint.answersSecret || endpoint.setsSecret ? WITH_SECRET : []),
    ...endpoint.failures,
  ];
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const status = ERROR_KINDS[ERROR_CODES[code]].http;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const problems = [...byStatus].map(([status, ofStatus]) => [
    status,
    {
      description: `\`code\` is ${[...ofStatus].join(', ')}`,
      headers: headersOf(endpoint),
      content: { [PROBLEM_CONTENT_TYPE]: { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(problems) as ZodOpenApiResponsesObject;
}
