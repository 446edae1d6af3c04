import type { IncomingMessage } from 'node:http';
import { isSameSite, registrableDomain } from '../domain/same-site';

/** The browser script's cookie for the visitor id (tracker: visitor.ts). */
const NAME = 'hw_ref';
/** 400 days: the longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 34_560_000;
/** The ids that the script makes; nothing else is written into a header. */
const VISITOR_ID = /^[\da-f-]{36}$/;

/**
 * The `Set-Cookie` that keeps a visitor's cookie for another 400 days, since browsers cap what scripts write at 7 days.
 *
 * Undefined unless the collector's host shares the site's cookies and the request already carries this visitor's
 * cookie: the collector never starts one, or it would override the page's choice of storage.
 */
export function renewedVisitorCookie(
  request: IncomingMessage,
  { visitor, domain, secure }: { visitor: string; domain: string; secure: boolean },
): string | undefined {
  // The cheapest look first: most collectors are elsewhere and get no cookies.
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
  const url = `http://${request.headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
