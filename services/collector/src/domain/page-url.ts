import { hostName } from './host-name';

/** Longest pathname stored, in UTF-16 units; the rest is cut. */
const MAX_PATHNAME = 2_000;

/** The parts of a page's address that count. */
export interface PageUrl {
  /** Lower case, punycode, without port. */
  readonly hostname: string;
  /** Without query and fragment, trailing slash folded, at most 2,000 characters. Starts with `/`. */
  readonly pathname: string;
  readonly secure: boolean;
  readonly query: URLSearchParams;
}

/** Reads an absolute http(s) URL; undefined for anything else. */
export function parsePageUrl(text: string): PageUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return {
    hostname: hostName(url.hostname),
    pathname: foldPathname(url.pathname),
    secure: url.protocol === 'https:',
    query: url.searchParams,
  };
}

/** `/a/` and `/a` are one page; the root stays `/`. */
export function foldPathname(pathname: string): string {
  const folded = pathname.replace(/\/+$/, '').slice(0, MAX_PATHNAME);
  return folded === '' ? '/' : folded;
}
