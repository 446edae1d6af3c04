import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A checked value, or what is wrong with it. */
export type Validated<T> =
  { readonly value: T } | { readonly fields: readonly FieldError[]; readonly unknown: boolean };

/** Checks a value against a schema. Messages name fields and closed lists, never the value itself. */
export function validated<T>(schema: z.ZodType<T>, value: unknown): Validated<T> {
  // With words of our own zod takes many times as long, and they are only needed where something is wrong.
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const { issues } = schema.safeParse(value, { error: wording }).error ?? result.error;
  return {
    fields: issues.flatMap(fieldsOf),
    unknown: issues.some((issue) => issue.code === 'unrecognized_keys'),
  };
}

/** @throws AppError `unknown_field` or `invalid_request` with every field that is wrong. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = validated(schema, value);
  if ('value' in result) return result.value;
  const detail = `${describeFields(result.fields)}.`;
  throw failure(result.unknown ? 'unknown_field' : 'invalid_request', detail, {
    fields: result.fields.slice(0, MAX_FIELDS),
  });
}

/** Enough to mend a request by; a body of ten thousand mistakes must not be answered with as many lines. */
const MAX_FIELDS = 50;

/** The first few field errors in one line. */
export function describeFields(fields: readonly FieldError[]): string {
  const first = fields.slice(0, 3).map(({ field, message }) => (field ? `${field} ${message}` : message));
  const more = fields.length > 3 ? `; and ${fields.length - 3} more` : '';
  return `${first.join('; ')}${more}`;
}

function fieldsOf(issue: Issue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: pathOf(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({
    field: pathOf([...issue.path, key]),
    message: 'is not a known field; remove it or check its spelling',
  }));
}

/** `users[3].traits.plan` */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Our words for zod's commonest issues; undefined leaves the schema's own. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
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
