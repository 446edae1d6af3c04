import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './render';
import { CRDS } from './tools';

type Schema = Readonly<Record<string, unknown>>;

/** The fields of a CustomResourceDefinition that hold the schemas. */
interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

/** The definitions of Altinity's operator are in no package, so they are files of this repository. */
const FOLDERS = [CRDS, join(__dirname, 'crds')];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Kubernetes ignores formats that it doesn't know, and its patterns are those of Go.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });

const validators = new Map<string, ValidateFunction>();
for (const folder of FOLDERS)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml')))
    for (const document of parseAllDocuments(readFileSync(join(folder, file), 'utf8'))) {
      const { kind, spec } = document.toJS() as Definition;
      if (kind !== 'CustomResourceDefinition') continue;
      for (const { name, schema } of spec.versions)
        validators.set(
          `${spec.group}/${name} ${spec.names.kind}`,
          ajv.compile({
            ...refuseUnknownFields(schema.openAPIV3Schema),
            required: ['apiVersion', 'kind', 'metadata'],
          }),
        );
    }

/** The API server removes fields that a schema doesn't list, without an error. Tests must see them. */
function refuseUnknownFields(schema: Schema): Schema {
  const { properties, items, additionalProperties, pattern, ...rest } = schema;
  const isOpen = rest['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties !== undefined;
  return {
    ...rest,
    // JavaScript has no inline flags.
    ...(typeof pattern === 'string' && !pattern.includes('(?i)') ? { pattern } : {}),
    ...(isSchema(items) ? { items: refuseUnknownFields(items) } : {}),
    ...(isSchema(additionalProperties)
      ? { additionalProperties: refuseUnknownFields(additionalProperties) }
      : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, value]) => [
              name,
              isSchema(value) ? refuseUnknownFields(value) : value,
            ]),
          ),
          ...(isOpen ? {} : { additionalProperties: false }),
        }
      : {}),
  };
}

/** Validates an object of an operator or of the Gateway API. @returns the errors, also for fields that its schema does not list */
export function validateCustomResource(manifest: Manifest): readonly string[] {
  const { apiVersion, kind } = manifest;
  const validate = validators.get(`${apiVersion} ${kind}`);
  if (!validate) return [`no schema for ${apiVersion} ${kind}`];
  validate(manifest);
  return errorsOf(manifest, validate);
}

/** The errors of the last validation, as text. */
export function errorsOf(
  { kind, metadata }: Manifest,
  { errors }: Pick<ValidateFunction, 'errors'>,
): readonly string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kind} ${metadata.name}${instancePath}: ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
