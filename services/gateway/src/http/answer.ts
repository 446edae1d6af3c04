import type { ErrorRequestHandler, Response } from 'express';
import type { AppError } from '@headwater/kit/errors';
import { AppError as KitError, ERROR_KINDS, toAppError } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from '@headwater/kit/http/problem';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { failure } from '@headwater/protos/error-codes';
import { exchangeOf } from './exchange';

/** Sends a JSON body. Not through express's own `json`, which sets headers and entity tags of its own. */
export function sendJson(response: Response, status: number, body: object, type?: string): void {
  sendText(response, status, JSON.stringify(body), type);
}

/** Sends JSON that is text already: node writes a text and its headers in one piece. */
export function sendText(response: Response, status: number, text: string, type = 'application/json'): void {
  const { headers } = exchangeOf(response);
  headers.set('Content-Type', type);
  headers.set('Content-Length', String(Buffer.byteLength(text)));
  headers.begin(response, status);
  response.end(text);
}

/** Sends an answer without a body. */
export function sendEmpty(response: Response, status: 204 | 304): void {
  exchangeOf(response).headers.begin(response, status);
  response.end();
}

/** Express's last handler: whatever was thrown becomes a problem document; a surprise is logged, never shown. */
export const answerError: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
  const { log, requestId, departure, headers } = exchangeOf(response);
  const error = publicError(thrown, departure.aborted);
  if (error.kind === 'internal') log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.kind === 'unavailable' || error.kind === 'deadline')
    log.warn({ code: error.code, err: error.cause }, 'could not serve a request');
  // Nobody is left to answer, or an answer has begun already.
  if (departure.aborted || response.headersSent) return void response.destroy();
  headers.setAll(problemHeaders(error));
  sendJson(response, ERROR_KINDS[error.kind].http, problemOf(error, requestId), PROBLEM_CONTENT_TYPE);
};

function publicError(thrown: unknown, clientGone: boolean): AppError {
  if (thrown instanceof KitError) {
    // The client is still here, so it was the service that ended the call: it is going away.
    if (thrown.kind !== 'cancelled' || clientGone) return thrown;
    return failure('upstream_unavailable', 'A part of the service is restarting. Try again shortly.', {
      cause: thrown,
    });
  }
  if (isPostgresUnavailable(thrown))
    return failure('upstream_unavailable', 'The database is down. Try again shortly.', {
      cause: thrown,
      retryAfterSeconds: 1,
    });
  // Express refuses what it can't route, such as a path that can't be decoded, with a status of its own.
  const status = (thrown as { status?: unknown } | null)?.status;
  if (status === 400)
    return failure('invalid_request', 'The request can not be read. Check its URL.', { cause: thrown });
  return toAppError(thrown);
}
