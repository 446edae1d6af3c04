import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { checkExpiry, invalidFields } from './expiry';
import { SCOPES, type Principal, type Scope } from './principal';

/** The request to create a token. */
export interface RequestedToken {
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

export interface TokenContext {
  readonly principal: Principal;
  /** Ids of the workspace's active sites. */
  readonly activeSites: readonly number[];
  /** Unix milliseconds. */
  readonly now: number;
}

const TOO_MANY_RIGHTS = "can't include tokens:admin together with a list of sites";

/**
 * Checks the rights of a new token.
 *
 * @throws AppError `insufficient_scope` if a scope exceeds the caller's scopes, `invalid_request` with all wrong fields.
 */
export function checkNewToken(
  requested: RequestedToken,
  { principal, activeSites, now }: TokenContext,
): CheckedToken {
  const scopes = [...new Set(requested.scopes)];
  rejectGreaterRights(scopes, principal);
  const problems: FieldError[] = [];
  const sites = requested.sites ? [...new Set(requested.sites)] : undefined;
  const unknown = sites?.filter((id) => !activeSites.includes(id)) ?? [];
  if (unknown.length > 0)
    problems.push({
      field: 'sites',
      message: `contains ids of unknown sites: ${unknown.slice(0, 5).join(', ')}`,
    });
  if (sites && scopes.includes('tokens:admin')) problems.push({ field: 'scopes', message: TOO_MANY_RIGHTS });
  const expiresAtMs = checkExpiry(requested.expiresAt, now, problems);
  if (problems.length > 0) throw invalidFields(problems);
  return {
    name: requested.name,
    scopes,
    ...(sites ? { sites } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

/** @throws AppError `insufficient_scope` if one of the scopes exceeds the caller's scopes. */
export function rejectGreaterRights(scopes: readonly string[], principal: Principal): void {
  const lacking = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (lacking.length > 0)
    throw failure(
      'insufficient_scope',
      `You can't grant scopes that your own token lacks: ${lacking.join(', ')}. Remove them, or use a token with them.`,
    );
}

export interface RequestedRights {
  readonly scopes?: readonly Scope[] | undefined;
  readonly sites?: readonly number[] | null | undefined;
}

/**
 * The rights of a new sign-in link: the caller's own rights, or the requested subset of them.
 *
 * @throws AppError `insufficient_scope` if they exceed the caller's, `invalid_request` for tokens:admin with a list of sites.
 */
export function signInRights(
  requested: RequestedRights,
  principal: Principal,
): { readonly scopes: readonly string[]; readonly sites: readonly number[] | null } {
  // A principal that is limited to some sites must not create tokens without that limit.
  const grantable = principal.scopes.filter((scope) => !requested.sites || scope !== 'tokens:admin');
  // In a fixed order: sessions with the same rights are found by comparing the list.
  const scopes = SCOPES.filter((scope) => (requested.scopes ?? grantable).includes(scope));
  rejectGreaterRights(scopes, principal);
  if (requested.sites && scopes.includes('tokens:admin'))
    throw failure('invalid_request', `scopes ${TOO_MANY_RIGHTS}.`, {
      fields: [{ field: 'scopes', message: TOO_MANY_RIGHTS }],
    });
  return { scopes, sites: requested.sites ? [...new Set(requested.sites)] : principal.sites };
}
