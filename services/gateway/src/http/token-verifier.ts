import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import type { Principal } from '../domain/principal';
import { parseToken } from '../domain/token-format';
import type { StoredToken } from '../store/find-token';
import { createBriefMemory } from './brief-memory';
import { andThen, type Soon } from './soon';

export interface TokenVerifierOptions {
  readonly findToken: (publicId: string) => Promise<StoredToken | undefined>;
  /** Called when a token is read from the store, a few times a minute at most; must not throw. */
  readonly seen?: (token: StoredToken) => void;
  readonly clock: Clock;
}

/** The principal of a token; undefined when it is malformed, unknown, revoked or expired. Rejects when the store can't answer. */
export type TokenVerifier = (token: string) => Soon<Principal | undefined>;

/**
 * Verifies tokens, remembering good ones for a few seconds by their hash: the raw token is never kept. A malformed token
 * costs no query; a bad one costs one each time, because remembering it would let a guesser crowd out the good ones.
 * Requests that come while a token is looked up wait for that answer: else a busy token's would all ask at once each time
 * that it was forgotten.
 */
export function createTokenVerifier({ findToken, seen, clock }: TokenVerifierOptions): TokenVerifier {
  const kept = createBriefMemory<StoredToken>(clock);
  const sought = new Map<string, Promise<StoredToken | undefined>>();

  const find = async (key: string, text: string): Promise<StoredToken | undefined> => {
    const parsed = parseToken(text);
    if (!parsed) return undefined;
    const token = await findToken(parsed.publicId);
    if (!token || !timingSafeEqual(token.hash, parsed.hash)) return undefined;
    kept.set(key, token);
    seen?.(token);
    return token;
  };
  const seek = (key: string, text: string): Promise<StoredToken | undefined> => {
    const other = sought.get(key);
    if (other) return other;
    const own = find(key, text).finally(() => sought.delete(key));
    sought.set(key, own);
    return own;
  };

  const principalOf = (token: StoredToken | undefined): Principal | undefined => {
    if (!token || (token.expiresAtMs !== null && token.expiresAtMs <= clock.now())) return undefined;
    const { workspaceId, id, scopes, sites } = token;
    return { workspaceId, caller: { type: 'token', id }, scopes, sites };
  };

  return (text) => {
    const key = hash('sha256', text, 'base64');
    return andThen(kept.get(key) ?? seek(key, text), principalOf);
  };
}
