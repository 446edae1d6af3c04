import { hash } from 'node:crypto';
import { AppError, type FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

/** A row of an imported file. */
export interface Row {
  /** Line number in the file. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * A row that is not imported. The field is its column with the problem, or `row`. The message quotes no cell, since cells may
 * contain anything.
 */
export interface Refusal extends FieldError {
  readonly line: number;
}

/** Returns a row's cell by the name of its column; `''` for null and for a column that the file does not have. */
export type CellOf = (name: string) => string;

/** The columns of a file. */
export interface Columns {
  has(name: string): boolean;
  /** Whether a row's cell is null. */
  isNull(row: readonly string[], name: string): boolean;
  cellsOf(row: readonly string[]): CellOf;
}

/** Null in the CSV files that MySQL and ClickHouse write. Other programs write an empty cell. */
const NULL_CELL = '\\N';

/** @throws AppError `invalid_request` when two columns have the same name. */
export function columnsOf(names: readonly string[]): Columns {
  const positions = new Map(names.map((name, position) => [name, position]));
  if (positions.size < names.length) throw wrongFile('Its first line names a column twice.');
  const cellOf = (row: readonly string[], name: string): string => row[positions.get(name) ?? -1] ?? '';
  return {
    has: (name) => positions.has(name),
    isNull: (row, name) => cellOf(row, name) === NULL_CELL,
    cellsOf: (row) => (name) => (cellOf(row, name) === NULL_CELL ? '' : cellOf(row, name)),
  };
}

/** Returns the error for a file that is not one of the source's. */
export function wrongFile(message: string): AppError {
  return failure('invalid_request', `This is not a file that can be imported. ${message}`);
}

/**
 * Returns a UUID that is a hash of a text: a row of an export gets the same id each time it is imported.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8 on version 8, for hashes other than SHA-1
 */
export function derivedId(text: string): string {
  const digits = hash('sha256', text, 'hex').slice(0, 32);
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const marked = `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
