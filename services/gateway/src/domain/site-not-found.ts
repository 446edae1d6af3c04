import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

/** The one answer for a site that is not there, is in the bin or is another workspace's. */
export function siteNotFound(): AppError {
  return failure(
    'site_not_found',
    'There is no such site in this workspace. GET /api/v1/sites lists its sites.',
  );
}
