import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { z } from 'zod';
import { shownName } from '../domain/shown-name';

type Issue = z.core.$ZodIssue;

/** A valid value, or the errors of its fields: at most `MAX_FIELDS`. */
export type Validated<T> =
  { readonly value: T } | { readonly fields: readonly FieldError[]; readonly unknown: boolean };

/**
 * Validates a value. Null means absent: a field whose schema does not accept null is left out. Messages name fields and
 * enumerated values, never the value itself.
 */
export function validated<T>(schema: z.ZodType<T>, value: unknown): Validated<T> {
  // Custom messages make zod many times slower, so they are computed only for invalid values.
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const refusedNulls = result.error.issues.map(({ path }) => path).filter((path) => isNullField(value, path));
  if (refusedNulls.length > 0) return validated(schema, withoutFields(value, refusedNulls));
  const { issues } = schema.safeParse(value, { error: messageOf }).error ?? result.error;
  return {
    fields: issues.slice(0, MAX_FIELDS).flatMap(fieldsOf).slice(0, MAX_FIELDS),
    unknown: issues.some((issue) => issue.code === 'unrecognized_keys'),
  };
}

type Path = readonly PropertyKey[];

/** Whether the path leads to a field of an object, and not to an item of a list, that is null. */
function isNullField(root: unknown, path: Path): boolean {
  let parent: unknown;
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    parent = value;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === null && parent !== undefined && !Array.isArray(parent);
}

/** A copy of the value without the fields at these paths. */
function withoutFields(value: unknown, paths: readonly Path[]): unknown {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    PropertyKey,
    unknown
  >;
  const nested = new Map<PropertyKey, Path[]>();
  for (const [key = '', ...rest] of paths) {
    if (rest.length === 0) Reflect.deleteProperty(copy, key);
    else if (!nested.get(key)?.push(rest)) nested.set(key, [rest]);
  }
  for (const [key, rest] of nested) copy[key] = withoutFields(copy[key], rest);
  return copy;
}

/** Validates a value. @throws AppError `unknown_field` or `invalid_request` with the errors of its fields. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = validated(schema, value);
  if ('value' in result) return result.value;
  const detail = `${describeFields(result.fields)}.`;
  throw failure(result.unknown ? 'unknown_field' : 'invalid_request', detail, { fields: result.fields });
}

/** Limits the work for a body with thousands of errors, and its answer. */
export const MAX_FIELDS = 50;

/** The first three field errors on one line. */
export function describeFields(fields: readonly FieldError[]): string {
  const first = fields.slice(0, 3).map(({ field, message }) => (field ? `${field} ${message}` : message));
  if (fields.length > 3)
    first.push(`and ${fields.length < MAX_FIELDS ? '' : 'at least '}${fields.length - 3} more`);
  return first.join('; ');
}

function fieldsOf(issue: Issue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: pathOf(issue.path), message: issue.message }];
  return issue.keys.slice(0, MAX_FIELDS).map((key) => unknownField([...issue.path, key]));
}

/** The error of a field that the schema lacks. */
export function unknownField(path: readonly PropertyKey[]): FieldError {
  return { field: pathOf(path), message: 'is an unknown field; remove it or check its spelling' };
}

/** `users[3].traits.plan`. A key with an email address or a token, or a long one, is not repeated. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${nameOf(String(part))}`))
    .join('')
    .replace(/^\./, '');
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH)}…` : text;
}

const MAX_PATH_LENGTH = 200;

const nameOf = (key: string): string =>
  key.length > MAX_PATH_LENGTH ? '(a long name)' : shownName(key, MAX_PATH_LENGTH);

/** Messages for the most common issues; undefined keeps the schema's own message. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
      return `must be at least ${String(issue.minimum)}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `must be at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ''}`;
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const UNITS: Readonly<Record<string, string>> = { string: ' characters long', array: ' items long' };
