import { EVIDENCE } from '@headwater/eventstore/event-columns';
import { derivedSessionId } from '@headwater/eventstore/stored-ids';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { acquisitionOf, type Acquisition } from './acquisition';
import type { DraftEvent, SentTo } from './draft-event';

/**
 * Prepares an event whose session is derived from all events of its visitor: sets its own acquisition, the flags of its
 * evidence, and a session of its own until the derivation.
 */
export function prepareForDerivation(draft: DraftEvent, site: SentTo): void {
  const own = ownAcquisition(draft, site);
  const { agent, location, visitorKey, sent } = draft;
  draft.acquisition = own;
  draft.sentSession = draft.sessionKey;
  draft.evidence =
    EVIDENCE.derived +
    (own === undefined ? 0 : isLanding(draft, own) ? EVIDENCE.landing : EVIDENCE.page) +
    (agent.device + agent.browser + agent.os === '' ? 0 : EVIDENCE.agent) +
    (location.country === '' ? 0 : EVIDENCE.location) +
    (sent.ownId ? EVIDENCE.ownId + (sent.time === undefined ? EVIDENCE.untimed : 0) : 0);
  const first = { visitorKey, sentSession: draft.sentSession, id: sent.id };
  draft.sessionKey = derivedSessionKey(site, first);
}

/** The key of a derived session, by its first event: the same in any order of arrival. */
export function derivedSessionKey(
  { workspaceId, siteId }: Pick<SentTo, 'workspaceId' | 'siteId'>,
  first: { readonly visitorKey: string; readonly sentSession: string; readonly id: string },
): string {
  const name = isNamed(first.sentSession) ? `${first.sentSession}:` : '';
  return derivedSessionId(workspaceId, siteId, `server:${first.visitorKey}:${name}${first.id}`);
}

/** Whether a sender named the session. The column contains 0 without a name, a draft `''`. */
export function isNamed(sentSession: string): boolean {
  return sentSession !== '' && sentSession !== '0';
}

/**
 * The acquisition by the event's own page and referrer. Undefined for a custom event with neither: it must not become the
 * Direct visit to which the customer's payments are attributed forever.
 */
function ownAcquisition(draft: DraftEvent, site: SentTo): Acquisition | undefined {
  const { name, referrer } = draft.sent;
  if (!draft.page && referrer === '' && name !== PAGEVIEW) return undefined;
  return acquisitionOf(draft.page, referrer, site.domain);
}

/**
 * Whether the event's page can be the landing page: it has a source, or is a pageview without a referrer. A page that was
 * reached from the site itself or from a payment page is no landing page.
 */
function isLanding({ sent }: DraftEvent, own: Acquisition): boolean {
  if (own.referrer !== '' || own.source !== '' || own.utm_medium !== '' || own.utm_campaign !== '')
    return true;
  return sent.name === PAGEVIEW && sent.referrer === '';
}
