import type { AppError } from '@headwater/kit/errors';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from '@headwater/kit/http/problem';
import type { Exchange } from './exchange';

/** Answers with JSON that nobody may keep. */
export function respondJson(exchange: Exchange, status: number, body: unknown): void {
  respondJsonText(exchange, status, JSON.stringify(body));
}

/** The same with a body that is JSON already. */
export function respondJsonText(exchange: Exchange, status: number, body: string): void {
  send(exchange, status, 'application/json', body);
}

/** Answers with a problem document (RFC 9457); headers put before stay, so that a page may read it across origins. */
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
  // Node writes head and body as one text, in the body's encoding: ASCII is copied, where UTF-8 would be measured and made.
  response.writeHead(status, headers).end(body, bytes === body.length ? 'latin1' : 'utf8');
}
