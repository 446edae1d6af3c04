import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Request } from 'express';
import { AppError } from '@headwater/kit/errors';
import { allowSlowBody } from '@headwater/kit/http/slow-body';
import { failure } from '@headwater/protos/error-codes';
import type { FileBody } from './endpoint';

/** Max time without new data. Longer than the processing of a batch, during which nothing is read. */
const IDLE_TIMEOUT_MS = 120_000;
/** Time in which the rest of a rejected file is read and discarded, so that the client can read the error. */
const DISCARD_MS = 30_000;

/** The body of an endpoint that receives a file, as a stream. Checks the headers immediately, the size while reading. */
export function receiveFile(file: FileBody, request: Request): AsyncIterable<Buffer> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!isOfType(file.contentType, type))
    throw failure(
      'unsupported_media_type',
      `The file is not declared as ${file.contentType}. Send it in UTF-8 with Content-Type: ${file.contentType}.`,
    );
  if (encoding !== 'identity')
    throw failure('unsupported_media_type', 'The body is compressed. Send it without Content-Encoding.');
  if (Number(request.headers['content-length']) > file.maxBytes) throw fileTooLarge(file.maxBytes);
  return chunksOf(request, file.maxBytes);
}

/** Whether a Content-Type header names the type, in UTF-8. */
export function isOfType(name: string, header = ''): boolean {
  return new RegExp(
    `^${name}[ \\t]*(;[ \\t]*header="?present"?[ \\t]*|;[ \\t]*charset="?utf-8"?[ \\t]*)*;?$`,
    'i',
  ).test(header);
}

async function* chunksOf(request: Request, maxBytes: number): AsyncGenerator<Buffer> {
  allowSlowBody(request.socket);
  const idle = setTimeout(() => request.destroy(), IDLE_TIMEOUT_MS);
  idle.unref();
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw fileTooLarge(maxBytes);
      yield chunk;
      idle.refresh();
    }
  } catch (error) {
    // Other errors come from node: the client disconnected before the end of the body.
    throw error instanceof AppError ? error : failure('cancelled', 'The request was cancelled.');
  } finally {
    clearTimeout(idle);
    if (!request.complete) discard(request);
  }
}

function discard(request: Request): void {
  const timeout = setTimeout(() => request.destroy(), DISCARD_MS);
  timeout.unref();
  request.once('close', () => clearTimeout(timeout)).resume();
}

function fileTooLarge(maxBytes: number): AppError {
  return failure(
    'payload_too_large',
    `The file is larger than ${maxBytes} bytes. Split it; repeat the header line in each part.`,
  );
}

/** A file that is digested while it is read. */
export interface DigestedFile {
  readonly chunks: AsyncIterable<Buffer>;
  /** Reads the rest of the file. Resolves to the SHA-256 of the whole file, unless a reader stopped before its end. */
  readonly digest: () => Promise<string>;
}

export function digestFile(file: AsyncIterable<Buffer>): DigestedFile {
  const hash = createHash('sha256');
  const chunks = (async function* () {
    for await (const chunk of file) {
      hash.update(chunk);
      yield chunk;
    }
  })();
  const digest = async (): Promise<string> => {
    for await (const _ of chunks);
    return hash.digest('base64url');
  };
  return { chunks, digest };
}

/** A row of a CSV file. */
export interface CsvRow {
  /** The line that it ends on; the first is 1. */
  readonly line: number;
  readonly cells: string[];
}

/** Limits the row that an unclosed quote would extend to the end of the file. The parser counts the bytes of cells, not their commas. */
const MAX_ROW_BYTES = 128 * 1_024;
/** Bytes after the last row that the parser receives: a row and a chunk. Without it, a row of commas only would have no limit. */
const MAX_UNPARSED_BYTES = 3 * MAX_ROW_BYTES;
/** No known export has a hundred columns. */
const MAX_CELLS = 1_000;

