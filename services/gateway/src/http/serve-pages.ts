import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '@headwater/kit/clock';
import { failure } from '@headwater/protos/error-codes';
import { isoTime } from '../domain/format';
import type { OpenApi } from '../domain/openapi-types';
import { llmsText, REFERENCE_PAGE_POLICY, referencePage } from '../domain/reference-pages';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';

export interface PageOptions {
  /** The OpenAPI document. */
  readonly document: object;
  /** SECURITY_CONTACT; undefined if it is not set. */
  readonly securityContact: string | undefined;
  readonly clock: Clock;
}

/**
 * Serves `/docs` and `/llms.txt`, both generated once from the OpenAPI document, and `/.well-known/security.txt` (RFC 9116) if the
 * contact is set. Needs no token.
 */
export function servePages({ document, securityContact, clock }: PageOptions): RequestHandler {
  const api = document as OpenApi;
  const pages = new Map<string, Page>([
    ['/docs', { type: 'text/html; charset=utf-8', body: Buffer.from(referencePage(api)) }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', body: Buffer.from(llmsText(api)) }],
  ]);
  const headers = {
    ...documentHeaders(),
    'Content-Security-Policy': REFERENCE_PAGE_POLICY,
    'Cache-Control': 'public, max-age=300',
  };
  return (request, response, next) => {
    const page =
      request.path === SECURITY_TXT ? securityPage(securityContact, clock.now()) : pages.get(request.path);
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

interface Page {
  readonly type: string;
  readonly body: Buffer;
}

const SECURITY_TXT = '/.well-known/security.txt';
/** The standard recommends less than a year. */
const EXPIRY_MS = 180 * 86_400_000;

function securityPage(contact: string | undefined, now: number): Page | undefined {
  if (contact === undefined) return undefined;
  const text = `Contact: ${contact}\nExpires: ${isoTime(now + EXPIRY_MS)}\nPreferred-Languages: en\n`;
  return { type: 'text/plain; charset=utf-8', body: Buffer.from(text) };
}

/** @throws AppError `method_not_allowed` unless the method is GET or HEAD. */
export function requireRead({ method }: Request, response: Response): void {
  if (method === 'GET' || method === 'HEAD') return;
  exchangeOf(response).headers.set('Allow', 'GET, HEAD');
  throw failure('method_not_allowed', 'This path supports only GET and HEAD. Use one of them.');
}
