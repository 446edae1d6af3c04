import { failure } from '@headwater/protos/error-codes';
import type { Principal, Scope } from './principal';
import { siteNotFound } from './site-not-found';

/** What an endpoint asks of a token. */
export interface Demand {
  readonly method: string;
  /** As OpenAPI writes it. */
  readonly path: string;
  /** `any`: whatever token. Left out: reading needs `stats:read`, all else `sites:write`. */
  readonly scope?: Scope | 'any';
  /** True when it narrows its answer to the token's sites by itself. */
  readonly narrowsToSites?: boolean;
  /** True when the key of a share link may ask it. */
  readonly shared?: boolean;
}

/** What a token with a list of sites may do outside of any site: accounts and payments belong to no site. */
const SITELESS_SCOPES: readonly (Scope | 'any')[] = ['any', 'identify', 'payments'];

/** The scope that an endpoint asks for. */
export function scopeOf({ scope, method }: Demand): Scope | 'any' {
  return scope ?? (method === 'get' ? 'stats:read' : 'sites:write');
}

/**
 * Whether a token may call an endpoint at all. Which sites it may reach there, `authoriseSite` says.
 *
 * @throws AppError `insufficient_scope`.
 */
export function authorise(principal: Principal, demand: Demand): void {
  const scope = scopeOf(demand);
  if (principal.caller.type === 'share' && !demand.shared)
    throw failure('insufficient_scope', 'A shared page shows the numbers of its site and nothing else.');
  if (scope !== 'any' && !principal.scopes.includes(scope))
    throw failure(
      'insufficient_scope',
      `The token lacks the scope ${scope}. Use one that has it, or make one with POST /api/v1/tokens.`,
    );
  const siteless = !isBelowSite(demand) && !demand.narrowsToSites && !SITELESS_SCOPES.includes(scope);
  if (principal.sites !== null && siteless)
    throw failure(
      'insufficient_scope',
      'The token is limited to certain sites and this call is about the whole workspace. Use a token without a list of sites.',
    );
}

/** @throws AppError `site_not_found` for a site beyond the token's list, as for one that is not there. */
export function authoriseSite(principal: Principal, demand: Demand, params: unknown): void {
  if (principal.sites === null || !isBelowSite(demand)) return;
  const { id } = params as { readonly id: number };
  if (!principal.sites.includes(id)) throw siteNotFound();
}

function isBelowSite({ path }: Demand): boolean {
  return path.startsWith('/api/v1/sites/{id}');
}
