/** All scopes of a token. The bootstrap token and tokens of the admin command have all of them. */
export const SCOPES = [
  'sites:read',
  'sites:write',
  'identify',
  'payments',
  'events:write',
  'stats:read',
  'export',
  'tokens:admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The credential of a request: a token, a dashboard session or the key of a share link. All ids share one sequence. */
export type Caller =
  | { readonly type: 'token'; readonly id: number }
  | {
      readonly type: 'session';
      readonly id: number;
      /** The token that created the sign-in link; null: the admin command. */
      readonly tokenId: number | null;
      /** Unix milliseconds. */
      readonly expiresAtMs: number;
      /** Unix milliseconds; null: before sign-ins were recorded. */
      readonly signedInAtMs: number | null;
    }
  | {
      readonly type: 'share';
      readonly id: number;
      /** A `SharedPage`, or a page of a later release. */
      readonly page: string;
    };

/** An authenticated caller of the API and its rights in one workspace. */
export interface Principal {
  readonly workspaceId: number;
  readonly caller: Caller;
  readonly scopes: readonly string[];
  /** Ids of the accessible sites; null: all sites of the workspace. */
  readonly sites: readonly number[] | null;
}

/**
 * The rights of a principal in a fixed order, so that equal rights have equal JSON. Empty for all scopes and all sites: digests
 * without rights equal those of earlier gateways, so that their keys stay valid.
 */
export function narrowedRightsOf({ scopes, sites }: Principal): Partial<Pick<Principal, 'scopes' | 'sites'>> {
  if (sites === null && SCOPES.every((scope) => scopes.includes(scope))) return {};
  return { scopes: [...scopes].sort(), sites: sites && [...sites].sort((a, b) => a - b) };
}

/** The token on whose behalf a principal acts; null: the admin command. */
export function tokenIdOf({ caller }: Principal): number | null {
  return caller.type === 'session' ? caller.tokenId : caller.id;
}

/** The principal of endpoints that need no token. */
export const NOBODY: Principal = {
  workspaceId: 0,
  caller: { type: 'token', id: 0 },
  scopes: [],
  sites: [],
};
