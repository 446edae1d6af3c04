import type { FieldError } from '@headwater/kit/errors';
import { unsafeProblem } from '@headwater/kit/http/parse-json';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { partitionRows } from '../domain/rows';
import { describeFields, validated } from '../http/validate';

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
        description: `Fields left out of imported rows, with the reason; the first ${BATCH_LIMITS.listedWarnings}`,
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

/** A valid row with the fields that were left out of it, or why the row is skipped. */
type CheckedRow<T> =
  { readonly value: T; readonly leftOut: readonly FieldError[] } | { readonly problem: FieldError };

/** How `importRows` checks and saves rows. */
export interface ImportRows<T, M> {
  /** Checks each row separately: one invalid row does not affect the others. */
  readonly check: (sent: unknown) => CheckedRow<T>;
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
    return 'value' in result ? { value: result.value, leftOut: [] } : { problem: rowProblem(result.fields) };
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
  return (sent) => {
    const strict = unsafeProblem(sent) === undefined ? validated(row, sent) : undefined;
    if (strict && 'value' in strict) return { value: strict.value, leftOut: [] };
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return { problem: { field: 'row', message: 'The row must be an object' } };
    const leftOut: FieldError[] = [];
    const kept = Object.entries(sent).filter(([name, value]) => {
      const problem = fieldProblem(row, name, value);
      if (problem !== undefined) leftOut.push(problem);
      return problem === undefined;
    });
    const missing = leftOut.filter(({ field }) => required.includes(field));
    if (missing.length > 0) return { problem: rowProblem(missing) };
    const result = validated(row, Object.fromEntries(kept));
    return 'value' in result ? { value: result.value, leftOut } : { problem: rowProblem(result.fields) };
  };
}

/** The first problem of one field of a row; undefined for a valid field. */
function fieldProblem(row: z.ZodObject, name: string, value: unknown): FieldError | undefined {
  // Through fromEntries, which also makes a field named __proto__ a field of its own.
  const field = Object.fromEntries([[name, value]]);
  const unsafe = unsafeProblem(field);
  const schema = new Map<string, z.ZodType>(Object.entries(row.shape)).get(name);
  if (unsafe !== undefined) return { field: schema ? name : 'unknown field', message: unsafe };
  const result = validated(z.strictObject(schema ? { [name]: schema } : {}), field);
  return 'value' in result ? undefined : result.fields[0];
}

/**
 * Checks rows and saves the valid ones. Returns the counts, and the first rows and fields that the gateway or the service
 * refused.
 */
export async function importRows<T, M>(
  sent: readonly unknown[],
  { check, message, save }: ImportRows<T, M>,
): Promise<ImportedRows & Required<Pick<ImportedRows, 'warnings'>>> {
  const leftOut: RowProblem[] = [];
  const { good, bad } = partitionRows(
    sent.map((value, index) => {
      const checked = check(value);
      if ('problem' in checked) return { index, problem: checked.problem };
      for (const { field, message: text } of checked.leftOut) leftOut.push({ index, field, message: text });
      return { index, value: message(checked.value) };
    }),
  );
  const saved = good.length === 0 ? NOTHING : await save(good);
  const errors = [...bad.map(({ index, problem }) => ({ index, ...problem })), ...saved.errors]
    // A service of the previous release names no field.
    .map(({ index, field, message: text }) => ({ index, field: field || 'row', message: text }))
    .sort((a, b) => a.index - b.index);
  const skipped = new Set(saved.errors.map(({ index }) => index));
  const warnings = [...leftOut.filter(({ index }) => !skipped.has(index)), ...(saved.warnings ?? [])]
    .map(({ index, field, message: text }) => ({ index, field, message: text }))
    .sort((a, b) => a.index - b.index)
    .slice(0, BATCH_LIMITS.listedWarnings);
  return { imported: saved.imported, skipped: saved.skipped + bad.length, errors, warnings };
}

const NOTHING: ImportedRows = { imported: 0, skipped: 0, errors: [] };
