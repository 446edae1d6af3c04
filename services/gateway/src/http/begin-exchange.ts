import type { RequestHandler } from 'express';
import type { Logger } from '@headwater/kit/log';
import { endRequest, startRequest } from '@headwater/kit/http/request-span';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { requestIdFrom } from '@headwater/kit/request-id';
import { failure } from '@headwater/protos/error-codes';
import { AnswerHeaders } from './answer-headers';
import { Exchange, setExchange } from './exchange';

/** Longer URLs serve no purpose here; node itself ends at 16 KiB with the headers. */
const MAX_URL_LENGTH = 8_192;

/**
 * Gives each request its id, its log, its departure and the headers of every answer, logs its end, and refuses a path
 * that can't be decoded.
 *
 * @param always those headers
 */
export function beginExchange(log: Logger, always: Readonly<Record<string, string>>): RequestHandler {
  const list = Object.entries(always).flat();
  return (request, response, next) => {
    const begin = performance.now();
    const requestId = requestIdFrom(request.headers['x-request-id']);
    const span = startRequest(request, requestId);
    const ids = { requestId, traceId: span?.traceId };
    const exchange = new Exchange(log, ids, new AnswerHeaders(list));
    exchange.headers.set('X-Request-Id', requestId);
    setExchange(response, exchange);
    response.on('close', () => {
      if (!response.writableFinished) exchange.departure.tell();
      const { route, workspaceId } = exchange;
      const { method } = request;
      const status = response.writableFinished ? response.statusCode : 499;
      const ms = performance.now() - begin;
      processMetrics().httpServed({ method, route, status, ms });
      if (span) endRequest(span, { method, route, status });
      const { traceId } = ids;
      log.info({ requestId, traceId, method, route, status, ms: Math.round(ms), workspaceId }, 'request');
    });
    if (request.url.length > MAX_URL_LENGTH)
      throw failure('uri_too_long', `The URL is longer than ${MAX_URL_LENGTH} characters. Shorten it.`);
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      throw failure('invalid_request', 'The request has no Host header. Send one.');
    if (!isDecodable(request.path))
      throw failure('invalid_request', 'The path is not percent-encoded UTF-8. Encode it anew.');
    if (span) span.run(next);
    else next();
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
