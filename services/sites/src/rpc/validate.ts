import type { AppError, FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { Checked } from '../domain/checked';
import { isSiteId } from '../domain/site';

/** For an unknown id, another workspace's site and a deleted site: the responses must not differ. */
export function siteNotFound(): AppError {
  return failure('site_not_found', 'This workspace has no such site. List the sites to see their ids.');
}

/** @throws `site_not_found` for a number that cannot be a site's id. */
export function requireSiteId(id: number): number {
  if (!isSiteId(id)) throw siteNotFound();
  return id;
}

type Values<F> = { [K in keyof F]: Exclude<F[K], undefined> extends Checked<infer T> ? T : never };

/**
 * The values of checked fields. Fields absent from `checks` are absent from the result.
 *
 * @throws `invalid_request` with every refused field.
 */
export function requireFields<F extends Record<string, Checked<unknown>>>(checks: F): Values<F> {
  const problems: FieldError[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, checked] of Object.entries(checks)) {
    if (checked.ok) values[name] = checked.value;
    else {
      const field = checked.index === undefined ? name : `${name}[${checked.index}]`;
      problems.push({ field, message: checked.message });
    }
  }
  if (problems.length > 0) {
    const summary = problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
    throw failure('invalid_request', summary, { fields: problems });
  }
  return values as Values<F>;
}

/** A page size between 1 and `max`. */
export function pageSize(limit: number, max: number): number {
  return Math.min(Math.max(limit, 1), max);
}
