import type { System } from '../../src/api';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly example?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly style?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly body?: {
    readonly required: boolean;
    readonly schema: Schema;
    readonly contentType: string;
    readonly example?: unknown;
  };
  /** Content types of each documented status. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
}

export interface Api {
  /** The document as served. */
  readonly document: object;
  readonly operations: readonly Operation[];
  /** Resolves a `$ref`. */
  resolve(schema: Schema): Schema;
}

interface RawOperation extends Omit<Operation, 'body' | 'responses' | 'method' | 'path' | 'parameters'> {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Its answer does not end. */
const isStream = ({ responses }: Operation): boolean =>
  responses['200']?.includes('text/event-stream') ?? false;

/** Reads the OpenAPI document of a system. `operations` lacks those that stream events. */
export async function readApi(system: System): Promise<Api> {
  const document = (await (await fetch(`${system.apiUrl}/openapi.json`)).json()) as RawDocument;
  const parameterOf = (listed: Parameter | { readonly $ref: string }): Parameter => {
    if (!('$ref' in listed)) return listed;
    const found = document.components.parameters[listed.$ref.replace('#/components/parameters/', '')];
    if (!found) throw new Error(`The document has no ${listed.$ref}.`);
    return found;
  };
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const [contentType, { schema, example } = {}] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
      return {
        ...raw,
        method: method.toUpperCase(),
        path,
        parameters: (raw.parameters ?? []).map(parameterOf),
        ...(schema && contentType !== undefined
          ? { body: { required: raw.requestBody?.required ?? false, schema, contentType, example } }
          : {}),
        responses: Object.fromEntries(
          Object.entries(raw.responses).map(([status, { content }]) => [status, Object.keys(content ?? {})]),
        ),
      };
    }),
  );
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`The document has no ${schema.$ref}.`);
    return resolve(found);
  };
  return { document, operations: all.filter((operation) => !isStream(operation)), resolve };
}
