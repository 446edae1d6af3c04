import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { Principal, Scope } from './principal';

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly sites?: readonly number[] | null | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | null | undefined;
}

export interface CheckedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly sites?: readonly number[];
  /** Unix milliseconds. */
  readonly expiresAtMs?: number;
}

interface Circumstances {
  readonly principal: Principal;
  /** The workspace's active sites. */
  readonly knownSites: readonly number[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Checks what a token is to be allowed.
 *
 * @throws AppError `insufficient_scope` for more rights than the caller's, `invalid_request` naming each wrong field.
 */
export function checkNewToken(
  wanted: WantedToken,
  { principal, knownSites, now }: Circumstances,
): CheckedToken {
  const scopes = [...new Set(wanted.scopes)];
  refuseGreaterRights(scopes, principal);
  const problems: FieldError[] = [];
  const sites = wanted.sites ? [...new Set(wanted.sites)] : undefined;
  const unknown = sites?.filter((id) => !knownSites.includes(id)) ?? [];
  if (unknown.length > 0)
    problems.push({
      field: 'sites',
      message: `names sites that are not there: ${unknown.slice(0, 5).join(', ')}`,
    });
  if (sites && scopes.includes('tokens:admin'))
    problems.push({ field: 'scopes', message: 'can not hold tokens:admin together with a list of sites' });
  const expiresAtMs = wanted.expiresAt ? Date.parse(wanted.expiresAt) : undefined;
  if (expiresAtMs !== undefined && !(expiresAtMs > now))
    problems.push({ field: 'expiresAt', message: 'must lie in the future' });
  if (problems.length > 0) {
    const detail = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw failure('invalid_request', `${detail}.`, { fields: problems });
  }
  return {
    name: wanted.name,
    scopes,
    ...(sites ? { sites } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

/** @throws AppError `insufficient_scope` when a token with these scopes could do what its maker can not. */
export function refuseGreaterRights(scopes: readonly string[], principal: Principal): void {
  const lacking = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (lacking.length > 0)
    throw failure(
      'insufficient_scope',
      `You can not give what your own token lacks: ${lacking.join(', ')}. Leave it out.`,
    );
}
