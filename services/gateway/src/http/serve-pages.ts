import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '@headwater/kit/clock';
import { once } from '@headwater/kit/once';
import { failure } from '@headwater/protos/error-codes';
import { isoTime } from '../domain/format';
import type { OpenApi } from '../domain/openapi-types';
import { llmsText, REFERENCE_PAGE_POLICY, referencePage } from '../domain/reference-pages';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';

export interface PageOptions {
  /** The OpenAPI document. */
  readonly document: () => OpenApi;
  /** SECURITY_CONTACT; undefined if it is not set. */
  readonly securityContact: string | undefined;
  readonly clock: Clock;
}

/**
 * Serves `/docs` and `/llms.txt`, both generated from the OpenAPI document by their first request, and `/.well-known/security.txt`
 * (RFC 9116) if the contact is set. Needs no token.
 */
export function servePages({ document, securityContact, clock }: PageOptions): RequestHandler {
  const pages = new Map<string, () => Page>([
    ['/docs', once(() => page('text/html', referencePage(document())))],
    ['/llms.txt', once(() => page('text/plain', llmsText(document())))],
  ]);
  const headers = {
    ...documentHeaders(),
    'Content-Security-Policy': REFERENCE_PAGE_POLICY,
    'Cache-Control': 'public, max-age=300',
  };
  return (request, response, next) => {
    const found =
      request.path === SECURITY_TXT
        ? securityPage(securityContact, clock.now())
        : pages.get(request.path)?.();
    if (!found) return next();
    const exchange = exchangeOf(response);
    exchange.route = request.path;
    requireRead(request, response);
    exchange.headers.setAll(headers);
    exchange.headers.set('Content-Type', found.type);
    exchange.headers.set('Content-Length', String(found.body.length));
    exchange.headers.writeHead(response, 200);
    response.end(request.method === 'HEAD' ? undefined : found.body);
  };
}

interface Page {
  readonly type: string;
  readonly body: Buffer;
}

const page = (type: string, text: string): Page => ({
  type: `${type}; charset=utf-8`,
  body: Buffer.from(text),
});

const SECURITY_TXT = '/.well-known/security.txt';
/** The standard recommends less than a year. */
const EXPIRY_MS = 180 * 86_400_000;

function securityPage(contact: string | undefined, now: number): Page | undefined {
  if (contact === undefined) return undefined;
  const text = `Contact: ${contact}\nExpires: ${isoTime(now + EXPIRY_MS)}\nPreferred-Languages: en\n`;
  return page('text/plain', text);
}

/** @throws AppError `method_not_allowed` unless the method is GET or HEAD. */
export function requireRead({ method }: Request, response: Response): void {
  if (method === 'GET' || method === 'HEAD') return;
  exchangeOf(response).headers.set('Allow', 'GET, HEAD');
  throw failure('method_not_allowed', 'This path supports only GET and HEAD. Use one of them.');
}
