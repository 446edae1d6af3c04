import type { Request, RequestHandler, Response } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { dashboardPolicy, isPageRequest, isSharedPage, NOT_BUILT_PAGE } from '../domain/dashboard-page';
import { isNamedBy } from '../domain/if-none-match';
import { exchangeOf } from './exchange';
import type { StaticFile } from './static-files';

/** What stands in the log of a page: the path of a shared one is a secret. */
const PAGE_ROUTE = '/{page}';

/** Answers `/` and whatever else is a page of the dashboard with the built app, and its files. Needs no session. */
export function serveDashboard(files: ReadonlyMap<string, StaticFile>): RequestHandler {
  const page = files.get('/index.html');
  return async (request, response, next) => {
    const { path } = request;
    const file = path === '/index.html' ? undefined : files.get(path);
    if (!file && !isPageRequest(path, request.headers.accept)) return next();
    exchangeOf(response).route = file ? path : PAGE_ROUTE;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw failure('method_not_allowed', 'This path answers only GET, HEAD.');
    }
    response.setHeader('Content-Security-Policy', dashboardPolicy(path));
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (isSharedPage(path)) {
      response.removeHeader('X-Frame-Options');
      // A search engine would make public what only those who were sent the link are to read.
      response.setHeader('X-Robots-Tag', 'noindex');
    } else response.setHeader('X-Frame-Options', 'DENY');
    const found = file ?? page;
    if (found) return sendFile(request, response, found);
    response.statusCode = 503;
    send(request, response, 'text/html; charset=utf-8', Buffer.from(NOT_BUILT_PAGE));
  };
}

async function sendFile(request: Request, response: Response, file: StaticFile): Promise<void> {
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (isNamedBy(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304).end();
    return;
  }
  if (!acceptsBrotli(request.headers['accept-encoding']))
    return send(request, response, file.type, file.plain);
  response.setHeader('Content-Encoding', 'br');
  send(request, response, file.type, await file.brotli());
}

function send(request: Request, response: Response, type: string, body: Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** True where `br` is listed and not refused by `;q=0`. */
function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.trim().toLowerCase().split(';');
    return name.trim() === 'br' && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}
