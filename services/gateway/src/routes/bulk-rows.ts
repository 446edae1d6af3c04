import type { FieldError } from '@headwater/kit/errors';
import { unsafeProblem } from '@headwater/kit/http/parse-json';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { partitionRows } from '../domain/rows';
import { describeFields, unknownField, validated } from '../http/validate';

const count = z.int().nonnegative();

/** The response of a bulk call. */
export const bulkResultSchema = z
  .strictObject({
    ok: z.literal(true),
    imported: count,
    skipped: count,
    errors: z
      .array(
        z.strictObject({
          index: count,
          field: z.string().meta({
            description: 'The first invalid field; `row` for a row that is no object',
            examples: ['amount'],
          }),
          message: z.string().meta({ description: 'All problems of the row' }),
        }),
      )
      .max(BATCH_LIMITS.rows)
      .meta({ description: 'The skipped rows, in order' }),
  })
  .meta({ id: 'BulkResult' });

/** The response of a bulk call that leaves invalid fields out of rows. */
export const lenientBulkResultSchema = bulkResultSchema
  .extend({
    warnings: z
      .array(z.strictObject({ index: count, field: z.string(), message: z.string() }))
      .max(BATCH_LIMITS.listedWarnings)
      .meta({
        description: `Fields left out of imported rows, with the reason; at most ${BATCH_LIMITS.listedWarnings}, invalid fields before unknown ones`,
      }),
  })
  .meta({ id: 'AccountBulkResult' });

/** A problem of a row: the reason to skip it, or a field that was left out. */
interface RowProblem extends FieldError {
  readonly index: number;
}

/** The result that the identity service returns for a batch of rows. */
interface ImportedRows {
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly RowProblem[];
  readonly warnings?: readonly RowProblem[];
}

/** A valid row with the invalid and the unknown fields that were left out of it, or why the row is skipped. */
type CheckedRow<T> =
  | { readonly value: T; readonly invalid: readonly FieldError[]; readonly unknown: readonly FieldError[] }
  | { readonly problem: FieldError };

/** How `importRows` checks and saves rows. */
export interface ImportRows<T, M> {
  /** Checks each row separately: one invalid row does not affect the others. Describes at most `maxUnknown` unknown fields. */
  readonly check: (sent: unknown, maxUnknown: number) => CheckedRow<T>;
  /** Maps a row to its gRPC message. */
  readonly message: (row: T) => M;
  /** Saves the valid rows, all or none. Not called without valid rows. */
  readonly save: (rows: readonly { readonly index: number; readonly value: M }[]) => Promise<ImportedRows>;
}

/** Returns a check that skips each row with an invalid field. */
export function strictRow<T>(row: z.ZodType<T>): ImportRows<T, never>['check'] {
  return (sent) => {
    const unsafe = unsafeProblem(sent);
    if (unsafe !== undefined) return { problem: { field: 'row', message: `The row ${unsafe}` } };
    const result = validated(row, sent);
    return 'value' in result
      ? { value: result.value, invalid: [], unknown: [] }
      : { problem: rowProblem(result.fields) };
  };
}

function rowProblem(fields: readonly FieldError[]): FieldError {
  return { field: fields[0]?.field || 'row', message: describeFields(fields) };
}

/** Returns a check that leaves invalid and unknown fields out of a row, and skips a row only if a required field is invalid. */
export function lenientRow<S extends z.ZodRawShape>(
  row: z.ZodObject<S, z.core.$strict>,
  required: readonly (keyof S & string)[],
): ImportRows<z.infer<z.ZodObject<S, z.core.$strict>>, never>['check'] {
  const fields = new Map(
    Object.entries(row.shape).map(([name, schema]) => [name, z.strictObject({ [name]: schema })]),
  );
  return (sent, maxUnknown) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return { problem: { field: 'row', message: 'The row must be an object' } };
    const known: Record<string, unknown> = {};
    const unknown: string[] = [];
    for (const [name, value] of Object.entries(sent)) {
      if (fields.has(name)) known[name] = value;
      else if (unknown.length < maxUnknown) unknown.push(name);
    }
    const whole = unsafeProblem(known) === undefined ? validated(row, known) : undefined;
    if (whole && 'value' in whole)
      return { value: whole.value, invalid: [], unknown: unknown.map(describeUnknown) };
    const invalid: FieldError[] = [];
    for (const [name, value] of Object.entries(known)) {
      const problem = fieldProblem(fields.get(name), name, value);
      if (problem === undefined) continue;
      invalid.push(problem);
      Reflect.deleteProperty(known, name);
    }
    const missing = invalid.filter(({ field }) => required.includes(field));
    if (missing.length > 0) return { problem: rowProblem(missing) };
    const result = validated(row, known);
    return 'value' in result
      ? { value: result.value, invalid, unknown: unknown.map(describeUnknown) }
      : { problem: rowProblem(result.fields) };
  };
}

/** The problem of a field that rows lack. An unsafe name is not repeated. */
function describeUnknown(name: string): FieldError {
  const unsafe = unsafeProblem(Object.fromEntries([[name, null]]));
  return unsafe === undefined ? unknownField([name]) : { field: 'unknown field', message: unsafe };
}

/** The first problem of one field of a row; undefined for a valid field. */
function fieldProblem(schema: z.ZodType | undefined, name: string, value: unknown): FieldError | undefined {
  const unsafe = unsafeProblem(value);
  if (unsafe !== undefined) return { field: name, message: unsafe };
  const result = schema && validated(schema, { [name]: value });
  return result && 'fields' in result ? result.fields[0] : undefined;
}

/**
 * Checks rows and saves the valid ones. Returns the counts, and the first rows and fields that the gateway or the service
 * refused.
 */
export async function importRows<T, M>(
  sent: readonly unknown[],
  { check, message, save }: ImportRows<T, M>,
): Promise<ImportedRows & Required<Pick<ImportedRows, 'warnings'>>> {
  const invalid: RowProblem[] = [];
  const unknown: RowProblem[] = [];
  const { good, bad } = partitionRows(
    sent.map((value, index) => {
      const checked = check(value, BATCH_LIMITS.listedWarnings - unknown.length);
      if ('problem' in checked) return { index, problem: checked.problem };
      for (const field of checked.invalid) invalid.push({ index, ...field });
      for (const field of checked.unknown) unknown.push({ index, ...field });
      return { index, value: message(checked.value) };
    }),
  );
  const saved = good.length === 0 ? NOTHING : await save(good);
  const errors = [...bad.map(({ index, problem }) => ({ index, ...problem })), ...saved.errors]
    // A service of the previous release names no field.
    .map(({ index, field, message: text }) => ({ index, field: field || 'row', message: text }))
    .sort(byIndex);
  const skipped = new Set(saved.errors.map(({ index }) => index));
  const isSaved = ({ index }: RowProblem): boolean => !skipped.has(index);
  const leftOut = [...invalid.filter(isSaved), ...(saved.warnings ?? [])].sort(byIndex);
  // Unknown fields only get the places that remain: one misspelled name in all rows must not hide data that was left out.
  const warnings = [...leftOut, ...unknown.filter(isSaved)]
    .slice(0, BATCH_LIMITS.listedWarnings)
    .map(({ index, field, message: text }) => ({ index, field, message: text }))
    .sort(byIndex);
  return { imported: saved.imported, skipped: saved.skipped + bad.length, errors, warnings };
}

function byIndex(a: RowProblem, b: RowProblem): number {
  return a.index - b.index;
}

const NOTHING: ImportedRows = { imported: 0, skipped: 0, errors: [] };
