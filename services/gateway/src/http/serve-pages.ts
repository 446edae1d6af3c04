import type { RequestHandler } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { llmsText } from '../domain/llms-text';
import type { OpenApi } from '../domain/openapi-types';
import { REFERENCE_PAGE_POLICY, referencePage } from '../domain/reference-page';
import { exchangeOf } from './exchange';

interface Page {
  readonly type: string;
  readonly body: Buffer;
}

/** Answers `/docs` and `/llms.txt`, both made once from the OpenAPI document; needs no token. */
export function servePages(document: object): RequestHandler {
  const api = document as OpenApi;
  const pages = new Map<string, Page>([
    ['/docs', { type: 'text/html; charset=utf-8', body: Buffer.from(referencePage(api)) }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', body: Buffer.from(llmsText(api)) }],
  ]);
  return (request, response, next) => {
    const page = pages.get(request.path);
    if (!page) return next();
    exchangeOf(response).route = request.path;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw failure('method_not_allowed', 'This path answers only GET, HEAD.');
    }
    response.setHeader('Content-Security-Policy', REFERENCE_PAGE_POLICY);
    response.setHeader('Cache-Control', 'public, max-age=300');
    response.setHeader('Content-Type', page.type);
    response.setHeader('Content-Length', page.body.length);
    response.end(request.method === 'HEAD' ? undefined : page.body);
  };
}
