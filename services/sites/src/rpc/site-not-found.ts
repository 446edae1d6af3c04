import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { isSiteId } from '../domain/site-id';

/** The one answer for an unknown id, another workspace's site and a site in the bin: they must not differ. */
export function siteNotFound(): AppError {
  return failure('site_not_found', 'This workspace has no such site. List the sites to see their ids.');
}

/** @throws `site_not_found` for a number that no site can have as its id. */
export function requireSiteId(id: number): number {
  if (!isSiteId(id)) throw siteNotFound();
  return id;
}
