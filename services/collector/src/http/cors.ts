import { BoundedMemo } from '../domain/bounded-memo';
import { isSameSite } from '../domain/same-site';
import type { Exchange } from './exchange';

/** Few sites send to one host again and again. Keyed by `origin host`: neither holds a space. */
const ownOrigins = new BoundedMemo<boolean>(2_000, isOwnOrigin);

/**
 * Opens an answer to pages of any origin. A page of the collector's own site may also send its cookies, so that the
 * collector can renew the visitor's: browsers take an answer to such a request only when it names the origin.
 */
export function openToOrigins({ request, headers }: Exchange): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && ownOrigins.get(`${origin} ${host ?? ''}`)) {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Credentials'] = 'true';
  } else {
    headers['Access-Control-Allow-Origin'] = '*';
  }
  headers['Vary'] = 'Origin';
  headers['Access-Control-Expose-Headers'] = 'X-Request-Id, Retry-After';
  headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
}

/** Answers a preflight: `POST` with a JSON body is welcome, and the browser need not ask again for a day. */
export function answerPreflight({ response, headers }: Exchange): void {
  headers['Access-Control-Allow-Methods'] = 'POST, OPTIONS';
  headers['Access-Control-Allow-Headers'] = 'Content-Type, X-Request-Id';
  headers['Access-Control-Max-Age'] = '86400';
  response.writeHead(204, headers).end();
}

function isOwnOrigin(key: string): boolean {
  const [origin = '', host = ''] = key.split(' ', 2);
  if (!URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false;
  return isSameSite(new URL(origin).hostname, new URL(`http://${host}`).hostname);
}
