import { ERROR_KINDS } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE } from '@headwater/kit/http/problem';
import { ERROR_CODES, type ErrorCode } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { scopeOf } from '../domain/authorise';
import { ERROR_MEANINGS } from '../domain/error-meanings';
import { LIMITS } from '../domain/limits';
import { EXAMPLES } from '../routes/examples';
import type { Endpoint } from './endpoint';
import { curlExample } from './curl-example';
import { filterParameter } from './filter-parameter';
import { createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schemas';
import { problemSchema } from './problem-schema';

/** What any endpoint may answer, what those with a token add, and what those with a body add. */
const EVERYWHERE: readonly ErrorCode[] = [
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

/** What a POST may answer besides, when it carries an Idempotency-Key. */
const WITH_KEY: readonly ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused'];

const idempotencyKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .regex(/^[!-~]+$/)
    .optional()
    .meta({
      description:
        'A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with ' +
        '`Idempotent-Replayed: true`. Another request under it is refused.',
    }),
});

const ifMatchHeader = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'The ETag of the answer that you go by: refused with 412 when the document is another by now',
    example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  }),
});

const ifNoneMatchHeader = z.object({
  'If-None-Match': z.string().optional().meta({
    description: 'The ETag of the answer that you have: answered 304 while it is the same',
  }),
});

/** The OpenAPI 3.1 document of a table of endpoints, made from the very schemas that check requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string): object {
  const schemas = createJsonSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method] = operationOf(endpoint, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headwater',
      version: '1',
      description:
        'Web analytics driven by code, that remembers which channel brought each customer. The answer to each GET with a ' +
        'token carries an `ETag`: sent back as `If-None-Match`, it is answered 304 without a body while nothing has changed.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    'x-errors': Object.entries(ERROR_CODES).map(([code, kind]) => ({
      code,
      status: ERROR_KINDS[kind].http,
      meaning: ERROR_MEANINGS[code as ErrorCode] ?? ERROR_KINDS[kind].title,
    })),
    'x-limits': LIMITS.map(([what, value]) => ({ what, value })),
    paths,
    components: {
      schemas: schemas.components,
      headers: { ...OPEN_HEADERS, ...LIMITED_HEADERS, ...CONDITIONAL_HEADERS },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The workspace API token. Server to server only.',
        },
      },
    },
  };
}

function operationOf(endpoint: Endpoint, schemas: JsonSchemas): object {
  const body = endpoint.documentedBody ?? endpoint.body;
  const parameters = [
    ...parametersOf('path', endpoint.params, schemas),
    ...parametersOf('query', endpoint.query, schemas),
    ...(endpoint.filters ? [filterParameter(endpoint.filters)] : []),
    ...parametersOf('header', takesKey(endpoint) ? idempotencyKeyHeader : undefined, schemas),
    ...parametersOf('header', signatureHeaderOf(endpoint), schemas),
    ...parametersOf('header', endpoint.conditional ? ifMatchHeader : undefined, schemas),
    ...parametersOf('header', isConditional(endpoint) ? ifNoneMatchHeader : undefined, schemas),
  ];
  const example = EXAMPLES[endpoint.operationId];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: endpoint.open ? [] : [{ token: scopeOf(endpoint) === 'any' ? [] : [scopeOf(endpoint)] }],
    ...(example
      ? { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(endpoint, example) }] }
      : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            content: { 'application/json': { schema: schemas.ofRequest(body) } },
          },
        }
      : fileBodyOf(endpoint)),
    responses: { ...successesOf(endpoint, schemas), ...problemsOf(endpoint, schemas) },
  };
}

function fileBodyOf({ file }: Endpoint): object {
  if (!file) return {};
  const { contentType, description } = file;
  return { requestBody: { required: true, description, content: { [contentType]: { schema: FILE } } } };
}

const FILE = { type: 'string', description: 'The file' };

function signatureHeaderOf({ signatureHeader }: Endpoint): z.ZodObject | undefined {
  return signatureHeader === undefined ? undefined : z.object({ [signatureHeader]: z.string() });
}

/** The parameters that an object schema's fields stand for. */
function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  schemas: JsonSchemas,
): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.ofRequest(schema) as {
    readonly properties?: Record<string, JsonSchema>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: own,
  }));
}

function takesKey({ method, open, file }: Endpoint): boolean {
  return method === 'post' && !open && !file;
}

/** Headers of every answer, and those that a token's budget adds. */
const OPEN_HEADERS = {
  'X-Request-Id': { description: 'To be quoted in a report', schema: { type: 'string' } },
};
const LIMITED_HEADERS = {
  'RateLimit-Policy': {
    description: "The token's budget for reads (GET) or writes: `q` requests in every `w` seconds",
    schema: { type: 'string', example: '"read";q=200;w=4' },
  },
  RateLimit: {
    description: '`r` requests are left of it; it is full again in `t` seconds',
    schema: { type: 'string', example: '"read";r=187;t=3' },
  },
};

const CONDITIONAL_HEADERS = {
  ETag: {
    description: 'Names this very answer, to be sent back as `If-None-Match`',
    schema: { type: 'string', example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"' },
  },
};

/** The headers of an endpoint's answers, as references: there are a thousand answers. */
function headersOf({ open }: Endpoint): object {
  const names = Object.keys(open ? OPEN_HEADERS : { ...OPEN_HEADERS, ...LIMITED_HEADERS });
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

type Responses = Readonly<Record<string, object>>;

function successesOf(endpoint: Endpoint, schemas: JsonSchemas): Responses {
  const successes = Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { description, schema, contentTypes }]) => [
      status,
      {
        description,
        headers: { ...headersOf(endpoint), ...(isConditional(endpoint) ? ETAG : {}) },
        content: Object.fromEntries(
          (contentTypes ?? ['application/json']).map((type) => [type, { schema: schemas.ofAnswer(schema) }]),
        ),
      },
    ]),
  );
  return isConditional(endpoint) ? { ...successes, 304: notModified(endpoint) } : successes;
}

function notModified(endpoint: Endpoint): object {
  const headers = { ...headersOf(endpoint), ...ETAG };
  return { description: 'The answer is the one that `If-None-Match` names; without a body', headers };
}

/** Whether its answer can be asked after by If-None-Match: that of each read with a token which is no file. */
function isConditional({ method, open, responses }: Endpoint): boolean {
  return method === 'get' && !open && responses[200] !== undefined && !responses[200].contentTypes;
}

const ETAG = { ETag: { $ref: '#/components/headers/ETag' } };

function problemsOf(endpoint: Endpoint, schemas: JsonSchemas): Responses {
  const codes = [
    ...EVERYWHERE,
    ...(endpoint.open ? [] : WITH_TOKEN),
    ...(endpoint.body ? WITH_BODY : []),
    ...(endpoint.file ? WITH_FILE : []),
    ...(takesKey(endpoint) ? WITH_KEY : []),
    ...endpoint.failures,
  ];
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const status = ERROR_KINDS[ERROR_CODES[code]].http;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: `\`code\` is ${[...ofStatus].join(', ')}`,
        headers: headersOf(endpoint),
        content: { [PROBLEM_CONTENT_TYPE]: { schema: schemas.ofAnswer(problemSchema) } },
      },
    ]),
  );
}
