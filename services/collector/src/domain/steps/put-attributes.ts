import { sessionKey, visitorKey } from '@headwater/eventstore/visitor-key';
import { LRUCache } from 'lru-cache';
import { acquisitionOf, type Acquisition } from '../acquisition';
import { cached } from '../cached';
import type { SentTo } from '../draft-event';
import { NOWHERE } from '../ip-address';
import { parsePageUrl } from '../page-url';
import { withoutCutWord } from '../scrub';
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
  else draft.acquisition = acquisitionFrom(landing, landingReferrer ?? '', site.domain);
  return KEEP;
};

/** All events of a session carry the same landing page and referrer. */
const acquisitions = cached<Acquisition>(5_000, decideAcquisition);

/** The last call: the events of a request belong to one session, and building the cache key is the expensive part. */
let last: { landing: string; referrer: string; domain: string; acquisition: Acquisition } | undefined;

function acquisitionFrom(landing: string, referrer: string, domain: string): Acquisition {
  if (last?.landing !== landing || last.referrer !== referrer || last.domain !== domain) {
    // The domain contains no space; the length separates landing and referrer, which may contain anything.
    const key = `${domain} ${landing.length} ${landing}${referrer}`;
    last = { landing, referrer, domain, acquisition: acquisitions(key) };
  }
  return last.acquisition;
}

function decideAcquisition(key: string): Acquisition {
  const [, domain = '', length, addresses = ''] = /^(\S*) (\d+) ([^]*)$/.exec(key) ?? [];
  const [landing, referrer] = [addresses.slice(0, Number(length)), addresses.slice(Number(length))];
  return acquisitionOf(
    parsePageUrl(withoutCutParts(landing)),
    withoutCutWord(referrer, SCRIPT_CUTS.page),
    domain,
  );
}

/** Characters after which the browser script cuts the parts of a long landing page and referrer (services/tracker/src/event-fields.ts). */
const SCRIPT_CUTS = { page: 300, tag: 90 };

/** The landing page without halves of addresses and tokens. */
function withoutCutParts(landing: string): string {
  const [page = '', ...query] = landing.split('?');
  if (page.length !== SCRIPT_CUTS.page) return landing;
  const tags = query.join('?').split('&');
  return `${withoutCutWord(page, SCRIPT_CUTS.page)}?${tags.map((tag) => withoutCutWord(tag, SCRIPT_CUTS.tag)).join('&')}`;
}

/** Sets the stored keys of visitor and session. A session that the sender does not name is resolved later. */
export const putVisitor: Step = (draft, { site }) => {
  const { visitor, session } = draft.sent;
  draft.visitorKey = visitorKeys(site, visitor);
  draft.sessionKey = session === '' ? '' : sessionKeys(site, session);
  return KEEP;
};

const visitorKeys = cachedKeys(({ workspaceId }, id) => visitorKey(workspaceId, id));
const sessionKeys = cachedKeys(({ workspaceId, siteId }, id) => sessionKey(workspaceId, siteId, id));

/** Caches up to 10,000 keys (3 MB): a visitor sends several events, and hashing costs five times as much as a lookup. */
function cachedKeys(hash: (site: SentTo, id: string) => string): (site: SentTo, id: string) => string {
  const keys = new LRUCache<string, { workspaceId: number; siteId: number; key: string }>({ max: 10_000 });
  return (site, id) => {
    const { workspaceId, siteId } = site;
    const found = keys.get(id);
    if (found && found.siteId === siteId && found.workspaceId === workspaceId) return found.key;
    const key = hash(site, id);
    keys.set(id, { workspaceId, siteId, key });
    return key;
  };
}
