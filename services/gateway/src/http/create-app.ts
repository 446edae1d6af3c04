import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from '@headwater/kit/log';
import { failure } from '@headwater/protos/error-codes';
import { answerError } from './answer';
import { beginExchange } from './begin-exchange';
import type { Endpoint } from './endpoint';
import { exchangeOf } from './exchange';
import { securityHeaders } from './security-headers';
import { servePages } from './serve-pages';
import { serveEndpoint, type ServeOptions } from './serve-endpoint';

export interface AppOptions extends ServeOptions {
  readonly log: Logger;
  /** The OpenAPI document, to be shown at `/docs` and `/llms.txt` too. */
  readonly document?: object;
  /** Answers what else there is beside the table, such as `/mcp`, in this order. */
  readonly beside?: readonly RequestHandler[];
}

/** The express app of a table of endpoints: each path answers its own methods, and 405 to the others. */
export function createApp(endpoints: readonly Endpoint[], options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  app.use(beginExchange(options.log, { ...securityHeaders(), 'Cache-Control': 'no-store' }));
  for (const [path, ofPath] of byPath(endpoints)) {
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const endpoint of ofPath) route[endpoint.method](serveEndpoint(endpoint, options));
    route.all(refuseMethod(path, ofPath));
  }
  if (options.document) app.use(servePages(options.document));
  for (const handler of options.beside ?? []) app.use(handler);
  app.use(() => {
    throw failure('not_found', 'There is nothing at this path. GET /openapi.json lists what there is.');
  });
  app.use(answerError);
  return app;
}

function byPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  return paths;
}

function refuseMethod(path: string, endpoints: readonly Endpoint[]): RequestHandler {
  const allowed = endpoints
    // Express answers HEAD wherever there is a GET.
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
  return (_request, response) => {
    const exchange = exchangeOf(response);
    exchange.route = path;
    exchange.headers.set('Allow', allowed);
    throw failure('method_not_allowed', `This path answers only ${allowed}.`);
  };
}
