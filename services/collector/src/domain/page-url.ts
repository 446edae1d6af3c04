import { parseUrl } from '@headwater/kit/parse-url';
import type { ColumnsOf } from '@headwater/eventstore/event-columns';
import { getDomain } from 'tldts';
import { cutText } from './scrub';

/** Longest host name (RFC 1035). URLs can contain longer ones. */
const MAX_HOST = 253;
/** Longest pathname stored, in UTF-16 units; the rest is cut. */
const MAX_PATHNAME = 2_000;

/** The address of a page: its stored columns, and the parts that the steps read. */
export interface PageUrl extends ColumnsOf<'page'> {
  /** Lower case, punycode, without port. */
  readonly hostname: string;
  /** Without query and fragment, without trailing slash, at most 2,000 characters. Starts with `/`. */
  readonly pathname: string;
  readonly secure: boolean;
  readonly query: URLSearchParams;
}

/** Parses an absolute http(s) URL; undefined for any other text. */
export function parsePageUrl(text: string): PageUrl | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const hostname = hostOf(url);
  if (hostname === undefined) return undefined;
  return {
    hostname,
    pathname: foldPathname(url.pathname),
    secure: url.protocol === 'https:',
    query: url.searchParams,
  };
}

/** Removes trailing slashes, and a dot segment that a cut leaves: `/a/` and `/a` are one page. The root stays `/`. */
export function foldPathname(pathname: string): string {
  const folded = cutText(pathname, MAX_PATHNAME).replace(/(?:\/(?:\.|%2e){0,2})+$/i, '');
  return folded === '' ? '/' : folded;
}

/** Returns the normalised host of a URL; undefined if it is empty, ends with several dots or has over 253 characters. */
export function hostOf(url: URL): string | undefined {
  const host = hostName(url.hostname);
  return host === '' || host.endsWith('.') || host.length > MAX_HOST ? undefined : host;
}

/** Normalises a host for comparison and storage: lower case, without a trailing dot. IPv6 addresses keep their brackets. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Returns true for the domain and its subdomains: `shop.example.com` is within `example.com`, `badexample.com` is not. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.length > domain.length && host.endsWith(`.${domain}`));
}

/**
 * Looks up a host in a table whose hosts include their subdomains. The longest match wins: `mail.google.com` may differ from
 * `google.com`.
 */
export function lookUpHost<T>(table: ReadonlyMap<string, T>, host: string): T | undefined {
  for (let rest = host; ;) {
    const found = table.get(rest);
    if (found !== undefined) return found;
    const dot = rest.indexOf('.');
    if (dot < 0) return undefined;
    rest = rest.slice(dot + 1);
  }
}

/** Returns the domain on which browsers let a host set cookies (`example.co.uk`); undefined for `localhost` and IP addresses. */
export function registrableDomain(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined;
}

/** Returns true when both hosts can set cookies on one domain. */
export function isSameSite(a: string, b: string): boolean {
  if (a === b) return true;
  const domain = registrableDomain(a);
  return domain !== undefined && domain === registrableDomain(b);
}
