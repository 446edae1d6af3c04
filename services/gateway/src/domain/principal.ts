/** Everything that a token may be allowed to do. The bootstrap token and those of the admin command have all. */
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

/** Whoever calls the API: a token of a workspace. */
export interface Principal {
  readonly workspaceId: number;
  readonly tokenId: number;
  readonly scopes: readonly string[];
  /** The sites that it may reach; null: all of the workspace. */
  readonly sites: readonly number[] | null;
}

/** Who calls an endpoint that asks for no token. */
export const NOBODY: Principal = { workspaceId: 0, tokenId: 0, scopes: [], sites: [] };
