import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import { thenMaybe, type MaybePromise } from '@headwater/kit/fast/maybe-promise';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../domain/dashboard-session';
import type { Principal } from '../domain/principal';
import { isShareKeyValid, parseShareKey } from '../domain/share-link';
import { type ParsedToken, parseToken } from '../domain/token-format';
import type { StoredSession } from '../store/dashboard-sessions';
import type { StoredShareLink } from '../store/share-links';
import type { StoredToken } from '../store/tokens';
import type { FailureLimit } from './failure-limit';

/** A revocation takes effect everywhere within 5 s. One second less leaves time for the request in flight. */
const CACHE_MS = 4_000;
const MAX_CACHED = 10_000;

/** A cache of store rows, each valid for `CACHE_MS`. */
function createRowCache<Row extends object>(clock: Clock) {
  const cache = new LRUCache<string, { readonly row: Row; readonly at: number }>({ max: MAX_CACHED });
  return {
    get: (key: string): Row | undefined => {
      const cached = cache.get(key);
      if (!cached) return undefined;
      const age = clock.now() - cached.at;
      // Negative if the clock was set back, which must not extend the lifetime.
      return age >= 0 && age < CACHE_MS ? cached.row : undefined;
    },
    set: (key: string, row: Row): void => void cache.set(key, { row, at: clock.now() }),
    /** Whether the row was valid when it was last read, however long ago. The limit of failures exempts such credentials. */
    wasValid: (key: string): boolean => cache.has(key),
    delete: (key: string): void => void cache.delete(key),
  };
}

export interface TokenVerifierOptions {
  readonly findToken: (publicId: string) => Promise<StoredToken | undefined>;
  /** Called when a token is read from the store, a few times per minute and token. Must not throw. */
  readonly onRead?: (token: StoredToken) => void;
  readonly clock: Clock;
  readonly failures: FailureLimit;
}

/**
 * The principal of a token; undefined if it is malformed, unknown, revoked or expired. Rejects if the store is unreachable.
 *
 * @param network of the client, for the limit of failures
 * @throws AppError `rate_limited`, only for tokens that were not valid before
 */
export type TokenVerifier = (token: string, network?: string) => MaybePromise<Principal | undefined>;

const UNKNOWN = {};

/**
 * Creates a token verifier with a cache of valid tokens, keyed by their hash. A malformed token costs no query. Unknown
 * tokens have a cache of their own, because guesses would evict valid tokens. Concurrent requests with the same token share
 * one query.
 */
export function createTokenVerifier({
  findToken,
  onRead,
  clock,
  failures,
}: TokenVerifierOptions): TokenVerifier {
  const cache = createRowCache<StoredToken>(clock);
  const unknown = createRowCache<object>(clock);
  const inFlight = new Map<string, Promise<StoredToken | undefined>>();

  const find = async (
    key: string,
    parsed: ParsedToken,
    network?: string,
  ): Promise<StoredToken | undefined> => {
    const token = await findToken(parsed.publicId);
    if (!token || !timingSafeEqual(token.hash, parsed.hash)) {
      unknown.set(key, UNKNOWN);
      cache.delete(key);
      failures.record(network);
      return undefined;
    }
    cache.set(key, token);
    onRead?.(token);
    return token;
  };
  const findOnce = (key: string, text: string, network?: string): MaybePromise<StoredToken | undefined> => {
    const current = inFlight.get(key);
    if (current) return current;
    const parsed = parseToken(text);
    if (!parsed || unknown.get(key)) return undefined;
    if (!cache.wasValid(key)) failures.check(network);
    const started = find(key, parsed, network).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };

  const principalOf = (token: StoredToken | undefined): Principal | undefined => {
    if (!token || (token.expiresAtMs !== null && token.expiresAtMs <= clock.now())) return undefined;
    const { workspaceId, id, scopes, sites } = token;
    return { workspaceId, caller: { type: 'token', id }, scopes, sites };
  };

  return (text, network) => {
    const key = hash('sha256', text, 'base64');
    return thenMaybe(cache.get(key) ?? findOnce(key, text, network), principalOf);
  };
}

export interface SessionVerifierOptions {
  readonly findSession: (secretHash: Buffer, now: number) => Promise<StoredSession | undefined>;
  /** Called when a session is read from the store, a few times per minute and session. Must not throw. */
  readonly onRead?: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly failures: FailureLimit;
}

/** The principal of a session cookie; undefined if it is malformed, unknown or expired. See `TokenVerifier`. */
export type SessionVerifier = (secret: string, network?: string) => Promise<Principal | undefined>;

/** Creates a verifier of session cookies with a cache. The hash of 256 random bits needs no constant-time comparison. */
export function createSessionVerifier({
  findSession,
  onRead,
  clock,
  failures,
}: SessionVerifierOptions): SessionVerifier {
  const cache = createRowCache<StoredSession>(clock);
  return async (secret, network) => {
    const secretHash = hashSecret(secret);
    if (!secretHash) return undefined;
    const key = secretHash.toString('base64');
    const cached = cache.get(key);
    if (!cached && !cache.wasValid(key)) failures.check(network);
    const session = cached ?? (await findSession(secretHash, clock.now()));
    if (!session) {
      cache.delete(key);
      failures.record(network);
    }
    if (!session || session.expiresAtMs <= clock.now()) return undefined;
    if (!cached) {
      cache.set(key, session);
      onRead?.(session);
    }
    const { id, tokenId, expiresAtMs, signedInAtMs, workspaceId, scopes, sites } = session;
    const caller = { type: 'session', id, tokenId, expiresAtMs, signedInAtMs } as const;
    return { workspaceId, caller, scopes, sites };
  };
}

export interface ShareVerifierOptions {
  readonly findLink: (linkId: number, now: number) => Promise<StoredShareLink | undefined>;
  readonly clock: Clock;
  readonly failures: FailureLimit;
}

/** The principal of a share link's key; undefined if it is malformed or expired, or its link is revoked or expired. See `TokenVerifier`. */
export type ShareVerifier = (key: string, network?: string) => Promise<Principal | undefined>;

/** Scopes of a key. `authorise` also limits it to the reads of its page. */
const SHARE_SCOPES = ['sites:read', 'stats:read'];

/** Creates a verifier of share keys with a cache of their links. */
export function createShareVerifier({ findLink, clock, failures }: ShareVerifierOptions): ShareVerifier {
  const cache = createRowCache<StoredShareLink>(clock);
  return async (text, network) => {
    const key = parseShareKey(text);
    if (!key) return undefined;
    const linkId = String(key.linkId);
    const now = clock.now();
    const row = cache.get(linkId);
    // An earlier expiry than that of the key takes effect in time, and a later one as soon as it is stored.
    const cached = row && (row.expiresAtMs === null || row.expiresAtMs > now) ? row : undefined;
    if (!cached && !cache.wasValid(linkId)) failures.check(network);
    const link = cached ?? (await findLink(key.linkId, now));
    if (!link) {
      cache.delete(linkId);
      failures.record(network);
    }
    if (!link || !isShareKeyValid(key, link.keySecret, clock.now())) return undefined;
    if (!cached) cache.set(linkId, link);
    const { workspaceId, id, page, siteId } = link;
    return { workspaceId, caller: { type: 'share', id, page }, scopes: SHARE_SCOPES, sites: [siteId] };
  };
}
