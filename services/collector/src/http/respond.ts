import type { AppError } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from '@headwater/kit/http/problem';
import type { Exchange } from './exchange';

/** Answers with JSON that nobody may keep. */
export function respondJson(exchange: Exchange, status: number, body: unknown): void {
  send(exchange, status, 'application/json', JSON.stringify(body));
}

/** Answers with a problem document (RFC 9457); headers put before stay, so that a page may read it across origins. */
export function respondProblem(exchange: Exchange, error: AppError): void {
  const problem = problemOf(error, exchange.requestId);
  Object.assign(exchange.headers, problemHeaders(error));
  send(exchange, problem.status, PROBLEM_CONTENT_TYPE, JSON.stringify(problem));
}

function send({ response, headers }: Exchange, status: number, contentType: string, body: string): void {
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = Buffer.byteLength(body);
  headers['Cache-Control'] = 'no-store';
  response.writeHead(status, headers).end(body);
}
