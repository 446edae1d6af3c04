import fc from 'fast-check';
import type { Api, Operation, Parameter } from './api-document';
import type { Conformance } from './conformance';
import type { FuzzedRequest } from './send';
import type { TwistName } from './twists';
import { valuesOf } from './values-of';

/** Values for the parameters of paths that lead to something, by the parameter's name. */
export type KnownIds = (operation: Operation) => Readonly<Record<string, readonly unknown[]>>;

export interface TwistedRequest extends FuzzedRequest {
  /** What is wrong with it; undefined when the document allows it. */
  readonly twist?: TwistName;
}

interface FuzzContext {
  readonly api: Api;
  readonly token: string;
  readonly knownIds: KnownIds;
  readonly takes: Conformance['takes'];
}

/** What of a request is decided before it is written down. */
interface Draft {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly pick: number;
}

const JSON_TYPE = 'application/json';

type Json = Readonly<Record<string, unknown>>;

/** Values of every type; whichever of them a schema refuses is a wrong value. */
const OF_EVERY_TYPE: readonly unknown[] = [null, true, -7, 1.5, 'some text', '', [], {}, { a: 1 }];
const IN_A_QUERY = ['', 'some text', '-1', '0', '1.5', '2026-02-30', '1e3'];

/** Requests of an operation, with a twist or without. */
export function requestsOf(operation: Operation, context: FuzzContext): fc.Arbitrary<TwistedRequest> {
  const { api, knownIds } = context;
  const known = knownIds(operation);
  const parametersIn = (place: string): readonly Parameter[] =>
    operation.parameters.filter((each) => each.in === place);
  const path = fc.record(
    Object.fromEntries(
      parametersIn('path').map(({ name, schema }) => {
        const any = valuesOf(schema, api).map((value) => (value === '' ? 'x' : value));
        // Small ids are somebody's, such as the token's that asks.
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
  const twist = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 5, arbitrary: fc.constantFrom(...twistsOf(operation)) },
  );
  return fc.tuple(draft, twist).map(([made, name]) => {
    const right = write(operation, made, context);
    return name === undefined ? right : (TWISTERS[name](right, { operation, draft: made, context }) ?? right);
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
      return isDeep ? deepPairs(name, value) : [[name, String(value)]];
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

/** `filter[key]=value` and `filter[key][operator]=value`, once for each value. */
function deepPairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => deepPairs(name, each));
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(value as Json).flatMap(([key, inner]) => deepPairs(`${name}[${key}]`, inner));
}

function twistsOf({ security, body: any, parameters }: Operation): TwistName[] {
  // A body that comes without a token is judged by its signature, before its shape; a file is no document of ours.
  const body = security.length > 0 && any?.contentType === JSON_TYPE ? any : undefined;
  return [
    ...(security.length > 0 ? (['noToken', 'strangeToken'] as const) : []),
    ...(['otherMethod', 'unknownParameter', 'wrongParameter'] as const),
    ...(body
      ? (['unknownField', 'missingField', 'wrongField', 'halfABody', 'otherContentType'] as const)
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

type Twister = (right: FuzzedRequest, material: Material) => TwistedRequest | undefined;

/** Each makes one thing wrong; undefined where this operation has nothing of the kind. */
const TWISTERS: Readonly<Record<TwistName, Twister>> = {
  noToken: ({ headers: { authorization: _, ...headers }, ...right }) => ({
    ...right,
    headers,
    twist: 'noToken',
  }),
  strangeToken: (right) => ({
    ...right,
    headers: { ...right.headers, authorization: `Bearer hw_${'0'.repeat(12)}_${'a'.repeat(49)}` },
    twist: 'strangeToken',
  }),
  otherMethod: ({ body: _, ...right }, { operation, context }) => {
    const taken = context.api.operations
      .filter(({ path }) => path === operation.path)
      .map((each) => each.method);
    const method = ['PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS'].find((each) => !taken.includes(each));
    return method === undefined ? undefined : { ...right, method, twist: 'otherMethod' };
  },
  unknownParameter: (right) => ({
    ...right,
    // Alone, since whatever else is found wrong in the query may be told first.
    url: `${right.url.split('?')[0] ?? ''}?Range=7d`,
    twist: 'unknownParameter',
  }),
  wrongParameter: (_, material) => {
    const { operation, draft, context } = material;
    const wrong = operation.parameters
      .filter((each) => each.in === 'query' && each.style !== 'deepObject')
      .flatMap(({ name, schema }) =>
        IN_A_QUERY.filter(
          (text) => !context.takes(schema, schema.type === 'integer' && text !== '' ? Number(text) : text),
        ).map((text) => ({ [name]: text })),
      );
    if (wrong.length === 0) return undefined;
    const query = { ...draft.query, ...wrong[draft.pick % wrong.length] };
    return { ...write(operation, { ...draft, query }, context), twist: 'wrongParameter' };
  },
  unknownField: (right, { operation, draft, context }) => {
    const schema = operation.body && context.api.resolve(operation.body.schema);
    if (schema?.additionalProperties !== false) return undefined;
    return {
      ...right,
      body: JSON.stringify({ ...(draft.body as Json), unheard_of: 1 }),
      twist: 'unknownField',
    };
  },
  missingField: (right, { operation, draft, context }) => {
    const names = operation.body ? (context.api.resolve(operation.body.schema).required ?? []) : [];
    const name = names[draft.pick % Math.max(1, names.length)];
    if (name === undefined) return undefined;
    const { [name]: _, ...rest } = draft.body as Json;
    return { ...right, body: JSON.stringify(rest), twist: 'missingField' };
  },
  wrongField: (right, { operation, draft, context }) => {
    const { properties = {} } = operation.body ? context.api.resolve(operation.body.schema) : {};
    const wrong = Object.entries(properties).flatMap(([name, schema]) =>
      OF_EVERY_TYPE.filter((value) => !context.takes(schema, value)).map((value) => ({ [name]: value })),
    );
    if (wrong.length === 0) return undefined;
    const body = { ...(draft.body as Json), ...wrong[draft.pick % wrong.length] };
    return { ...right, body: JSON.stringify(body), twist: 'wrongField' };
  },
  halfABody: (right) => ({ ...right, body: (right.body ?? '').slice(0, -1), twist: 'halfABody' }),
  noBody: ({ body: _, headers: { 'content-type': __, ...headers }, ...right }) => ({
    ...right,
    headers,
    twist: 'noBody',
  }),
  otherContentType: (right) => ({
    ...right,
    headers: { ...right.headers, 'content-type': 'text/plain' },
    twist: 'otherContentType',
  }),
  longKey: (right) => ({
    ...right,
    headers: { ...right.headers, 'idempotency-key': 'k'.repeat(256) },
    twist: 'longKey',
  }),
};
