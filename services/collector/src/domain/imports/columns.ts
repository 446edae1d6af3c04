import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

/** A row's cell by its column's name; `''` where the file has no such column. */
export type CellOf = (name: string) => string;

/** How the cells of a file's rows are found. */
export interface Columns {
  has(name: string): boolean;
  cellsOf(row: readonly string[]): CellOf;
}

/** @throws AppError `invalid_request` when a name stands there twice. */
export function columnsOf(names: readonly string[]): Columns {
  const places = new Map(names.map((name, place) => [name, place]));
  if (places.size < names.length) throw wrongFile('Its first line names a column twice.');
  return {
    has: (name) => places.has(name),
    cellsOf: (row) => (name) => row[places.get(name) ?? -1] ?? '',
  };
}

/** The refusal of a file that is none of the source's. */
export function wrongFile(message: string): AppError {
  return failure('invalid_request', `This is not a file that can be imported. ${message}`);
}
