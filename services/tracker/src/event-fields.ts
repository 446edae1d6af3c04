/** Properties as they are sent. */
export type Props = Record<string, string | number | boolean>;

/** Returns whether a page may use an event name: 1–120 characters, no control characters, none of the reserved names. */
export function isEventName(name: unknown): name is string {
  return typeof name == 'string' && /^(?!(pageview|engagement)$)\P{Cc}{1,120}$/u.test(name);
}

/**
 * Returns the properties that the collector accepts: at most 30, text cut at 500 characters. Values that are not strings,
 * numbers or booleans, and keys that do not match `[A-Za-z0-9_.-]{1,64}`, are left out.
 */
export function eventProps(given: unknown): Props {
  const props: Props = {};
  for (const [key, value] of Object.entries(given || {}).slice(0, 30) as [string, unknown][]) {
    if (!/^[\w.-]{1,64}$/.test(key)) continue;
    if (typeof value == 'string') props[key] = value.slice(0, 500);
    else if (typeof value == 'boolean' || Number.isFinite(value)) props[key] = value as number;
  }
  return props;
}

/**
 * Returns the URL of a page. The fragment is part of it only when it is a hash router's path (`#/…` or `#!/…`). Any other fragment
 * is an anchor or a secret (`#access_token=…`) and is never sent.
 */
export function pageAddress(href: string): string {
  const maxLength = 4000;
  return href.replace(/#(?!!?\/).*/s, '').slice(0, maxLength);
}

/**
 * Returns a landing URL that is short enough for a cookie, which every request to the site carries. A long URL keeps the parameters
 * that decide the channel: campaign tags and click ids.
 */
export function shortLanding(address: string): string {
  const maxLength = 800;
  if (address.length <= maxLength) return address;
  const [page, query = ''] = address.split('?') as [string, string?];
  const kept = query.split('&').filter((tag) => /^(utm_|gad_|ref=|source=)|clid=/.test(tag));
  return `${page.slice(0, 300)}?${kept.map((tag) => tag.slice(0, 90)).join('&')}`.slice(0, maxLength);
}

/** Returns a referrer without query and fragment, which may contain search terms and tokens; at most 300 characters. */
export function shortReferrer(address: string): string {
  return address.replace(/[?#].*/s, '').slice(0, 300);
}
