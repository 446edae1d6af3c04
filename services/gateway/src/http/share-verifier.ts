import type { Clock } from '@headwater/kit/clock';
import type { Principal } from '../domain/principal';
import { isShareKeyOf, parseShareKey } from '../domain/share-key';
import type { StoredShareLink } from '../store/share-links';
import { createBriefMemory } from './brief-memory';

export interface ShareVerifierOptions {
  readonly findLink: (linkId: number) => Promise<StoredShareLink | undefined>;
  readonly clock: Clock;
}

/** The principal of a share link's key; undefined when it is malformed, ended, or its link is revoked. */
export type ShareVerifier = (key: string) => Promise<Principal | undefined>;

/** What a key lets its holder ask, of those endpoints that are `shared`. */
const SCOPES = ['sites:read', 'stats:read'];

export function createShareVerifier({ findLink, clock }: ShareVerifierOptions): ShareVerifier {
  const kept = createBriefMemory<StoredShareLink>(clock);
  return async (text) => {
    const key = parseShareKey(text);
    if (!key) return undefined;
    const known = kept.get(String(key.linkId));
    const link = known ?? (await findLink(key.linkId));
    if (!link || !isShareKeyOf(key, link.keySecret, clock.now())) return undefined;
    if (!known) kept.set(String(key.linkId), link);
    const { workspaceId, id, siteId } = link;
    return { workspaceId, caller: { type: 'share', id }, scopes: SCOPES, sites: [siteId] };
  };
}
