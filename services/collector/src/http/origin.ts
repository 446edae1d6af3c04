import { parseUrl } from '@headwater/kit/parse-url';
import { cached } from '../domain/cached';
import { hostName, isSameSite } from '../domain/page-url';
import type { Exchange, Route } from './exchange';

/** The page that sends a request, from the header `Origin`. Pages cannot forge the header, other programs can. */
export interface PageOrigin {
  /** Undefined without a host. */
  readonly host: string | undefined;
  /** True for the origin `null`: a sandboxed page, which anyone can create, or a strict referrer policy. */
  readonly isHidden: boolean;
}

/** Parses the header `Origin`. @see https://fetch.spec.whatwg.org/#origin-header */
export function pageOrigin(header: string | undefined): PageOrigin {
  return origins(header ?? '');
}

/** A site has few origins. */
const origins = cached<PageOrigin>(5_000, (header) => {
  const url = parseUrl(header);
  return { host: url && hostName(url.hostname), isHidden: header === 'null' };
});

/** Lets pages of other origins read the responses of a route, problem documents included. */
export function crossOrigin(route: Route): Route {
  return (exchange) => {
    allowOrigin(exchange);
    return route(exchange);
  };
}

/**
 * Allows any origin. A page on the collector's own site may also send its cookies, so that the collector can renew the
 * visitor's cookie: browsers accept the response to such a request only if it names the origin.
 */
function allowOrigin({ request, headers }: Exchange): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && ownOrigins(`${origin} ${host ?? ''}`) === 'own') {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Credentials'] = 'true';
  } else {
    headers['Access-Control-Allow-Origin'] = '*';
  }
  headers['Vary'] = 'Origin';
  headers['Access-Control-Expose-Headers'] = 'X-Request-Id, Retry-After';
  headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
}

/** Whether an origin is on the site of the collector's host. The key is `origin host`: neither contains a space. */
const ownOrigins = cached<'own' | 'foreign'>(2_000, (key) => {
  const [origin = '', host = ''] = key.split(' ', 2);
  const page = parseUrl(origin);
  const own = parseUrl(`http://${host}`);
  return page && own && isSameSite(page.hostname, own.hostname) ? 'own' : 'foreign';
});

/** Answers a preflight request: `POST` with a JSON body is allowed; browsers cache the response for a day. */
export function answerPreflight({ response, headers }: Exchange): void {
  headers['Access-Control-Allow-Methods'] = 'POST, OPTIONS';
  headers['Access-Control-Allow-Headers'] = 'Content-Type, X-Request-Id';
  headers['Access-Control-Max-Age'] = '86400';
  response.writeHead(204, headers).end();
}
