import type { StoredIds } from '@headwater/eventstore/stored-ids';
import { LRUCache } from 'lru-cache';
import { acquisitionOf, type Acquisition } from '../acquisition';
import { cached } from '../cached';
import type { SentTo } from '../draft-event';
import { NOWHERE } from '../ip-address';
import { parsePageUrl } from '../page-url';
import { withoutCutEnd, withoutCutParts } from '../script-cuts';
import { prepareForDerivation } from '../session-evidence';
import { KEEP, type Step } from '../step';
import { agentOf } from '../user-agent';

/** Sets country and region of the visitor's address. The address is not stored. */
export const putLocation: Step = (draft, { locationOf }) => {
  draft.location = draft.sent.address === '' ? NOWHERE : locationOf(draft.sent.address);
  return KEEP;
};

/** Sets device, browser and operating system. */
export const putDevice: Step = (draft) => {
  draft.agent = agentOf(draft.sent.agent);
  return KEEP;
};

/**
 * Sets channel, source and campaign from the session's first page and referrer, as the browser reports them. Without them the
 * session is derived. The last step that sets a field: the derivation uses the others.
 */
export const putAcquisition: Step = (draft, { site }) => {
  const { landing, landingReferrer } = draft.sent;
  if (landing === undefined) prepareForDerivation(draft, site);
  else draft.acquisition = acquisitionFrom(landing, landingReferrer ?? '', site);
  return KEEP;
};

/** All events of a session carry the same landing page and referrer. */
const acquisitions = cached<Acquisition>(5_000, decideAcquisition);

/** The last call: the events of a request belong to one session, and building the cache key is the expensive part. */
let last:
  { landing: string; referrer: string; domain: string; scrub: boolean; acquisition: Acquisition } | undefined;

function acquisitionFrom(landing: string, referrer: string, { domain, scrub }: SentTo): Acquisition {
  if (
    last?.landing !== landing ||
    last.referrer !== referrer ||
    last.domain !== domain ||
    last.scrub !== scrub
  ) {
    // The domain contains no space; the length separates landing and referrer, which may contain anything.
    const key = `${domain} ${scrub} ${landing.length} ${landing}${referrer}`;
    last = { landing, referrer, domain, scrub, acquisition: acquisitions(key) };
  }
  return last.acquisition;
}

function decideAcquisition(key: string): Acquisition {
  const [, domain = '', scrub, length, addresses = ''] = /^(\S*) (\w+) (\d+) ([^]*)$/.exec(key) ?? [];
  const [landing, referrer] = [addresses.slice(0, Number(length)), addresses.slice(Number(length))];
  if (scrub === 'false') return acquisitionOf(parsePageUrl(landing), referrer, domain);
  return acquisitionOf(parsePageUrl(withoutCutParts(landing)), withoutCutEnd(referrer), domain);
}

/** Sets the stored keys of visitor and session. A session that the sender does not name is resolved later. */
export const putVisitor: Step = (draft, { site, storedIds }) => {
  const { visitor, session } = draft.sent;
  draft.visitorKey = storedIds.ofVisitor(site.workspaceId, visitor);
  draft.sessionKey = session === '' ? '' : storedIds.ofSession(site.workspaceId, site.siteId, session);
  return KEEP;
};

/** Returns the same ids with a cache: a visitor sends several events, and hashing costs several times as much as a lookup. */
export function cacheStoredIds({ ofVisitor, ofSession, fingerprint }: StoredIds): StoredIds {
  const visitors = cachedKeys((workspaceId, _, id) => ofVisitor(workspaceId, id));
  return {
    ofVisitor: (workspaceId, id) => visitors(workspaceId, 0, id),
    ofSession: cachedKeys(ofSession),
    fingerprint,
  };
}

/** Caches up to 10,000 keys (3 MB). */
function cachedKeys(hash: StoredIds['ofSession']): StoredIds['ofSession'] {
  const keys = new LRUCache<string, { id: string; workspaceId: number; siteId: number; key: string }>({
    max: 10_000,
  });
  // The events of a request belong to one visitor.
  let last = { id: '', workspaceId: 0, siteId: 0, key: '' };
  return (workspaceId, siteId, id) => {
    const found = last.id === id ? last : keys.get(id);
    if (found && found.siteId === siteId && found.workspaceId === workspaceId) last = found;
    else {
      last = { id, workspaceId, siteId, key: hash(workspaceId, siteId, id) };
      keys.set(id, last);
    }
    return last.key;
  };
}
