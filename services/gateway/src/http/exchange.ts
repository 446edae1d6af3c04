import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { LazyAbortSignal } from '@headwater/kit/fast/lazy-abort-signal';
import { endRequest, startRequest } from '@headwater/kit/http/request-span';
import type { Logger } from '@headwater/kit/log';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { requestIdFrom } from '@headwater/kit/request-id';
import { failure } from '@headwater/protos/error-codes';
import type { Caller } from '../domain/principal';

/**
 * The headers of one response as a flat list of names and values, which node writes in a third of the time of single
 * `setHeader` calls. Names are compared case-sensitively.
 */
export class ResponseHeaders {
  private readonly list: string[];

  /** @param common headers of every response */
  constructor(common: readonly string[]) {
    this.list = [...common];
  }

  get(name: string): string | undefined {
    const at = this.indexOf(name);
    return at < 0 ? undefined : this.list[at + 1];
  }

  /** Sets a header; replaces an earlier value. */
  set(name: string, value: string): void {
    const at = this.indexOf(name);
    if (at < 0) this.list.push(name, value);
    else this.list[at + 1] = value;
  }

  setAll(headers: Readonly<Record<string, string>>): void {
    for (const name in headers) this.set(name, headers[name] ?? '');
  }

  delete(name: string): void {
    const at = this.indexOf(name);
    if (at >= 0) this.list.splice(at, 2);
  }

  /** Writes the status line and the headers, including headers that node set on the response. */
  writeHead(response: ServerResponse, status: number): void {
    response.writeHead(status, this.list);
  }

  /** Sets the headers on the response, for a handler that writes them itself. */
  copyTo(response: ServerResponse): void {
    for (let at = 0; at < this.list.length; at += 2)
      response.setHeader(this.list[at] ?? '', this.list[at + 1] ?? '');
  }

  private indexOf(name: string): number {
    for (let at = 0; at < this.list.length; at += 2) if (this.list[at] === name) return at;
    return -1;
  }
}

/** Ids in each log line of a request. */
interface RequestIds {
  readonly requestId: string;
  readonly traceId: string | undefined;
}

/** The state of one request and its response. */
export class Exchange {
  /** The endpoint's path pattern, for the log. The actual path may contain personal data. */
  route: string | undefined;
  workspaceId: number | undefined;
  /** Set once the caller is authenticated. */
  caller: Caller | undefined;
  /** The code of the error that was returned, for the log. */
  errorCode: string | undefined;
  /** Aborted if the client disconnects before the response is complete. */
  readonly disconnect = new LazyAbortSignal();
  private requestLog: Logger | undefined;

  constructor(
    private readonly processLog: Logger,
    readonly ids: RequestIds,
    readonly headers: ResponseHeaders,
  ) {}

  get requestId(): string {
    return this.ids.requestId;
  }

  /** Created on first use: most requests log only their end. */
  get log(): Logger {
    return (this.requestLog ??= this.processLog.child(this.ids));
  }
}

/** Names in log lines of the ids of callers. */
const CALLER_IDS = { token: 'tokenId', session: 'sessionId', share: 'shareLinkId' } as const;

/** The exchange of a response. Requires the handler of `beginExchange`. */
export function exchangeOf(response: Response): Exchange {
  return response.locals['exchange'] as Exchange;
}

/** Longer URLs have no use here. Node limits the URL and the headers to 16 KiB. */
const MAX_URL_LENGTH = 8_192;

/**
 * Returns a function that creates the exchange of a request, and logs and measures the request when it ends.
 *
 * @param common headers of every response
 */
export function createExchange(log: Logger, common: Readonly<Record<string, string>>) {
  const commonList = Object.entries(common).flat();
  return (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    const requestId = requestIdFrom(request.headers['x-request-id']);
    const span = startRequest(request, requestId);
    const ids = { requestId, traceId: span?.traceId };
    const exchange = new Exchange(log, ids, new ResponseHeaders(commonList));
    exchange.headers.set('X-Request-Id', requestId);
    response.on('close', () => {
      if (!response.writableFinished) exchange.disconnect.abort();
      const { route, workspaceId, caller, errorCode: code } = exchange;
      const { method = '' } = request;
      const status = response.writableFinished ? response.statusCode : 499;
      const ms = performance.now() - startedAt;
      processMetrics().httpServed({ method, route, status, ms });
      if (span) endRequest(span, { method, route, status });
      const { traceId } = ids;
      const callerId = caller && { [CALLER_IDS[caller.type]]: caller.id };
      log.info(
        { requestId, traceId, method, route, status, code, ms: Math.round(ms), workspaceId, ...callerId },
        'request',
      );
    });
    return { exchange, span };
  };
}

/**
 * Creates the first handler: attaches an `Exchange` to each response, and rejects malformed URLs.
 *
 * @param common headers of every response
 */
export function beginExchange(log: Logger, common: Readonly<Record<string, string>>): RequestHandler {
  const begin = createExchange(log, common);
  return (request, response, next) => {
    const { exchange, span } = begin(request, response);
    response.locals['exchange'] = exchange;
    if (request.url.length > MAX_URL_LENGTH)
      throw failure('uri_too_long', `The URL is longer than ${MAX_URL_LENGTH} characters. Shorten it.`);
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      throw failure('invalid_request', 'The request has no Host header. Send one.');
    if (!isDecodable(request.path))
      throw failure('invalid_request', 'The path is not percent-encoded UTF-8. Encode it again.');
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
