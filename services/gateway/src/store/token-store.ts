import type { Pool } from '@headwater/kit/pg/pool';
import { createToken, type NewToken } from './create-token';
import { listTokens, type ListedToken } from './list-tokens';
import { revokeToken } from './revoke-token';
import { rotateToken, type Rotated, type Rotation } from './rotate-token';

/** What the API does with tokens. Each member is the function of its name beside this file. */
export interface TokenStore {
  create(token: NewToken): ReturnType<typeof createToken>;
  list(workspaceId: number): Promise<ListedToken[]>;
  revoke(workspaceId: number, id: number, now: number): Promise<boolean>;
  rotate(rotation: Rotation): Promise<Rotated>;
}

export function createTokenStore(pool: Pool): TokenStore {
  return {
    create: (token) => createToken(pool, token),
    list: (workspaceId) => listTokens(pool, workspaceId),
    revoke: (workspaceId, id, now) => revokeToken(pool, workspaceId, id, now),
    rotate: (rotation) => rotateToken(pool, rotation),
  };
}
