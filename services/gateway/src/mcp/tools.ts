import type { JsonSchema } from '../http/json-schemas';
import { operationsOf, rightsOf, type ListedOperation, type OpenApi } from '../domain/openapi-types';

/** Where an argument of a tool goes. */
type Place = 'path' | 'query' | 'body' | 'whole body' | 'file' | 'key';

/** One operation of the API as a tool of the Model Context Protocol. */
export interface ApiTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly operation: ListedOperation;
  /** By the argument's name. */
  readonly places: ReadonlyMap<string, Place>;
  /** What a token must be allowed to call it; undefined: nothing. */
  readonly scope: string | undefined;
}

/**
 * A tool for each operation of the OpenAPI document that asks for a token, and so for each such row of the table of
 * endpoints. A tool's arguments are the operation's parameters and the fields of its body, side by side.
 */
export function toolsOf(document: OpenApi): ApiTool[] {
  return operationsOf(document)
    .filter(({ security }) => security.length > 0)
    .map((operation) => toolOf(operation, document));
}

function toolOf(operation: ListedOperation, document: OpenApi): ApiTool {
  const places = new Map<string, Place>();
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const add = (name: string, place: Place, schema: unknown, isRequired: boolean): void => {
    if (places.has(name))
      throw new Error(`The tool ${operation.operationId} has two arguments named ${name}.`);
    places.set(name, place);
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  for (const { name, in: place, required: isRequired = false, description, schema } of operation.parameters ??
    []) {
    const described = { ...(description === undefined ? {} : { description }), ...schema };
    if (place === 'path' || place === 'query') add(name, place, described, isRequired);
    else if (name === 'Idempotency-Key') add('idempotencyKey', 'key', described, false);
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body !== undefined) {
    const fields = fieldsOf(body, document, places);
    if (fields)
      for (const [name, schema] of fields.all) add(name, 'body', schema, fields.required.includes(name));
    else add('body', 'whole body', body, true);
  }
  const file = operation.requestBody?.content['text/csv']?.schema;
  if (file !== undefined)
    add('file', 'file', { ...(file as object), description: operation.requestBody?.description }, true);
  const isRead = operation.method === 'GET';
  return {
    name: operation.operationId,
    title: operation.summary,
    description: `${operation.summary}. Needs ${rightsOf(operation)}. ${operation.method} ${operation.path}`,
    inputSchema: withDefinitions(
      { type: 'object', properties, required, additionalProperties: false },
      document,
    ),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: operation.method === 'DELETE' || operation.operationId.startsWith('erase'),
      idempotentHint: isRead || operation.method === 'DELETE' || operation.method === 'PUT',
      openWorldHint: false,
    },
    operation,
    places,
    scope: operation.security[0]?.token?.[0],
  };
}

interface ObjectSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** The fields of a body that is a plain object and whose fields' names are free; undefined of any other. */
function fieldsOf(body: unknown, { components }: OpenApi, taken: ReadonlyMap<string, Place>) {
  const { $ref, ...own } = body as ObjectSchema;
  const resolved =
    $ref === undefined ? own : (components.schemas[$ref.split('/').at(-1) ?? ''] as ObjectSchema);
  const { properties, required = [], additionalProperties } = resolved;
  const isPlain = properties !== undefined && additionalProperties === false;
  if (!isPlain || Object.keys(properties).some((name) => taken.has(name))) return undefined;
  return { all: Object.entries(properties), required };
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The schema with all that it refers to, for it stands alone. */
function withDefinitions(schema: JsonSchema & { readonly type: 'object' }, { components }: OpenApi) {
  const found = new Map<string, unknown>();
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.set(name, components.schemas[name]);
      collect(components.schemas[name]);
    }
  };
  collect(schema);
  const whole = found.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(found) };
  return JSON.parse(JSON.stringify(whole).replaceAll(REFERENCE, '"#/$defs/$1"')) as typeof schema;
}
