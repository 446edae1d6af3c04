import type { Request, RequestHandler, Response } from 'express';
import { failure } from '@headwater/protos/error-codes';
import type { OpenApi } from '../domain/openapi-types';
import { llmsText, REFERENCE_PAGE_POLICY, referencePage } from '../domain/reference-pages';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';

/** Serves `/docs` and `/llms.txt`, both generated once from the OpenAPI document. Needs no token. */
export function servePages(document: object): RequestHandler {
  const api = document as OpenApi;
  const pages = new Map([
    ['/docs', { type: 'text/html; charset=utf-8', body: Buffer.from(referencePage(api)) }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', body: Buffer.from(llmsText(api)) }],
  ]);
  const headers = {
    ...documentHeaders(),
    'Content-Security-Policy': REFERENCE_PAGE_POLICY,
    'Cache-Control': 'public, max-age=300',
  };
  return (request, response, next) => {
    const page = pages.get(request.path);
    if (!page) return next();
    const exchange = exchangeOf(response);
    exchange.route = request.path;
    requireRead(request, response);
    exchange.headers.setAll(headers);
    exchange.headers.set('Content-Type', page.type);
    exchange.headers.set('Content-Length', String(page.body.length));
    exchange.headers.writeHead(response, 200);
    response.end(request.method === 'HEAD' ? undefined : page.body);
  };
}

/** @throws AppError `method_not_allowed` unless the method is GET or HEAD. */
export function requireRead({ method }: Request, response: Response): void {
  if (method === 'GET' || method === 'HEAD') return;
  exchangeOf(response).headers.set('Allow', 'GET, HEAD');
  throw failure('method_not_allowed', 'This path supports only GET and HEAD. Use one of them.');
}
