const PROBE = 'hw_t=1';

/**
 * The site's registered domain (`example.co.uk` on `www.example.co.uk`), or `''` where only a host cookie holds.
 *
 * Browsers know the public suffix list and refuse a cookie on `co.uk`: the shortest parent domain that takes one
 * is the registered domain. No list of ours to carry or to age.
 */
export function cookieDomain(host: string): string {
  let domain = '';
  for (const label of host.split('.').reverse()) {
    domain = label + (domain && `.${domain}`);
    const attributes = `;samesite=lax;domain=${domain}`;
    document.cookie = PROBE + attributes;
    if (document.cookie.includes(PROBE)) {
      document.cookie = `${PROBE};max-age=0${attributes}`;
      return domain;
    }
  }
  return '';
}
