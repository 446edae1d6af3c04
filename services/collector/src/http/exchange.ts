import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AppError } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from '@headwater/kit/http/problem';
import type { Logger } from '@headwater/kit/log';

/** One request with its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Response headers. Written in one call with the status, which costs node half of setting them one by one. */
  readonly headers: OutgoingHttpHeaders;
  readonly requestId: string;
  readonly log: Logger;
}

/** Answers one request. An AppError thrown by it becomes a problem document. */
export type Route = (exchange: Exchange) => Promise<void> | void;

/** Routes by path and method. */
export type Routes = ReadonlyMap<string, Readonly<Record<string, Route>>>;

/** Sends JSON that must not be cached. */
export function respondJson(exchange: Exchange, status: number, body: unknown): void {
  respondJsonText(exchange, status, JSON.stringify(body));
}

/** Sends a body that is JSON already; it must not be cached. */
export function respondJsonText(exchange: Exchange, status: number, body: string): void {
  send(exchange, status, 'application/json', body);
}

/** Sends a problem document (RFC 9457). Headers set before stay, so that pages of other origins may read it. */
export function respondProblem(exchange: Exchange, error: AppError): void {
  const problem = problemOf(error, exchange.requestId);
  Object.assign(exchange.headers, problemHeaders(error));
  send(exchange, problem.status, PROBLEM_CONTENT_TYPE, JSON.stringify(problem));
}

function send({ response, headers }: Exchange, status: number, contentType: string, body: string): void {
  const bytes = Buffer.byteLength(body);
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = bytes;
  headers['Cache-Control'] = 'no-store';
  // Node writes head and body as one string in the body's encoding: latin1 is copied, UTF-8 would be measured and encoded.
  response.writeHead(status, headers).end(body, bytes === body.length ? 'latin1' : 'utf8');
}
