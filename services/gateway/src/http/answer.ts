import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, ERROR_KINDS, toAppError } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from '@headwater/kit/http/problem';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { failure } from '@headwater/protos/error-codes';
import { matchesEtag } from '../domain/request-headers';
import type { Endpoint, Reply } from './endpoint';
import { type Exchange, exchangeOf, type ResponseHeaders } from './exchange';

/** Sends the reply of an endpoint. */
export async function sendReply(
  { request, response }: { readonly request: Request; readonly response: Response },
  { method, open }: Endpoint,
  { status, body, headers }: Reply,
): Promise<void> {
  if (headers) exchangeOf(response).headers.setAll(headers);
  // Clients may store the answers of authenticated reads, and revalidate them.
  const isCacheable = method === 'get' && !open && status === 200;
  if (status === 204) sendEmpty(response, 204);
  else if (body instanceof Download) await sendDownload(response, status, body);
  else if (body instanceof TextStream) await sendStream(request, response, body);
  else if (isCacheable) await sendConditional(request, response, body);
  else sendJson(response, status, body);
}

/** Sends a JSON body; a Buffer contains JSON already. Express's `json` would set its own headers and entity tag. */
function sendJson(response: Response, status: number, body: object): void {
  const text = Buffer.isBuffer(body) ? body : JSON.stringify(body);
  sendText(response, exchangeOf(response).headers, { status, text });
}

function sendText(
  response: ServerResponse,
  headers: ResponseHeaders,
  {
    status,
    text,
    type = 'application/json',
  }: { readonly status: number; readonly text: string | Buffer; readonly type?: string },
): void {
  headers.set('Content-Type', type);
  headers.set('Content-Length', String(Buffer.byteLength(text)));
  headers.writeHead(response, status);
  // Node sends the headers and a string in one write.
  response.end(text);
}

/** Sends a response without a body. */
export function sendEmpty(response: Response, status: 204 | 304): void {
  exchangeOf(response).headers.writeHead(response, status);
  response.end();
}

const gzipped = promisify(gzip);
/** Shorter answers fit into one packet in any case. */
const MIN_COMPRESSED_CHARACTERS = 1_400;

/**
 * Sends the answer of an authenticated read with an ETag, compressed if the client accepts it; 304 without a body if the client's `If-None-Match` has the same
 * tag. The tag is a hash of the body, so it changes when late events change the numbers. Clients may store the answer but
 * must revalidate it. Other answers are not compressed: the length of a compressed answer can reveal a secret next to chosen text.
 */
