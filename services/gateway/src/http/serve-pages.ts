import type { RequestHandler } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { llmsText } from '../domain/llms-text';
import type { OpenApi } from '../domain/openapi-types';
import { REFERENCE_PAGE_POLICY, referencePage } from '../domain/reference-page';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';

interface Page {
  readonly type: string;
  readonly body: Buffer;
}

/** Answers `/docs` and `/llms.txt`, both made once from the OpenAPI document; needs no token. */
export function servePages(document: object): RequestHandler {
  const api = document as OpenApi;
  const ofDocuments = documentHeaders();
  const pages = new Map<string, Page>([
    ['/docs', { type: 'text/html; charset=utf-8', body: Buffer.from(referencePage(api)) }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', body: Buffer.from(llmsText(api)) }],
  ]);
  return (request, response, next) => {
    const page = pages.get(request.path);
    if (!page) return next();
    const exchange = exchangeOf(response);
    exchange.route = request.path;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      exchange.headers.set('Allow', 'GET, HEAD');
      throw failure('method_not_allowed', 'This path answers only GET, HEAD.');
    }
    exchange.headers.setAll(ofDocuments);
    exchange.headers.setAll({
      'Content-Security-Policy': REFERENCE_PAGE_POLICY,
      'Cache-Control': 'public, max-age=300',
      'Content-Type': page.type,
      'Content-Length': String(page.body.length),
    });
    exchange.headers.begin(response, 200);
    response.end(request.method === 'HEAD' ? undefined : page.body);
  };
}
