import { isWithin, hostName, lookUpHost } from './host-name';
import { foldPathname } from './page-url';
import { PAYMENT_HOSTS } from './sources/payment-hosts';

/** Where a visit came from. */
export interface Referrer {
  /** Lower-case host, or the package name of an Android app. */
  readonly host: string;
  /** Host and path without query, as stored: `www.google.com`, `news.ycombinator.com/item`. */
  readonly text: string;
}

const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'android-app:', 'ios-app:']);
const PAYMENTS: ReadonlyMap<string, true> = new Map([...PAYMENT_HOSTS].map((host) => [host, true]));

/** Reads a raw referrer; undefined when there is none or it is no web page or app. */
export function parseReferrer(raw: string): Referrer | undefined {
  if (raw === '' || !URL.canParse(raw)) return undefined;
  const url = new URL(raw);
  if (!SCHEMES.has(url.protocol) || url.hostname === '') return undefined;
  const host = hostName(url.hostname);
  // An app's path repeats the page's address (android-app://package/https/host): the package says it all.
  const path = url.protocol.endsWith('-app:') ? '/' : foldPathname(url.pathname);
  return { host, text: path === '/' ? host : `${host}${path}` };
}

/**
 * The referrer, unless it is the site itself or a payment page: those are no source, the visitor was here before.
 *
 * @param domain the site's registered domain
 */
export function externalReferrer(raw: string, domain: string): Referrer | undefined {
  const referrer = parseReferrer(raw);
  if (!referrer || isWithin(referrer.host, domain)) return undefined;
  return lookUpHost(PAYMENTS, referrer.host) ? undefined : referrer;
}
