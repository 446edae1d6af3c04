import { z } from 'zod';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Turns zod schemas into JSON Schemas; those with an `id` are named once in `components` and referred to. */
export interface JsonSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** As it is sent, before any transformation. */
  ofRequest(schema: z.ZodType): JsonSchema;
  /** As it is answered. */
  ofAnswer(schema: z.ZodType): JsonSchema;
}

/** Starts with no components. */
export function createJsonSchemas(): JsonSchemas {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const made = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema) });
    const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
    const {
      $schema: _,
      $defs = {},
      ...own
    } = JSON.parse(text) as {
      $schema?: string;
      $defs?: Record<string, JsonSchema>;
    };
    for (const [name, { id: __, ...definition }] of Object.entries($defs)) components[name] = definition;
    return own;
  };
  return {
    components,
    ofRequest: (schema) => convert(schema, 'input'),
    ofAnswer: (schema) => convert(schema, 'output'),
  };
}

/** Leaves out what says nothing to a reader: the bounds of safe integers, and how a format is spelled as a pattern. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A number in a path or query is checked as text: the pattern is of its spelling.
  if (schema.type !== 'string' || schema.format !== undefined) delete schema.pattern;
}
