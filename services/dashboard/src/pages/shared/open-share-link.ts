import { fetchJson } from '../../api/fetch-json';

/** What a share link shows, and the key that reads it for an hour. */
export interface OpenShare {
  readonly site: {
    readonly id: number;
    readonly name: string;
    readonly domain: string;
    readonly timezone: string;
  };
  readonly key: string;
  readonly expiresAt: string;
}

/** @throws HeadwaterError `password_required`, `share_link_not_found`, `rate_limited` */
export function openShareLink(slug: string, password: string | undefined): Promise<OpenShare> {
  const body = { slug, ...(password === undefined ? {} : { password }) };
  return fetchJson<OpenShare>({ headers: {}, onLost: () => undefined }, '/dashboard/share', {
    method: 'POST',
    body,
  });
}
