import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { toAppError } from '@headwater/kit/errors';
import { answerClientErrors } from '@headwater/kit/http/client-error';
import { endRequest, startRequest } from '@headwater/kit/http/request-span';
import type { Logger } from '@headwater/kit/log';
import type { OpenSpan } from '@headwater/kit/trace/span';
import { requestIdFrom } from '@headwater/kit/request-id';
import { failure } from '@headwater/protos/error-codes';
import { respondProblem, type Exchange, type Route, type Routes } from './exchange';

/** Timeouts in milliseconds. A slower client gets a 408, and its connection is closed. */
export interface Timeouts {
  /** For the whole request. */
  readonly requestMs: number;
  /** For the headers. */
  readonly headersMs: number;
  /** Interval between checks of all connections. */
  readonly checkEveryMs: number;
}

const TIMEOUTS: Timeouts = { requestMs: 15_000, headersMs: 10_000, checkEveryMs: 1_000 };

/** Returns a plain node:http server for a table of routes. A framework would halve the throughput. */
export function createCollectorServer(routes: Routes, log: Logger, timeouts = TIMEOUTS): Server {
  const server = createServer(
    {
      requestTimeout: timeouts.requestMs,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // routeOf answers with a problem document instead of node's bare 400.
      requireHostHeader: false,
    },
    (request, response) => {
      const exchange = exchangeOf(request, response, log);
      const span = startRequest(request, exchange.requestId);
      if (span) void answerTraced(routes, exchange, span);
      else void answer(routes, exchange);
    },
  );
  answerClientErrors(server);
  return server;
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, log: Logger): Exchange {
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const headers = { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' };
  return { request, response, headers, requestId, log };
}

async function answerTraced(routes: Routes, exchange: Exchange, span: OpenSpan): Promise<void> {
  const { request, response } = exchange;
  await span.run(() => answer(routes, { ...exchange, log: exchange.log.child({ traceId: span.traceId }) }));
  const { method } = request;
  const path = pathOf(request);
  endRequest(span, { method, route: routes.has(path) ? path : undefined, status: response.statusCode });
}

/** Never throws and never rejects: errors of the route are answered. */
function answer(routes: Routes, exchange: Exchange): Promise<void> | undefined {
  try {
    return routeOf(routes, exchange)(exchange)?.catch((thrown: unknown) => answerFailure(exchange, thrown));
  } catch (thrown) {
    answerFailure(exchange, thrown);
    return undefined;
  }
}

function answerFailure(exchange: Exchange, thrown: unknown): void {
  const error = toAppError(thrown);
  if (error.kind === 'internal')
    exchange.log.error({ requestId: exchange.requestId, err: error.cause ?? error }, 'request failed');
  if (exchange.response.headersSent) exchange.response.destroy();
  else respondProblem(exchange, error);
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function routeOf(routes: Routes, { request, headers }: Exchange): Route {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throw failure('invalid_request', 'The header Host is missing. HTTP/1.1 requires it.');
  const methods = routes.get(pathOf(request));
  if (!methods)
    throw failure('not_found', 'Nothing exists at this path. Check the address of the collector.');
  const method = request.method ?? 'GET';
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (route) return route;
  headers['Allow'] = Object.keys(methods).join(', ');
  throw failure(
    'method_not_allowed',
    `The method is not allowed here. Use ${Object.keys(methods).join(' or ')}.`,
  );
}
