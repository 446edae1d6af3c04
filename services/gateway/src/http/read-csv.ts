import { Readable } from 'node:stream';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { CsvError, parse } from 'csv-parse';

/** A row of a CSV file. */
export interface CsvRow {
  /** The line that it ends on; the first is 1. */
  readonly line: number;
  readonly cells: string[];
}

/** Longest row, in bytes: an opened quote that is never closed must not make a row of the whole file. */
const MAX_ROW_BYTES = 128 * 1_024;

/**
 * Reads a CSV file (RFC 4180; UTF-8, with or without a byte order mark) row by row; blank lines are no rows.
 *
 * @throws AppError `invalid_request` at the row that can not be read.
 */
export async function* readCsv(file: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let lastLine = 0;
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Not where rows are taken: those that wait to be taken are lost when a later one can not be read.
    on_record: (row, { lines }) => {
      lastLine = lines;
      return row;
    },
  });
  const source = Readable.from(file, { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<Parsed>)
      yield { line: row.info.lines, cells: row.record };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(error, lastLine);
  } finally {
    source.destroy();
  }
}

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: string[];
}

/** Its own message may hold a cell, and tells where the file was given up: an opened quote may swallow thousands of lines. */
function unreadable({ code }: CsvError, lastLine: number): AppError {
  const what = code === 'CSV_MAX_RECORD_SIZE' ? 'is too long, or a quote is not closed' : 'has wrong quotes';
  return failure('invalid_request', `The file is no CSV: the row after line ${lastLine} ${what}.`, {
    cause: code,
  });
}
