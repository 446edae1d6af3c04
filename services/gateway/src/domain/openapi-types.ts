/** The parts of our OpenAPI document that the reference page, llms.txt and the MCP tools read. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-errors': readonly {
    readonly code: string;
    readonly status: number;
    readonly meaning: string;
  }[];
  readonly 'x-limits': readonly { readonly what: string; readonly value: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly token?: readonly string[] }[];
  readonly 'x-codeSamples'?: readonly { readonly source: string }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: { readonly description?: string; readonly type?: unknown };
}

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

export interface ListedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/** All operations, in the document's order. */
export function operationsOf(document: OpenApi): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => ({
      ...operation,
      // References name the columns of `filter`, whose description lists them.
      parameters: parameters.filter((each) => !('$ref' in each)),
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The token that an operation requires, in words. */
export function requiredTokenOf({ security }: Operation): string {
  if (security.length === 0) return 'no token';
  const scope = security[0]?.token?.[0];
  return scope === undefined ? 'any token' : `a token with the scope \`${scope}\``;
}
