import type { Request, RequestHandler, Response } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { dashboardPolicy, isPageRequest, isSharedPage, NOT_BUILT_PAGE } from '../domain/dashboard-page';
import { isNamedBy } from '../domain/if-none-match';
import { sendEmpty } from './answer';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';
import type { StaticFile } from './static-files';

/** What stands in the log of a page: the path of a shared one is a secret. */
const PAGE_ROUTE = '/{page}';

/** Answers `/` and whatever else is a page of the dashboard with the built app, and its files. Needs no session. */
export function serveDashboard(files: ReadonlyMap<string, StaticFile>): RequestHandler {
  const page = files.get('/index.html');
  const ofDocuments = documentHeaders();
  return async (request, response, next) => {
    const { path } = request;
    const file = path === '/index.html' ? undefined : files.get(path);
    if (!file && !isPageRequest(path, request.headers.accept)) return next();
    const exchange = exchangeOf(response);
    const { headers } = exchange;
    exchange.route = file ? path : PAGE_ROUTE;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      headers.set('Allow', 'GET, HEAD');
      throw failure('method_not_allowed', 'This path answers only GET, HEAD.');
    }
    headers.setAll(ofDocuments);
    headers.set('Content-Security-Policy', dashboardPolicy(path));
    if (isSharedPage(path)) {
      headers.delete('X-Frame-Options');
      // A search engine would make public what only those who were sent the link are to read.
      headers.set('X-Robots-Tag', 'noindex');
    }
    const found = file ?? page;
    if (found) return sendFile(request, response, found);
    send(request, response, {
      status: 503,
      type: 'text/html; charset=utf-8',
      body: Buffer.from(NOT_BUILT_PAGE),
    });
  };
}

async function sendFile(request: Request, response: Response, file: StaticFile): Promise<void> {
  const { headers } = exchangeOf(response);
  headers.setAll({ 'Cache-Control': file.cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' });
  if (isNamedBy(request.headers['if-none-match'], file.etag)) return sendEmpty(response, 304);
  const { type } = file;
  if (!acceptsBrotli(request.headers['accept-encoding']))
    return send(request, response, { status: 200, type, body: file.plain });
  headers.set('Content-Encoding', 'br');
  send(request, response, { status: 200, type, body: await file.brotli() });
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function send(request: Request, response: Response, { status, type, body }: Page): void {
  const { headers } = exchangeOf(response);
  headers.setAll({ 'Content-Type': type, 'Content-Length': String(body.length) });
  headers.begin(response, status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** True where `br` is listed and not refused by `;q=0`. */
function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.trim().toLowerCase().split(';');
    return name.trim() === 'br' && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}
