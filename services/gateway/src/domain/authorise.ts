import { failure } from '@headwater/protos/error-codes';
import { VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
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

/** The parameters of a shared page; without revenue, which it does not show. */
const SHARED_PARAMETERS = ['range', 'from', 'to', 'grain', 'compare', 'timezone', 'dimension', 'limit'];

/** What a question asks for, beside its site. */
export interface View {
  readonly query: unknown;
  readonly filters: readonly { readonly key: string }[];
}

/**
 * Whether a question is one that a shared page asks: of visits, by what every visit has. Properties are the site's own, and
 * may say what its owner shares with nobody.
 *
 * @throws AppError `insufficient_scope`.
 */
export function authoriseView({ caller }: Principal, { query, filters }: View): void {
  if (caller.type !== 'share') return;
  const asked = Object.entries(query as Readonly<Record<string, unknown>>);
  const keys = [
    ...filters.map(({ key }) => key),
    ...asked.filter(([name]) => name === 'dimension').map(([, key]) => key),
  ];
  const isOfPage =
    asked.every(([name]) => SHARED_PARAMETERS.includes(name)) &&
    keys.every((key) => VISIT_DIMENSIONS.some((known) => known === key));
  if (!isOfPage)
    throw failure(
      'insufficient_scope',
      'A shared page counts visits by what every visit has. It shows neither properties of events nor revenue.',
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
