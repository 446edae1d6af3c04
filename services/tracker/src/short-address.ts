const LONG = 800;

/**
 * A landing URL short enough for a cookie that travels with every request to the site.
 *
 * Long ones keep what decides the channel: campaign tags and click ids.
 */
export function shortLanding(address: string): string {
  if (address.length <= LONG) return address;
  const [page, query = ''] = address.split('?') as [string, string?];
  const kept = query.split('&').filter((tag) => /^(utm_|gad_|ref=|source=)|clid=/.test(tag));
  return `${page.slice(0, 300)}?${kept.map((tag) => tag.slice(0, 90)).join('&')}`.slice(0, LONG);
}

/** A referrer without query and fragment (search terms and tokens are nobody's business), at most 300 characters. */
export function shortReferrer(address: string): string {
  return address.replace(/[?#].*/s, '').slice(0, 300);
}
