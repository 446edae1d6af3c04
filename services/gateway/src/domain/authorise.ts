import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { Principal, Scope } from './principal';
import { mayPageRead, refusalOfView, type RequestedView } from './shared-pages';

/** The rights that an endpoint requires. */
export interface RequiredRights {
  readonly operationId: string;
  readonly method: string;
  /** In OpenAPI's notation. */
  readonly path: string;
  /** `any`: every token. Default: `stats:read` for GET, `sites:write` for other methods. */
  readonly scope?: Scope | 'any';
  /** True if the endpoint limits its answer to the token's sites itself. */
  readonly narrowsToSites?: boolean;
  /** True if it reads or erases data of all sites, although `identify` and `payments` belong to no site. */
  readonly allSites?: boolean;
}

/** Scopes that a token with a list of sites may use outside a site: accounts and payments belong to no site. */
const SITELESS_SCOPES: readonly (Scope | 'any')[] = ['any', 'identify', 'payments'];

/** The scope that an endpoint requires. */
export function scopeOf({ scope, method }: RequiredRights): Scope | 'any' {
  return scope ?? (method === 'get' ? 'stats:read' : 'sites:write');
}

/**
 * Checks that a principal may call an endpoint. `authoriseSite` checks the site.
 *
 * @throws AppError `insufficient_scope`.
 */
export function authorise(principal: Principal, required: RequiredRights): void {
  const scope = scopeOf(required);
  const { caller } = principal;
  if (caller.type === 'share' && !mayPageRead(caller.page, required.operationId))
    throw failure(
      'insufficient_scope',
      'Shared pages can only read the numbers that they show. Use an API token.',
    );
  if (scope !== 'any' && !principal.scopes.includes(scope))
    throw failure(
      'insufficient_scope',
      `The token lacks the scope ${scope}. Use a token with this scope, or create one with POST /api/v1/tokens.`,
    );
  const siteless =
    required.allSites === true ||
    (!isBelowSite(required) && !required.narrowsToSites && !SITELESS_SCOPES.includes(scope));
  // `authoriseView` limits a shared page of the workspace to its site.
  if (principal.sites !== null && siteless && caller.type !== 'share')
    throw failure(
      'insufficient_scope',
      'The token is limited to certain sites, but this endpoint concerns the whole workspace. Use a token without a list of sites.',
    );
}

/**
 * Checks that a dashboard session signed in recently, before it creates or shows a secret, shares a page or redirects a webhook: an unattended
 * or stolen session must not yield access that outlives it. Tokens are unaffected.
 *
 * @throws AppError `sign_in_required`.
 */
export function requireRecentSignIn(principal: Principal, now: number, recentMs: number): void {
  if (mayReceiveSecrets(principal, now, recentMs)) return;
  throw failure(
    'sign_in_required',
    `You signed in more than ${recentMs / 60_000} minutes ago. For secrets, share links and receivers of webhooks, sign in with a new link: ` +
      'POST /api/v1/dashboard-links with an API token, or npm run admin -- dashboard-link (in the image: node dist/admin.js dashboard-link).',
  );
}

/** Returns true for tokens, and for dashboard sessions with a recent sign-in. */
export function mayReceiveSecrets({ caller }: Principal, now: number, recentMs: number): boolean {
  if (caller.type !== 'session') return true;
  const { signedInAtMs } = caller;
  return signedInAtMs !== null && now - signedInAtMs < recentMs;
}

/**
 * Checks that a shared page may see a view of an endpoint. Requests of tokens and sessions always may.
 *
 * @throws AppError `insufficient_scope`.
 */
export function authoriseView(
  { caller, sites }: Principal,
  required: RequiredRights,
  view: RequestedView,
): void {
  if (caller.type !== 'share') return;
  const { page } = caller;
  const { operationId } = required;
  const read = { page, operationId, isBelowSite: isBelowSite(required), sites: sites ?? [] };
  const refusal = refusalOfView(read, view);
  if (refusal !== undefined) throw failure('insufficient_scope', refusal);
}

/** @throws AppError `site_not_found` if the site is not in the token's list of sites. */
export function authoriseSite(principal: Principal, required: RequiredRights, params: unknown): void {
  if (principal.sites === null || !isBelowSite(required)) return;
  const { id } = params as { readonly id: number };
  if (!principal.sites.includes(id)) throw siteNotFound();
}

function isBelowSite({ path }: RequiredRights): boolean {
  return path.startsWith('/api/v1/sites/{id}');
}

/** The same error for an unknown site, a deleted site and a site of another workspace. */
export function siteNotFound(): AppError {
  return failure(
    'site_not_found',
    'There is no such site in this workspace. GET /api/v1/sites lists its sites.',
  );
}
