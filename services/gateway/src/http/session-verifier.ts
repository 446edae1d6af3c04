import type { Clock } from '@headwater/kit/clock';
import type { Principal } from '../domain/principal';
import { hashOfSecret } from '../domain/random-secret';
import type { StoredSession } from '../store/dashboard-sessions';
import { createBriefMemory } from './brief-memory';

export interface SessionVerifierOptions {
  readonly findSession: (secretHash: Buffer, now: number) => Promise<StoredSession | undefined>;
  readonly clock: Clock;
}

/** The principal of a session's cookie; undefined when it is malformed, unknown, ended or expired. */
export type SessionVerifier = (secret: string) => Promise<Principal | undefined>;

/** Verifies cookies as `createTokenVerifier` does tokens. 256 random bits are found by their hash, without a look at time. */
export function createSessionVerifier({ findSession, clock }: SessionVerifierOptions): SessionVerifier {
  const kept = createBriefMemory<StoredSession>(clock);
  return async (secret) => {
    const hash = hashOfSecret(secret);
    if (!hash) return undefined;
    const key = hash.toString('base64');
    const known = kept.get(key);
    const session = known ?? (await findSession(hash, clock.now()));
    if (!session || session.expiresAtMs <= clock.now()) return undefined;
    if (!known) kept.set(key, session);
    const { id, tokenId, expiresAtMs, workspaceId, scopes, sites } = session;
    return { workspaceId, caller: { type: 'session', id, tokenId, expiresAtMs }, scopes, sites };
  };
}
