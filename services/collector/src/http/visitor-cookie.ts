import { parseUrl } from '@headwater/kit/parse-url';
import type { IncomingMessage } from 'node:http';
import { isSameSite, registrableDomain } from '../domain/page-url';

/** The browser script's cookie for the visitor id (tracker: visitor.ts). */
const NAME = 'hw_ref';
/** 400 days: the maximum of browsers. */
const MAX_AGE_SECONDS = 34_560_000;
/** The ids of the browser script. Other text is never written into a header. */
const VISITOR_ID = /^[\da-f-]{36}$/;

/**
 * Returns the `Set-Cookie` that renews a visitor's cookie for 400 days: some browsers limit cookies of scripts to 7 days.
 *
 * Undefined unless the collector's host can set cookies for the site and the request already carries this visitor's cookie:
 * the collector never creates it, since the page decides about storage.
 */
export function renewedVisitorCookie(
  request: IncomingMessage,
  { visitor, domain, secure }: { visitor: string; domain: string; secure: boolean },
): string | undefined {
  // The cheapest check first: most collectors are on another site and receive no cookies.
  if (request.headers.cookie === undefined || !VISITOR_ID.test(visitor)) return undefined;
  if (!cookies(request.headers.cookie).includes(`${NAME}=${visitor}`)) return undefined;
  if (!isSameSite(hostOf(request), domain)) return undefined;
  const shared = registrableDomain(domain);
  return [
    `${NAME}=${visitor}`,
    ...(shared === undefined ? [] : [`Domain=${shared}`]),
    'Path=/',
    `Max-Age=${MAX_AGE_SECONDS}`,
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

function cookies(header: string): string[] {
  return header.split(';').map((cookie) => cookie.trim());
}

function hostOf(request: IncomingMessage): string {
  return parseUrl(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
}
