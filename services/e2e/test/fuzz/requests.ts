import fc from 'fast-check';
import type { Api, Operation, Parameter } from './api-document';
import type { Conformance, FuzzedRequest } from './conformance';
import { valuesOf } from './values';

/** The required response to a mutated request. Valid requests may get any other documented response. */
interface Mutation {
  readonly status: number;
  /** Omitted where any code of that status is correct. */
  readonly code?: string;
}

/** Mutations that make a request invalid, with the required response. */
export const MUTATIONS = {
  noToken: { status: 401, code: 'missing_token' },
  strangeToken: { status: 401, code: 'invalid_token' },
  otherMethod: { status: 405, code: 'method_not_allowed' },
  unknownParameter: { status: 400, code: 'unknown_parameter' },
  wrongParameter: { status: 400 },
  unknownField: { status: 400, code: 'unknown_field' },
  missingField: { status: 400 },
  wrongField: { status: 400 },
  truncatedBody: { status: 400, code: 'invalid_json' },
  noBody: { status: 400, code: 'invalid_json' },
  otherContentType: { status: 415, code: 'unsupported_media_type' },
  longKey: { status: 400, code: 'invalid_request' },
} as const satisfies Record<string, Mutation>;

type MutationName = keyof typeof MUTATIONS;

/** Codes that a valid request must never get. */
export const NEVER_FOR_VALID_REQUESTS: readonly string[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'method_not_allowed',
  'not_found',
  'unknown_parameter',
  'unknown_field',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
];

/** Ids of existing resources by the name of the path parameter. */
export type KnownIds = (operation: Operation) => Readonly<Record<string, readonly unknown[]>>;

export interface MutatedRequest extends FuzzedRequest {
  /** The applied mutation; undefined for a valid request. */
  readonly mutation?: MutationName;
}

interface FuzzContext {
  readonly api: Api;
  readonly token: string;
  readonly knownIds: KnownIds;
  readonly accepts: Conformance['accepts'];
}

/** The generated parts of a request. */
interface Draft {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly pick: number;
}

const JSON_TYPE = 'application/json';

type Json = Readonly<Record<string, unknown>>;

/** Values of all types. Those that a schema rejects are invalid values. */
const VALUES_OF_ALL_TYPES: readonly unknown[] = [null, true, -7, 1.5, 'some text', '', [], {}, { a: 1 }];
const QUERY_VALUES = ['', 'some text', '-1', '0', '1.5', '2026-02-30', '1e3'];

/** Generates valid and mutated requests of an operation. */
export function requestsOf(operation: Operation, context: FuzzContext): fc.Arbitrary<MutatedRequest> {
  const { api, knownIds } = context;
  const known = knownIds(operation);
  const parametersIn = (location: string): readonly Parameter[] =>
    operation.parameters.filter((each) => each.in === location);
  const path = fc.record(
    Object.fromEntries(
      parametersIn('path').map(({ name, schema }) => {
        const any = valuesOf(schema, api).map((value) => (value === '' ? 'x' : value));
        // Small ids may exist, such as that of the token of this test.
        const unknown = schema.type === 'integer' ? fc.integer({ min: 1_000_000, max: 2_000_000 }) : any;
        const ids = known[name];
        return [name, ids ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, unknown) : unknown];
      }),
    ),
  );
  const query = fc.record(
    Object.fromEntries(parametersIn('query').map(({ name, schema }) => [name, valuesOf(schema, api)])),
    {
      requiredKeys: parametersIn('query')
        .filter((each) => each.required)
        .map(({ name }) => name),
    },
  );
  const body = operation.body ? valuesOf(operation.body.schema, api) : fc.constant(undefined);
  const draft = fc.record({ path, query, body, pick: fc.nat() });
  const mutation = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 5, arbitrary: fc.constantFrom(...mutationsOf(operation)) },
  );
  return fc.tuple(draft, mutation).map(([made, name]) => {
    const right = write(operation, made, context);
    return name === undefined ? right : (MUTATORS[name](right, { operation, draft: made, context }) ?? right);
  });
}

