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

/**
 * What a request shows: a token, the cookie of a dashboard session, or the key of a share link. The ids of all three are
 * of one sequence.
 */
export type Caller =
  | { readonly type: 'token'; readonly id: number }
  | {
      readonly type: 'session';
      readonly id: number;
      /** The token that its rights come from; null: the admin command. */
      readonly tokenId: number | null;
      /** Unix milliseconds. */
      readonly expiresAtMs: number;
    }
  | { readonly type: 'share'; readonly id: number };

/** Whoever calls the API, in the name of a workspace. */
export interface Principal {
  readonly workspaceId: number;
  readonly caller: Caller;
  readonly scopes: readonly string[];
  /** The sites that it may reach; null: all of the workspace. */
  readonly sites: readonly number[] | null;
}

/** Who calls an endpoint that asks for no token. */
export const NOBODY: Principal = {
  workspaceId: 0,
  caller: { type: 'token', id: 0 },
  scopes: [],
  sites: [],
};
