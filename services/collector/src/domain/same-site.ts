import { getDomain } from 'tldts';

/** The domain on which browsers let a host set cookies (`example.co.uk`); undefined for `localhost` and IP addresses. */
export function registrableDomain(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined;
}

/** True when two hosts share their cookies' domain. */
export function isSameSite(a: string, b: string): boolean {
  if (a === b) return true;
  const domain = registrableDomain(a);
  return domain !== undefined && domain === registrableDomain(b);
}
