import { failure } from '@headwater/protos/error-codes';
import { SCOPES, type Principal, type Scope } from './principal';
import { refuseGreaterRights } from './check-new-token';

export interface WantedRights {
  readonly scopes?: readonly Scope[] | undefined;
  readonly sites?: readonly number[] | null | undefined;
}

/**
 * What a sign-in link may allow: the maker's own rights, or those of them that it names.
 *
 * @throws AppError `insufficient_scope` for more than that, `invalid_request` for a list of sites with tokens:admin.
 */
export function dashboardRights(
  wanted: WantedRights,
  principal: Principal,
): { readonly scopes: readonly string[]; readonly sites: readonly number[] | null } {
  // Who is kept to some sites can not have the right to make tokens that are not.
  const whole = principal.scopes.filter((scope) => !wanted.sites || scope !== 'tokens:admin');
  // In one order: sessions of the same rights are told by it.
  const scopes = SCOPES.filter((scope) => (wanted.scopes ?? whole).includes(scope));
  refuseGreaterRights(scopes, principal);
  if (wanted.sites && scopes.includes('tokens:admin')) {
    const message = 'can not hold tokens:admin together with a list of sites';
    throw failure('invalid_request', `scopes ${message}.`, { fields: [{ field: 'scopes', message }] });
  }
  return { scopes, sites: wanted.sites ? [...new Set(wanted.sites)] : principal.sites };
}