function write(
  { method, path, parameters, body: documented }: Operation,
  { path: ids, query, body }: Draft,
  { token }: FuzzContext,
): FuzzedRequest {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] => {
      const isDeep = parameters.some((each) => each.name === name && each.style === 'deepObject');
      return isDeep || Array.isArray(value) ? deepPairs(name, value) : [[name, String(value)]];
    }),
  ).toString();
  return {
    method,
    url: search === '' ? url : `${url}?${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': documented?.contentType ?? JSON_TYPE }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** Query parameters `filter[key]=value` and `filter[key][operator]=value`, one per value. */
function deepPairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => deepPairs(name, each));
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(value as Json).flatMap(([key, inner]) => deepPairs(`${name}[${key}]`, inner));
}

function mutationsOf({ security, body: any, parameters }: Operation): MutationName[] {
  // Endpoints without a token check a signature before the body, and files have no JSON schema.
  const body = security.length > 0 && any?.contentType === JSON_TYPE ? any : undefined;
  return [
    ...(security.length > 0 ? (['noToken', 'strangeToken'] as const) : []),
    ...(['otherMethod', 'unknownParameter', 'wrongParameter'] as const),
    ...(body
      ? (['unknownField', 'missingField', 'wrongField', 'truncatedBody', 'otherContentType'] as const)
      : []),
    ...(body?.required ? (['noBody'] as const) : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? (['longKey'] as const) : []),
  ];
}

interface Material {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly context: FuzzContext;
}

type Mutator = (right: FuzzedRequest, material: Material) => MutatedRequest | undefined;

/** Functions that apply a mutation. They return undefined for operations without the mutated part. */
const MUTATORS: Readonly<Record<MutationName, Mutator>> = {
  noToken: ({ headers: { authorization: _, ...headers }, ...right }) => ({
    ...right,
    headers,
    mutation: 'noToken',
  }),
  strangeToken: (right) => ({
    ...right,
    headers: { ...right.headers, authorization: `Bearer hw_${'0'.repeat(12)}_${'a'.repeat(49)}` },
    mutation: 'strangeToken',
  }),
  otherMethod: ({ body: _, ...right }, { operation, context }) => {
    const taken = context.api.operations
      .filter(({ path }) => path === operation.path)
      .map((each) => each.method);
    const method = ['PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS'].find((each) => !taken.includes(each));
    return method === undefined ? undefined : { ...right, method, mutation: 'otherMethod' };
  },
  unknownParameter: (right) => ({
    ...right,
    // Without other parameters, whose errors may be reported first.
    url: `${right.url.split('?')[0] ?? ''}?Range=7d`,
    mutation: 'unknownParameter',
  }),
  wrongParameter: (_, material) => {
    const { operation, draft, context } = material;
    const wrong = operation.parameters
      .filter((each) => each.in === 'query' && each.style !== 'deepObject' && each.schema.type !== 'array')
      .flatMap(({ name, schema }) =>
        QUERY_VALUES.filter(
          (text) => !context.accepts(schema, schema.type === 'integer' && text !== '' ? Number(text) : text),
        ).map((text) => ({ [name]: text })),
      );
    if (wrong.length === 0) return undefined;
    const query = { ...draft.query, ...wrong[draft.pick % wrong.length] };
    return { ...write(operation, { ...draft, query }, context), mutation: 'wrongParameter' };
  },
  unknownField: (right, { operation, draft, context }) => {
    const schema = operation.body && context.api.resolve(operation.body.schema);
    if (schema?.additionalProperties !== false) return undefined;
    return {
      ...right,
      body: JSON.stringify({ ...(draft.body as Json), unknown_field: 1 }),
      mutation: 'unknownField',
    };
  },
  missingField: (right, { operation, draft, context }) => {
    const names = operation.body ? (context.api.resolve(operation.body.schema).required ?? []) : [];
    const name = names[draft.pick % Math.max(1, names.length)];
    if (name === undefined) return undefined;
    const { [name]: _, ...rest } = draft.body as Json;
    return { ...right, body: JSON.stringify(rest), mutation: 'missingField' };
  },
  wrongField: (right, { operation, draft, context }) => {
    const { properties = {} } = operation.body ? context.api.resolve(operation.body.schema) : {};
    const wrong = Object.entries(properties).flatMap(([name, schema]) =>
      VALUES_OF_ALL_TYPES.filter((value) => !context.accepts(schema, value)).map((value) => ({
        [name]: value,
      })),
    );
    if (wrong.length === 0) return undefined;
    const body = { ...(draft.body as Json), ...wrong[draft.pick % wrong.length] };
    return { ...right, body: JSON.stringify(body), mutation: 'wrongField' };
  },
  truncatedBody: (right) => ({ ...right, body: (right.body ?? '').slice(0, -1), mutation: 'truncatedBody' }),
  noBody: ({ body: _, headers: { 'content-type': __, ...headers }, ...right }) => ({
    ...right,
    headers,
    mutation: 'noBody',
  }),
  otherContentType: (right) => ({
    ...right,
    headers: { ...right.headers, 'content-type': 'text/plain' },
    mutation: 'otherContentType',
  }),
  longKey: (right) => ({
    ...right,
    headers: { ...right.headers, 'idempotency-key': 'k'.repeat(256) },
    mutation: 'longKey',
  }),
};
