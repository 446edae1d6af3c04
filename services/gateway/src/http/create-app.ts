import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from '@headwater/kit/log';
import { failure } from '@headwater/protos/error-codes';
import { answerError } from './answer';
import type { Endpoint } from './endpoint';
import { beginExchange, exchangeOf } from './exchange';
import { securityHeaders } from './security-headers';
import { serveEndpoint, type ServeOptions } from './serve-endpoint';
import { servePages, type PageOptions } from './serve-pages';

export interface AppOptions extends ServeOptions {
  readonly log: Logger;
  /** Absent in tests of single endpoints. */
  readonly pages?: PageOptions;
  /** Further handlers, such as `/mcp`, in order. */
  readonly handlers?: readonly RequestHandler[];
}

/** Headers of every response. */
export const commonHeaders = () => ({ ...securityHeaders(), 'Cache-Control': 'no-store' });

/** Creates the express app of the endpoints. Other methods of an endpoint's path return 405. */
export function createApp(endpoints: readonly Endpoint[], options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  app.use(beginExchange(options.log, commonHeaders()));
  for (const [path, ofPath] of groupByPath(endpoints)) {
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const endpoint of ofPath) route[endpoint.method](serveEndpoint(endpoint, options));
    route.all(rejectMethod(path, ofPath));
  }
  if (options.pages) app.use(servePages(options.pages));
  for (const handler of options.handlers ?? []) app.use(handler);
  app.use(() => {
    throw failure('not_found', 'This path does not exist. GET /openapi.json lists all paths.');
  });
  app.use(answerError);
  return app;
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  return paths;
}

function rejectMethod(path: string, endpoints: readonly Endpoint[]): RequestHandler {
  const allowed = endpoints
    // Express answers HEAD for each GET.
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
  return (_request, response) => {
    const exchange = exchangeOf(response);
    exchange.route = path;
    exchange.headers.set('Allow', allowed);
    throw failure('method_not_allowed', `This path supports only ${allowed}. Use one of them.`);
  };
}