/**
 * Parses a CSV file (RFC 4180; UTF-8, with or without a byte order mark) row by row. Skips blank lines.
 *
 * @throws AppError `invalid_request` at the first malformed row.
 */
export async function* readCsv(file: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let lastLine = 0;
  let parsedBytes = 0;
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Counted here and not by the consumer: parsed rows that wait in the stream are lost when a later row is malformed.
    on_record: (row, { lines, bytes }) => {
      parsedBytes = bytes;
      // The types of the parser ignore `info`.
      if ((row as unknown as ParsedRow).record.length > MAX_CELLS) throw malformedCsv(TOO_LONG, lastLine);
      lastLine = lines;
      return row;
    },
  });
  const limited = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes - parsedBytes > MAX_UNPARSED_BYTES) throw malformedCsv(TOO_LONG, lastLine);
      yield chunk;
    }
  };
  const source = Readable.from(limited(), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<ParsedRow>)
      // UTF-16 files may contain halves of characters.
      yield { line: row.info.lines, cells: row.record.map((cell) => cell.toWellFormed()) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (!(error instanceof CsvError)) throw error;
    throw malformedCsv(error.code, lastLine);
  } finally {
    source.destroy();
  }
}

/** Bytes that the parser turns into rows before the first one is read. */
const SLICE_BYTES = 16 * 1_024;

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES)
    yield bytes.subarray(start, start + SLICE_BYTES);
}

/**
 * Parses a small CSV file whose first line names the columns. Returns the cells of each row by the name of their column, without empty
 * cells. A cell beyond the last column is named by its number.
 *
 * @throws AppError `invalid_request`, also for more than `maxRows` rows: the rest of the file is not parsed
 */
export async function readCsvRows(
  bytes: Buffer,
  maxRows: number,
): Promise<Readonly<Record<string, string>>[]> {
  if (!isUtf8(bytes))
    throw failure('invalid_request', 'The file is not valid UTF-8. Save it as UTF-8 and send it again.');
  let columns: readonly string[] | undefined;
  const rows: Readonly<Record<string, string>>[] = [];
  for await (const { cells } of readCsv(Readable.from(slicesOf(bytes)))) {
    if (columns === undefined) columns = columnsOf(cells);
    else if (rows.length === maxRows)
      throw failure(
        'invalid_request',
        `The file has more than ${maxRows} rows. Split it; repeat the header line in each part.`,
      );
    else rows.push(namedCells(columns, cells));
  }
  if (columns === undefined)
    throw failure(
      'invalid_request',
      'The file is empty. Send a CSV file whose first line names the columns.',
    );
  return rows;
}

function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((name) => name.trim());
  const repeated = columns.find((name, index) => columns.indexOf(name) < index);
  if (repeated === undefined) return columns;
  throw failure(
    'invalid_request',
    `The file has several columns named ${JSON.stringify(repeated.slice(0, 64))}. Remove one of them.`,
  );
}

function namedCells(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    cells.flatMap((cell, index) => (cell === '' ? [] : [[columns[index] ?? `column ${index + 1}`, cell]])),
  );
}

interface ParsedRow {
  readonly info: { readonly lines: number };
  readonly record: string[];
}

const TOO_LONG = 'CSV_MAX_RECORD_SIZE';

/** The parser's own message may contain a cell, and its line may be thousands of lines after an unclosed quote. */
function malformedCsv(code: string, lastLine: number): AppError {
  const problem =
    code === TOO_LONG
      ? `is longer than ${MAX_ROW_BYTES} bytes, has more than ${MAX_CELLS} cells, or has a quote that is not closed`
      : 'has misplaced quotes';
  const message =
    lastLine === 0
      ? `The file is not valid CSV: its first row ${problem}. Send a CSV file whose first line names the columns.`
      : `The file is not valid CSV: the row after line ${lastLine} ${problem}.`;
  return failure('invalid_request', message, { cause: code });
}
