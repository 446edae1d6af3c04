/** A host as it is compared and stored: lower case, without a trailing dot. IPv6 keeps its brackets. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** True for the domain itself and its subdomains: `shop.example.com` lies within `example.com`, `badexample.com` does not. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.length > domain.length && host.endsWith(`.${domain}`));
}

/**
 * Looks a host up in a table whose hosts cover their subdomains: the longest match wins, so that `mail.google.com` may
 * differ from `google.com`.
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
