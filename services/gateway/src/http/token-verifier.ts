import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import type { Principal } from '../domain/principal';
import { parseToken } from '../domain/token-format';
import type { StoredToken } from '../store/find-token';

export interface TokenVerifierOptions {
  readonly findToken: (publicId: string) => Promise<StoredToken | undefined>;
  /** Called when a token is read from the store, a few times a minute at most; must not throw. */
  readonly seen?: (token: StoredToken) => void;
  readonly clock: Clock;
}

/** The principal of a token; undefined when it is malformed, unknown, revoked or expired. Rejects when the store can't answer. */
export type TokenVerifier = (token: string) => Promise<Principal | undefined>;

/** A revocation must work everywhere within 5 s; a second less leaves room for the request under way. */
const KEPT_MS = 4_000;
const KEPT_TOKENS = 10_000;

interface Kept {
  readonly token: StoredToken;
  readonly at: number;
}

/**
 * Verifies tokens, remembering good ones for a few seconds by their hash: the raw token is never kept. A malformed token
 * costs no query; a bad one costs one each time, because remembering it would let a guesser crowd out the good ones.
 */
export function createTokenVerifier({ findToken, seen, clock }: TokenVerifierOptions): TokenVerifier {
  const kept = new Map<string, Kept>();

  const verified = async (publicId: string, hash: Buffer): Promise<StoredToken | undefined> => {
    const key = hash.toString('base64');
    const now = clock.now();
    const known = kept.get(key);
    // A clock that was set back must not prolong what was kept.
    if (known && now >= known.at && now - known.at < KEPT_MS) return known.token;
    kept.delete(key);
    const token = await findToken(publicId);
    if (!token || !timingSafeEqual(token.hash, hash)) return undefined;
    // A Map lists in order of insertion: the first is the oldest.
    if (kept.size >= KEPT_TOKENS) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    kept.set(key, { token, at: now });
    seen?.(token);
    return token;
  };

  return async (text) => {
    const parsed = parseToken(text);
    if (!parsed) return undefined;
    const token = await verified(parsed.publicId, parsed.hash);
    if (!token || (token.expiresAtMs !== null && token.expiresAtMs <= clock.now())) return undefined;
    return { workspaceId: token.workspaceId, tokenId: token.id, scopes: token.scopes, sites: token.sites };
  };
}