async function sendConditional(request: Request, response: Response, body: object): Promise<void> {
  const text = JSON.stringify(body);
  const { headers } = exchangeOf(response);
  const etag = headers.get('ETag') ?? `"${hash('sha1', text, 'base64url')}"`;
  headers.set('ETag', etag);
  headers.set('Cache-Control', 'private, no-cache');
  headers.set('Vary', 'Authorization, Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return sendEmpty(response, 304);
  if (text.length < MIN_COMPRESSED_CHARACTERS || request.acceptsEncodings('gzip') === false)
    return sendText(response, headers, { status: 200, text });
  const compressed = await gzipped(text);
  headers.set('Content-Encoding', 'gzip');
  sendText(response, headers, { status: 200, text: compressed });
}

/** Texts as the body of an answer, each sent as soon as it is ready. */
export class TextStream {
  constructor(
    readonly contentType: string,
    readonly texts: AsyncIterable<string>,
  ) {}
}

/**
 * Sends texts one by one, each compressed if the client accepts it. An error before the first one is thrown, so that it becomes an
 * error response. A later error closes the connection.
 */
async function sendStream(
  request: Request,
  response: Response,
  { contentType, texts }: TextStream,
): Promise<void> {
  const iterator = texts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const isCompressed = request.acceptsEncodings('gzip') !== false;
  const { headers } = exchangeOf(response);
  headers.set('Content-Type', contentType);
  // A proxy would wait for further texts.
  headers.set('X-Accel-Buffering', 'no');
  if (isCompressed) headers.setAll({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  headers.writeHead(response, 200);
  if (request.method === 'HEAD') {
    await iterator.return?.();
    response.end();
    return;
  }
  const parts = Readable.from(startingWith(first, iterator));
  const zip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  await pipeline(isCompressed ? [parts, zip, response] : [parts, response]).catch(ignoreDisconnect);
}

/** The client disconnected; the exchange has aborted its signal. */
function ignoreDisconnect(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/** A file as the body of an answer. Streamed, so its size is not limited. */
export class Download {
  constructor(
    readonly contentType: string,
    /** Letters, digits, dots and hyphens. */
    readonly fileName: string,
    readonly chunks: AsyncIterable<Uint8Array>,
    /** Called before the first chunk is read. `cut` closes the connection. @returns a function that is called at the end. */
    readonly begin: (cut: () => void) => Promise<() => Promise<void>>,
  ) {}
}

/**
 * Streams a file at the client's pace. An error before the first chunk is thrown, so that it becomes an error response. A
 * later error closes the connection, so that the client does not mistake a part for the whole file.
 */
async function sendDownload(response: Response, status: number, download: Download): Promise<void> {
  // A reset, because the operating system would otherwise still send its buffer.
  const end = await download.begin(() => response.socket?.resetAndDestroy());
  try {
    await sendChunks(response, status, download);
  } finally {
    await end();
  }
}

async function sendChunks(response: Response, status: number, download: Download): Promise<void> {
  const chunks = download.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  const { headers } = exchangeOf(response);
  headers.set('Content-Type', download.contentType);
  headers.set('Content-Disposition', `attachment; filename="${download.fileName}"`);
  headers.writeHead(response, status);
  if (response.req.method === 'HEAD') {
    await chunks.return?.();
    response.end();
    return;
  }
  const rest = Readable.from(startingWith(first, chunks), { objectMode: true, highWaterMark: 1 });
  await pipeline(rest, response).catch(ignoreDisconnect);
}

async function* startingWith<Chunk>(
  first: IteratorResult<Chunk, unknown>,
  chunks: AsyncIterator<Chunk, unknown>,
): AsyncGenerator<Chunk> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}

/** The last handler: sends thrown errors as problem documents. Logs unexpected errors and hides their details. */
export const answerError: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
  const exchange = exchangeOf(response);
  const { log, disconnect } = exchange;
  const error = publicError(thrown, disconnect.aborted);
  if (error.kind === 'internal') log.error({ err: error.cause ?? error }, 'request failed');
  // A refusal of the gateway itself has no cause.
  else if ((error.kind === 'unavailable' || error.kind === 'deadline') && error.cause !== undefined)
    log.warn({ code: error.code, err: error.cause }, 'backend unavailable');
  if (disconnect.aborted || response.headersSent) return void response.destroy();
  sendError(response, exchange, error);
};

/** Sends a problem document. The request's log line has its code. */
export function sendError(
  response: ServerResponse,
  exchange: Pick<Exchange, 'headers' | 'requestId' | 'errorCode'>,
  error: AppError,
): void {
  const { headers, requestId } = exchange;
  exchange.errorCode = error.code;
  headers.setAll(problemHeaders(error));
  const text = JSON.stringify(problemOf(error, requestId));
  sendText(response, headers, { status: ERROR_KINDS[error.kind].http, text, type: PROBLEM_CONTENT_TYPE });
}

function publicError(thrown: unknown, isDisconnected: boolean): AppError {
  if (thrown instanceof AppError) {
    // If the client is still connected, the service cancelled the call because it is shutting down.
    if (thrown.kind !== 'cancelled' || isDisconnected) return thrown;
    return failure('upstream_unavailable', 'A backend is restarting. Retry in a few seconds.', {
      cause: thrown,
    });
  }
  if (isPostgresUnavailable(thrown))
    return failure('upstream_unavailable', 'The database is unreachable. Retry in 1 s.', {
      cause: thrown,
      retryAfterSeconds: 1,
    });
  // Express rejects paths that it can't route with a status of its own.
  const status = (thrown as { status?: unknown } | null)?.status;
  if (status === 400)
    return failure('invalid_request', 'The request is malformed. Check its URL.', { cause: thrown });
  return toAppError(thrown);
}
